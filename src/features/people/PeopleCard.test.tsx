import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { aPerson, aSession } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Person } from '../../shared/people/staff.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const twoSessions = [aSession(), aSession({ id: 's2' })];
const card = page.getByRole('region', { name: 'Accounts' });
const form = card.getByRole('form', { name: 'Add a person' });
const username = form.getByLabelText('Username');
const access = form.getByLabelText('How they get in');
const password = form.getByLabelText('First password');
const create = () => form.getByRole('button', { name: 'Create account' }).click();
const openPeople = (calls: Partial<StaffApi>) => openAdmin(calls, { search: '?tab=settings&section=people' });
const openForm = () => card.getByText('Add a person', { exact: true }).click();

test('lists each person with role, sessions, and open orders', async () => {
  const people: [Partial<Person>, text: string][] = [
    [{ username: 'admin', role: 'admin', sessions: twoSessions }, 'admin (you)'],
    [{ role: 'admin', sessions: twoSessions }, 'Admin · since Nov 2, 2026 · signed in on 2 devices'],
    [{}, 'Reader · since Nov 2, 2026 · 0 open orders · not signed in'],
    [{ openOrders: 2, sessions: [aSession()] }, '2 open orders · signed in on 1 device'],
    [{ openOrders: 2, maxOpenOrders: 3 }, '2 of at most 3 open orders'],
    [{ openOrders: 1, maxOpenOrders: 1 }, 'full (1 of 1)'],
    [{ awayUntil: '2026-12-03' }, 'away until Dec 3'],
    [{ isActive: false }, 'Closed'],
    [{ hasTwoFactor: true, email: 'r@staff.example' }, 'two-factor sign-in · r@staff.example'],
  ];
  await openPeople({
    people: async () => people.map(([changes], index) => aPerson({ id: `r${index}`, ...changes })),
  });
  for (const [index, [, text]] of people.entries()) {
    await expect.element(card.getByRole('listitem').nth(index)).toMatchTextContent(text);
  }
});

test('says that a reader who can sign in gets orders at once', async () => {
  await openPeople({});
  await openForm();
  await access.selectOptions('With a first password');
  const role = form.getByLabelText('Role');
  const atOnce = expect.stringContaining('They get new orders right away.');
  await expect.element(role).toHaveAccessibleDescription(atOnce);
  await role.selectOptions('admin');
  await expect.element(role).not.toHaveAccessibleDescription(atOnce);
});

test('focuses the first wrong field and says why it is wrong', async () => {
  await openPeople({});
  await openForm();
  await access.selectOptions('With a first password');
  await create();
  await expect.element(username).toHaveFocus();
  await expect.element(username).toHaveAccessibleDescription('The username is missing.');
  await username.fill('nora');
  await password.fill('short');
  await create();
  await expect.element(username).toBeValid();
  await expect.element(password).toHaveFocus();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Password must be at least 6 characters');
});

test('keeps everything typed until a person is added, then focuses them', async () => {
  let people: Person[] = [];
  const tooCommon = 'This password is too common and easy to guess. Please choose another.';
  const refusals = [anApiError(500, 'internal', ''), anApiError(400, 'invalid_request', tooCommon)];
  await openPeople({
    people: async () => people,
    async createPerson({ username, role, email }) {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      expect(email).toBe('nora@staff.example');
      // The server tidies a name.
      people = [aPerson({ username: username.replaceAll(/ +/g, ' '), role })];
      return people;
    },
  });
  await openForm();
  await access.selectOptions('With a first password');
  await username.fill('nora  lee');
  await form.getByLabelText(/^Email/).fill(' nora@staff.example ');
  await password.fill('tarot123');
  // It has to be told to the person.
  await expect.element(password).toHaveAttribute('type', 'text');
  for (const message of ['Failed to create the account', tooCommon]) {
    await create();
    await expectRefused('Update Failed', message);
    await expect.element(username).toHaveValue('nora  lee');
    await expect.element(password).toHaveValue('tarot123');
  }
  await create();
  await expectDone('Account Created', /^nora +lee can sign in now\.$/);
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(card.getByRole('button', { name: 'Manage the account of nora lee' })).toHaveFocus();
  await openForm();
  await expect.element(username).toHaveValue('');
});

test('invites a person by email and marks them as invited', async () => {
  let people: Person[] = [];
  await openPeople({
    people: async () => people,
    async createPerson(person) {
      expect(person).toEqual({
        ...{ username: 'nora', displayName: 'Nora Hill', role: 'admin', writes: true },
        ...{ email: 'nora@staff.example', invite: true },
      });
      people = [aPerson({ username: 'nora', displayName: 'Nora Hill', role: 'admin', isInvited: true })];
      return people;
    },
  });
  await openForm();
  await username.fill('nora');
  await form.getByLabelText(/^Name/).fill('Nora Hill');
  await form.getByLabelText('Role').selectOptions('admin');
  await form.getByLabelText('Also writes readings').click();
  const send = form.getByRole('button', { name: 'Send invitation' });
  await send.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('An invitation needs an email address.');
  await form.getByLabelText(/^Email/).fill('nora@staff.example');
  await send.click();
  await expectDone(
    'Invitation Sent',
    'We emailed nora a link to set a password. It works once and expires after 72 hours.',
  );
  await expect
    .element(card.getByRole('listitem'))
    .toMatchTextContent(/^Nora Hill nora .*invited, no password yet/);
});

test('keeps a half-typed person while the card is closed', async () => {
  await openPeople({});
  await openForm();
  await username.fill('nora');
  const head = page.getByRole('button', { name: 'Accounts', exact: true });
  await head.click();
  await expect.element(card).not.toBeInTheDocument();
  await head.click();
  await expect.element(username).toHaveValue('nora');
});
