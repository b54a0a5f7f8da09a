import { expect, test } from 'vitest';
import { problemOf } from '../fields.ts';
import { editReadingSchema, rejectReadingSchema } from '../readings/reading-schema.ts';
import { changePasswordSchema, loginSchema } from './staff.ts';

function problem(
  schema: { safeParse(input: unknown): { error?: Parameters<typeof problemOf>[0] } },
  input: unknown,
) {
  const { error } = schema.safeParse(input);
  return error ? problemOf(error) : null;
}

const long = 'x'.repeat(257);
test.each([
  [{ username: ' ', password: 'x' }, 'The username is missing.'],
  [{ username: 'x'.repeat(61), password: 'x' }, 'The username can be up to 60 characters long.'],
  [{ username: 'maya' }, 'The password must be text.'],
  [{ username: 'maya', password: '' }, 'The password is missing.'],
  [{ username: 'maya', password: long }, 'The password can be up to 256 characters long.'],
  [
    { username: 'm', password: 'x', role: 'admin' },
    'There is no field called role here. Please leave it out.',
  ],
  [{ username: 'maya', password: ' ' }, null],
  [{ username: 'maya', password: 'x'.repeat(256) }, null],
])('checks the sign-in %j: %j', (input, message) => {
  expect(problem(loginSchema, input)).toBe(message);
});

test('keeps a password unchanged and cleans a username', () => {
  const password = ' two  blanks\t';
  expect(loginSchema.parse({ username: ' maya\n', password })).toEqual({ username: 'maya', password });
});

test.each([
  [{ currentPassword: 'x' }, 'The new password must be text.'],
  [{ currentPassword: '', newPassword: 'the wheel' }, 'The current password is missing.'],
  [{ currentPassword: 'x', newPassword: '12345' }, 'Password must be at least 6 characters'],
  [{ currentPassword: 'x', newPassword: long }, 'The new password can be up to 256 characters long.'],
  [{ currentPassword: 'x', newPassword: '123456' }, null],
])('checks the password change %j: %j', (input, message) => {
  expect(problem(changePasswordSchema, input)).toBe(message);
});

test.each([
  [{ feedback: 'x'.repeat(5001) }, 'The feedback can be up to 5000 characters long.'],
  [{ feedback: 7 }, 'The feedback must be text.'],
  [{ reason: 'x' }, 'There is no field called reason here. Please leave it out.'],
  [{}, null],
])('checks the rejection %j: %j', (input, message) => {
  expect(problem(rejectReadingSchema, input)).toBe(message);
});

test.each([
  [{}, 'Send the reading, the internal notes, or both.'],
  [{ content: ' ' }, 'The reading is missing.'],
  [{ content: 'x'.repeat(50_001) }, 'The reading can be up to 50000 characters long.'],
  [{ internalNotes: 'x'.repeat(500_001) }, 'The internal notes can be up to 500000 characters long.'],
  [{ internalNotes: null }, 'The internal notes must be text.'],
  [{ internalNotes: '' }, null],
  [{ content: 'The Sun.' }, null],
])('checks the edit %j: %j', (input, message) => {
  expect(problem(editReadingSchema, input)).toBe(message);
});
