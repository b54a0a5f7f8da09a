import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { readers } from '../../../tests/kit/components/open-order.ts';
import { aPerson, aSession, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { PersonChange } from '../../shared/people/account-schema.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { Person } from '../../shared/people/staff.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

/** Opens the account of another person, whom the calls may change. */
async function manage(changes: Partial<Person>, callsOf: (person: Person) => Partial<StaffApi> = () => ({})) {
  const person = aPerson(changes);
  await openAdmin(
    {
      people: async () => [{ ...person }],
      readers: async () => readers,
      ...callsOf(person),
    },
    { search: '?tab=settings&section=people' },
  );
  await page.getByRole('button', { name: `Manage the account of ${nameOf(person)}` }).click();
  await expect.element(dialog).toHaveAccessibleName(`The account of ${nameOf(person)}`);
}

test('ends a session and reports one that has already ended', async () => {
  const list = dialog.getByRole('region', { name: 'Sessions' });
  const ends = list.getByRole('button', { name: /^End the session started Nov 16, 2026/ });
  await manage({ sessions: [aSession(), aSession({ id: 's2', device: null })] }, (person) => ({
    endSession: failOnce(async (_, ended) => {
      person.sessions = person.sessions.filter(({ id }) => id !== ended);
      if (ended === 's2') throw anApiError(404, 'session_not_found', 'This session has already ended.');
      return [person];
    }),
  }));
  await expect.element(list).toMatchTextContent('Unknown browser');
  await ends.first().click();
  await expectRefused('Update Failed', 'Failed to end the session');
  await ends.first().click();
  await expectDone('Session Ended', 'reader1 is signed out there.');
  await ends.click();
  await expectRefused('Update Failed', 'This session has already ended.');
  await expect.element(list).toMatchTextContent('Nowhere.');
});

test('refuses a short password and keeps one that failed to save', async () => {
  const sent: string[] = [];
  const form = dialog.getByRole('form', { name: 'New password' });
  const password = form.getByLabelText('Password', { exact: true });
  const set = () => form.getByRole('button', { name: 'Set password' }).click();
  await manage({}, () => ({
    setPersonPassword: failOnce(async (_, next) => {
      sent.push(next);
      return [];
    }),
  }));
  await password.fill('short');
  await set();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Password must be at least 6 characters');
  await password.fill('second words');
  await set();
  await expectRefused('Update Failed', 'Failed to update password');
  await set();
  await expectDone('Password Updated', 'reader1 has a new password and is signed out everywhere.');
  await expect.element(password).toHaveValue('');
  expect(sent).toEqual(['second words']);
});

test('closes an account and opens it again', async () => {
  await manage({}, (person) => ({
    setPersonActive: failOnce(async (_, { isActive }) => [Object.assign(person, { isActive })]),
  }));
  for (const expectAnswer of [
    () => expectRefused('Update Failed', 'Failed to change the account'),
    () => expectDone('Account Closed', 'reader1 is signed out and can no longer sign in.'),
  ]) {
    await button('Close account').click();
    await confirm('Close it');
    await expectAnswer();
  }
  await expect.element(dialog.getByRole('heading', { name: 'This account is closed' })).toBeVisible();
  await button('Reopen account').click();
  await expectDone('Account Reopened', 'reader1 can sign in again.');
  await expect.element(button('Close account')).toBeVisible();
});

test.each([
  [null, 'go to reader2', 'r2'],
  ['They wait until you assign them', 'wait until you assign them', null],
])('given the choice %j, a closed account’s open orders %s', async (choice, shown, moveOrdersTo) => {
  const sent: unknown[] = [];
  await manage({ openOrders: 2 }, (person) => ({
    async setPersonActive(_, change) {
      sent.push(change);
      return [person];
    },
  }));
  if (choice) await dialog.getByLabelText('What happens to 2 open orders').selectOptions(choice);
  await button('Close account').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(`Their open orders ${shown}.`);
  await confirm('Close it');
  await expect.poll(() => sent).toEqual([{ isActive: false, moveOrdersTo }]);
});

test('does not let users close their own account or current session', async () => {
  const sessions = [aSession(), aSession({ id: 's2', isCurrent: true })];
  await manage({ username: 'admin', role: 'admin', sessions });
  await expect.element(dialog).toMatchTextContent('Your own account is under My account, at the top.');
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent('(this device)');
  await expect.element(button(/^End the session/)).toHaveLength(1);
  await expect.element(button('Close account')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
});

test('switches two-factor sign-in off after a confirmation', async () => {
  await manage({ hasTwoFactor: true }, (person) => ({
    switchTwoFactorOff: async () => [Object.assign(person, { hasTwoFactor: false })],
  }));
  await button('Turn off').click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleName('Turn off two-factor sign-in for reader1?');
  await confirm('Turn off');
  await expectDone('Two-Factor Off', 'reader1 now signs in with just the password.');
  await expect.element(dialog.getByRole('heading', { name: 'Two-factor sign-in' })).not.toBeInTheDocument();
});

const form = dialog.getByRole('form', { name: 'Account' });
const field = (name: string | RegExp) => form.getByLabelText(name);
const save = () => form.getByRole('button', { name: 'Save' }).click();

/** Opens an account whose form can be saved. @returns what was sent */
async function edit(
  changes: Partial<Person>,
  answer: (change: PersonChange) => Partial<Person> = () => ({}),
) {
  const sent: PersonChange[] = [];
  await manage(changes, (person) => ({
    async changePerson(_, change) {
      sent.push(change);
      return [Object.assign(person, answer(change))];
    },
  }));
  return sent;
}

const expectSaved = () => expectDone('Account Updated', 'Saved for reader1.');

test('saves the whole form with one Save', async () => {
  const profile = { displayName: null, readingSince: null, signature: null, about: null, portrait: null };
  const sent = await edit({ profile }, () => ({ email: 'ada@staff.example' }));
  await expect.element(field(/^Name/)).toHaveFocus();
  await field(/^Name/).fill('Ada');
  await field(/^Email/).fill('ada@staff.example');
  await field(/^Open order limit/).fill('3');
  await field(/^Readings per day/).fill('2');
  await form.getByRole('button', { name: 'Add days' }).click();
  await expect.element(field('First day')).toHaveFocus();
  await field('First day').fill('2036-12-24');
  await field(/^Last day/).fill('2036-12-26');
  await field(/^Reading since/).fill('2009');
  await field(/^Signature/).fill('Your Ada');
  await field(/^In their own words/).fill('I read slowly.\nI write at dawn.');
  await field(/^Portrait/).upload(new File(['?'], 'ada.png', { type: 'image/png' }));
  await expect.element(field(/^Image description/)).toHaveValue('Portrait of Ada');
  await save();
  await expectSaved();
  expect(sent).toEqual([
    {
      ...{ displayName: 'Ada', email: 'ada@staff.example', maxOpenOrders: 3, readingsPerDay: 2 },
      ...{ daysAway: [{ from: '2036-12-24', to: '2036-12-26' }], daysAwayBefore: [] },
      ...{ readingSince: 2009, signature: 'Your Ada', about: 'I read slowly.\nI write at dawn.' },
      ...{ portrait: { alt: 'Portrait of Ada' }, picture: expect.any(File) },
    },
  ]);
  await expect.element(field(/^Email/)).toHaveValue('ada@staff.example');
});

test('asks before the last writer stops and orders have to wait', async () => {
  const sent = await edit({ role: 'admin', writes: true, openOrders: 2 }, (change) => {
    if (!('ordersMayWait' in change)) throw anApiError(409, 'last_writer_conflict', 'No one else writes.');
    return { writes: false };
  });
  const writes = form.getByRole('checkbox', { name: 'Also writes readings' });
  await writes.click();
  await expect.element(form.getByText('2 open orders go to the next free reader.')).toBeVisible();
  await expect.element(field(/^Open order limit/)).not.toBeInTheDocument();
  await save();
  await confirm('Let them wait');
  await expectSaved();
  expect(sent).toEqual([{ writes: false }, { writes: false, ordersMayWait: true }]);
  await expect.element(writes).not.toBeChecked();
});

test('shows errors at their fields and focuses the first', async () => {
  const sent = await edit({});
  const [limit, last] = [field(/^Open order limit/), field(/^Last day/)];
  await limit.fill('0');
  await form.getByRole('button', { name: 'Add days' }).click();
  await field('First day').fill('2036-12-26');
  await last.fill('2036-12-24');
  await save();
  await expect.element(limit).toHaveFocus();
  await expect
    .element(limit)
    .toHaveAccessibleDescription(expect.stringContaining('The limit must be at least 1 open order.'));
  await limit.fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.element(last).toHaveFocus();
  await expect.element(last).toHaveAccessibleDescription('The last day is before the first.');
  expect(sent).toEqual([]);
});

test('keeps everything typed when the server refuses it', async () => {
  const message = 'Another account has this email address already.';
  await edit({}, () => {
    throw anApiError(409, 'account_conflict', message);
  });
  await field(/^Email/).fill('ada@staff.example');
  await field(/^Open order limit/).fill('1');
  await save();
  await expectRefused('Update Failed', message);
  await expect.element(field(/^Email/)).toHaveFocus();
  await expect.element(field(/^Email/)).toHaveValue('ada@staff.example');
  await expect.element(field(/^Open order limit/)).toHaveValue('1');
});

test('removes days away without losing the focus', async () => {
  const [christmas, carnival] = [
    { from: '2036-12-24', to: '2036-12-26' },
    { from: '2037-02-01', to: '2037-02-02' },
  ];
  const sent = await edit({ daysAway: [christmas, carnival] });
  await form.getByRole('button', { name: /^Remove Dec 24/ }).click();
  await expect.element(document.body).not.toHaveFocus();
  await save();
  await expectSaved();
  expect(sent).toMatchObject([{ daysAway: [carnival] }]);
});

test('refuses to overwrite days away that another session has saved', async () => {
  const sent: PersonChange[] = [];
  const daysAway = [{ from: '2036-12-24', to: '2036-12-26' }];
  await manage({ daysAway, sessions: [aSession()] }, (person) => ({
    async endSession() {
      return [Object.assign(person, { daysAway: [{ from: '2037-02-01', to: '2037-02-02' }] })];
    },
    async changePerson(_, change) {
      sent.push(change);
      throw anApiError(409, 'availability_conflict', 'These days away were changed in the meantime.');
    },
  }));
  await form.getByRole('button', { name: /^Remove Dec 24/ }).click();
  await button(/^End the session/).click();
  await expectDone('Session Ended', 'reader1 is signed out there.');
  await save();
  await expectRefused('Update Failed', 'These days away were changed in the meantime.');
  expect(sent).toMatchObject([{ daysAway: [], daysAwayBefore: daysAway }]);
});

test('keeps the typed description when a new portrait is chosen', async () => {
  const portrait = { address: '/portraits/a.webp', alt: 'Ada' };
  const profile = { displayName: 'Ada', readingSince: null, signature: null, about: null, portrait };
  await manage({ profile });
  await field(/^Image description/).fill('Ada at her table');
  await field(/^New portrait/).upload(new File(['?'], 'ada.png', { type: 'image/png' }));
  await expect.element(field(/^Image description/)).toHaveValue('Ada at her table');
});
