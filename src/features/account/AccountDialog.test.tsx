import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin, openReader } from '../../../tests/kit/components/desk.tsx';
import { aPerson, aSession, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Account } from '../../shared/people/account-schema.ts';

const dialog = page.getByRole('dialog', { name: 'My account' });
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
const address = 'reader1@staff.example';
const accountForm = dialog.getByRole('form', { name: 'Account' });
const field = (name: string | RegExp) => accountForm.getByLabelText(name);

const notice = { kind: 'due_soon' as const, label: 'A reading is due', isOn: true };
const profile = { displayName: null, readingSince: null, signature: null, about: null, portrait: null };
const anAccount: Account = { ...aPerson({ profile }), notices: [notice], recoveryCodesLeft: 0 };

/** Opens the account of a reader, which the calls may change. */
async function openAccount(callsOf: (own: Account) => Parameters<typeof answerCalls>[0]) {
  const own = { ...anAccount };
  answerCalls({ 'GET /api/account': () => own, ...callsOf(own) });
  await openReader();
  await page.getByRole('button', { name: 'My account' }).click();
  await expect.element(accountForm).toBeVisible();
}

test('links an admin to Settings instead of a password form', async () => {
  answerCalls({
    'GET /api/account': () => ({ ...anAccount, username: 'admin', role: 'admin', writes: false }),
  });
  await openAdmin();
  await page.getByRole('button', { name: 'My account' }).click();
  await expect.element(field(/^Email/)).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Change your password in Settings' }))
    .toHaveAttribute('href', '/admin/dashboard?tab=settings');
  await expect.element(dialog.getByLabelText('New password', { exact: true })).not.toBeInTheDocument();
  await expect.element(field(/^Signature/)).not.toBeInTheDocument();
  await field('Also writes readings').click();
  await expect.element(field(/^Signature/)).toBeVisible();
  await expect.element(field(/^In your own words/)).toBeVisible();
});

test('asks for the password on a new email and keeps the form', async () => {
  const sent: unknown[] = [];
  await openAccount((own) => ({
    'PUT /api/account': failOnce(async (body) => {
      sent.push(body);
      return Object.assign(own, { email: address, notices: [{ ...notice, isOn: false }] });
    }),
  }));
  await expect.element(field(/^Name/)).toHaveFocus();
  await field(/^Name/).fill('Ada');
  await field(/^Email/).fill(address);
  await expect.element(field('Your password')).toBeVisible();
  await field(notice.label).click();
  await button('Save').click();
  const password = field('Your password');
  await expect.element(password).toHaveFocus();
  await expect
    .element(password)
    .toHaveAccessibleDescription(expect.stringContaining('The current password is missing.'));
  await password.fill('demo-reader-pass');
  await button('Save').click();
  await expectRefused('Update Failed', 'Failed to change your account');
  await expect.element(field(/^Name/)).toHaveValue('Ada');
  await expect.element(password).toHaveValue('demo-reader-pass');
  await button('Save').click();
  await expectDone('Account Updated', 'Your account was saved.');
  await expect.element(password).not.toBeInTheDocument();
  await expect.element(dialog.getByText(`Email to ${address} when`)).toBeVisible();
  await expect.element(field(notice.label)).not.toBeChecked();
  const named = { displayName: 'Ada', email: address, currentPassword: 'demo-reader-pass' };
  expect(sent).toEqual([{ account: { ...named, mutedNotices: ['due_soon'] }, picture: null }]);
});

test('asks the user to sign in again when the session has ended', async () => {
  answerCalls({
    'GET /api/account'() {
      throw anApiError(401, 'unauthenticated', 'Please sign in.');
    },
  });
  await openReader();
  await page.getByRole('button', { name: 'My account' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

test('ends all other sessions with one click', async () => {
  const here = aSession({ isCurrent: true });
  await openAccount((own) => {
    own.sessions = [here, aSession({ id: 's2' })];
    return { 'DELETE /api/account/sessions': () => Object.assign(own, { sessions: [here] }) };
  });
  await button('Sign out everywhere else').click();
  await expect.element(button('Sign out everywhere else')).not.toBeInTheDocument();
});

test('switches two-factor sign-in on in steps, and off', async () => {
  const part = dialog.getByRole('region', { name: 'Two-factor sign-in' });
  const codes = Array.from({ length: 10 }, (_, index) => `AAAA-000${index}`);
  const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' };
  await openAccount((own) => ({
    'POST /api/account/two-factor': () => secret,
    'PUT /api/account/two-factor': failOnce(async () => {
      Object.assign(own, { hasTwoFactor: true, recoveryCodesLeft: 10 });
      return { recoveryCodes: codes };
    }),
    'DELETE /api/account/two-factor': failOnce(async () => {
      Object.assign(own, { hasTwoFactor: false, recoveryCodesLeft: 0 });
    }),
  }));
  const begin = async (name: string) => {
    await part.getByLabelText('Your password').fill('demo-reader-pass');
    await part.getByRole('button', { name }).click();
  };
  await button('Turn on').click();
  await expect.element(part.getByRole('alert')).toHaveTextContent('The current password is missing.');
  await begin('Turn on');
  await expect.element(part.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await expect.element(part).toMatchTextContent('Key: JBSW Y3DP EHPK 3PXP');
  await expect.element(part.getByLabelText('Code')).toHaveFocus();
  await button('Cancel').click();
  await begin('Turn on');
  await userEvent.keyboard('123456{Enter}');
  await expectRefused('Update Failed', 'Failed to turn on two-factor sign-in');
  await expect.element(part).toMatchTextContent('Key: JBSW Y3DP EHPK 3PXP');
  await button('Confirm').click();
  const listed = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.element(listed).toHaveLength(10);
  await expect.element(button('Copy the codes')).toHaveFocus();
  await button('I’ve saved them').click();
  await expect.element(part).toMatchTextContent('10 recovery codes are left.');
  await begin('Turn off');
  await expectRefused('Update Failed', 'Failed to turn off two-factor sign-in');
  await part.getByRole('button', { name: 'Turn off' }).click();
  await expectDone('Two-Factor Off', 'You now sign in with just your password.');
  await expect.element(button('Turn on')).toBeVisible();
});
