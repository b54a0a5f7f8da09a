import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { failOnce } from '../../../tests/kit/components/people.ts';
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

const missing = ['Missing Fields', 'Please fill in all password fields'] as const;
test.each<[Passwords, title: string, message: string, wrong: (typeof names)[number][]]>([
  [['', '', ''], ...missing, [...names]],
  [['x', 'short', 'short'], 'Password Too Short', 'Password must be at least 6 characters', ['New password']],
])('refuses %j at the field, which gets the focus', async (typed, title, message, wrong) => {
  await openAdmin({}, { search: '?tab=settings' });
  await type(typed);
  await press();
  await expectRefused(title, message);
  for (const name of names) {
    if (wrong.includes(name)) {
      await expect.element(field(name)).toBeInvalid();
      await expect.element(field(name)).toHaveAccessibleDescription(expect.stringContaining(message));
    } else await expect.element(field(name)).toBeValid();
  }
  await expect.element(field(wrong[0] ?? '')).toHaveFocus();
  await expectTyped(typed);
});

test('keeps a password that failed to save and clears a saved one', async () => {
  const sent: PasswordChange[] = [];
  const typed: Passwords = ['demo-admin-pass', 'cups and swords', 'cups and swords'];
  await openAdmin(
    {
      changePassword: failOnce(async (change) => {
        if (change.currentPassword !== typed[0]) throw anApiError(400, 'invalid_request', 'It is not right.');
        sent.push(change);
        return { changed: true as const };
      }),
    },
    { search: '?tab=settings' },
  );
  await type(typed);
  await press();
  await expectRefused('Update Failed', 'Failed to update password');
  await expectTyped(typed);
  await field('Current password').fill('a guess');
  await press();
  await expectRefused('Update Failed', 'It is not right.');
  await expectTyped(['a guess', 'cups and swords', 'cups and swords']);
  await field('Current password').fill(typed[0]);
  await press();
  await expectDone('Password Updated', 'Your other sessions have been signed out.');
  await expectTyped(['', '', '']);
  expect(sent).toEqual([{ currentPassword: typed[0], newPassword: typed[1] }]);
});
