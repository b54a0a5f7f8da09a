import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { PasswordChange } from '../../shared/people/staff.ts';

const card = page.getByRole('form', { name: 'Change Admin Password' });
const names = ['Current password', 'New password', 'Confirm new password'] as const;
type Passwords = [current: string, next: string, confirmed: string];
const field = (name: string) => card.getByLabelText(name, { exact: true });
const press = () => card.getByRole('button', { name: 'Update Password' }).click();

async function type(typed: Passwords) {
  for (const [index, name] of names.entries()) await field(name).fill(typed[index] ?? '');
}

async function expectTyped(typed: Passwords) {
  for (const [index, name] of names.entries()) await expect.element(field(name)).toHaveValue(typed[index]);
}

test.each<[Passwords, title: string, message: string, wrong: (typeof names)[number][]]>([
  [['', '', ''], 'Missing Fields', 'Please fill in all password fields', [...names]],
  [['x', 'short', 'short'], 'Password Too Short', 'Password must be at least 6 characters', [names[1]]],
  [['x', 'cups and swords', 'wands'], 'Password Mismatch', "New passwords don't match", [names[2]]],
])('refuses %j at the field, which gets the focus', async (typed, title, message, wrong) => {
  await openAdmin({}, { search: '?tab=settings' });
  await type(typed);
  await press();
  await expectRefused(title, message);
  const described = expect.stringContaining(message);
  for (const name of wrong) await expect.element(field(name)).toHaveAccessibleDescription(described);
  await expect.element(field(wrong[0] ?? '')).toHaveFocus();
  await expectTyped(typed);
});

test('keeps a password that failed to save and clears a saved one', async () => {
  const sent: PasswordChange[] = [];
  const typed: Passwords = ['demo-admin-pass', 'cups and swords', 'cups and swords'];
  const refusals = [anApiError(500, 'internal', ''), anApiError(400, 'invalid_request', 'It is not right.')];
  await openAdmin(
    {
      async changePassword(change) {
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        sent.push(change);
        return { changed: true };
      },
    },
    { search: '?tab=settings' },
  );
  await type(typed);
  for (const message of ['Failed to update password', 'It is not right.']) {
    await press();
    await expectRefused('Update Failed', message);
    await expectTyped(typed);
  }
  await press();
  await expectDone('Password Updated', 'Your other sessions have been signed out.');
  await expectTyped(['', '', '']);
  expect(sent).toEqual([{ currentPassword: typed[0], newPassword: typed[1] }]);
});
