import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anApiError } from '../../client/store-testing.ts';
import type { Account } from '../../shared/people/account.ts';
import { answerCalls } from '../../testing/components/answered-calls.ts';
import { openReader } from '../../testing/components/desk.tsx';
import { aSession, brokenAtFirst } from '../../testing/components/people.ts';
import { expectDone, expectRefused } from '../../testing/components/toasts.ts';

const dialog = page.getByRole('dialog', { name: 'My account' });
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
const address = 'reader1@staff.example';

/** Opens the account of a reader, which the calls may change. */
async function openAccount(callsOf: (own: Account) => Parameters<typeof answerCalls>[0]) {
  const own: Account = {
    username: 'reader1',
    role: 'reader',
    email: null,
    notices: [],
    daysAway: [],
    profile: null,
    twoFactor: { isOn: false, recoveryCodesLeft: 0 },
    sessions: [],
  };
  answerCalls({ 'GET /api/account': () => own, ...callsOf(own) });
  await openReader();
  await page.getByRole('button', { name: 'My account' }).click();
  await expect.element(dialog.getByRole('heading', { name: 'Email address' })).toBeVisible();
}

test('a new address needs the password, and stays typed until it is saved', async () => {
  const form = dialog.getByRole('form', { name: 'Email address' });
  const [email, password] = [form.getByLabelText(/^Address/), form.getByLabelText('Your password')];
  await openAccount((own) => ({
    'PUT /api/account': brokenAtFirst(async () => {
      own.email = address;
      return own;
    }),
  }));
  await expect.element(email).toHaveFocus();
  await email.fill(address);
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription('Please enter your current password.');
  await password.fill('demo-reader-pass');
  await button('Save address').click();
  await expectRefused('Update Failed', 'Failed to update the address');
  await expect.element(email).toHaveValue(address);
  await expect.element(password).toHaveValue('demo-reader-pass');
  await button('Save address').click();
  await expect.element(dialog.getByText(`Mail to ${address} when`)).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
});

test('with a wrong current password what was typed stays', async () => {
  const form = dialog.getByRole('form', { name: 'Password', exact: true });
  await openAccount(() => ({
    'PUT /api/account/password': () =>
      Promise.reject(anApiError(400, 'invalid_request', 'The current password is not right.')),
  }));
  for (const name of ['Current password', 'New password', 'Confirm new password']) {
    await form.getByLabelText(name, { exact: true }).fill('the wheel turns');
  }
  await button('Change password').click();
  await expectRefused('Update Failed', 'The current password is not right.');
  await expect.element(form.getByLabelText('New password', { exact: true })).toHaveValue('the wheel turns');
});

test('what a portrait shows stays typed when its file is chosen', async () => {
  const profile = { displayName: 'Ada', readingSince: null, signature: null, portrait: null };
  await openAccount((own) => {
    own.profile = profile;
    return {};
  });
  const form = dialog.getByRole('form', { name: 'Portrait' });
  const words = form.getByLabelText(/^What it shows/);
  await words.fill('Ada at her table');
  await form.getByLabelText(/^Portrait/).upload(new File(['?'], 'ada.png', { type: 'image/png' }));
  await expect.element(words).toHaveValue('Ada at her table');
});

test('all other sessions are ended by one press', async () => {
  let ended = 0;
  await openAccount((own) => {
    own.sessions = [aSession({ isCurrent: true }), aSession({ id: 's2' })];
    return {
      'DELETE /api/account/sessions'() {
        ended += 1;
        own.sessions = [aSession({ isCurrent: true })];
        return own;
      },
    };
  });
  await button('Sign out everywhere else').click();
  await expect.poll(() => ended).toBe(1);
  await expect.element(button('Sign out everywhere else')).not.toBeInTheDocument();
});

test('the second factor is switched on step by step, and off', async () => {
  const part = dialog.getByRole('region', { name: 'Two-factor sign-in' });
  const codes = Array.from({ length: 10 }, (_, index) => `AAAA-000${index}`);
  const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' };
  await openAccount((own) => ({
    'POST /api/account/two-factor': () => secret,
    'PUT /api/account/two-factor'() {
      own.twoFactor = { isOn: true, recoveryCodesLeft: 10 };
      return { recoveryCodes: codes };
    },
    'DELETE /api/account/two-factor'() {
      own.twoFactor = { isOn: false, recoveryCodesLeft: 0 };
      return null;
    },
  }));
  const begin = async (name: string) => {
    await part.getByLabelText('Your password').fill('demo-reader-pass');
    await part.getByRole('button', { name }).click();
  };
  await button('Switch on').click();
  await expect.element(part.getByRole('alert')).toHaveTextContent('Please enter your password.');
  await begin('Switch on');
  await expect.element(part.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await expect.element(part).toMatchTextContent('Key: JBSW Y3DP EHPK 3PXP');
  await expect.element(part.getByLabelText('Code')).toHaveFocus();
  await button('Cancel').click();
  await begin('Switch on');
  await userEvent.keyboard('123456{Enter}');
  const listed = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.element(listed).toHaveLength(10);
  await expect.element(button('Copy the codes')).toHaveFocus();
  await button('I have kept them').click();
  await expect.element(part).toMatchTextContent('10 recovery codes are left.');
  await begin('Switch off');
  await expectDone('Two-Factor Off', 'Your password alone signs you in.');
  await expect.element(button('Switch on')).toBeVisible();
});
