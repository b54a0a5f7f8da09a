import { expect, test, vi } from 'vitest';
import { anApiError } from '../store-testing.ts';
import { createSignInAgain } from './sign-in-again.ts';

const user = { username: 'rita', role: 'reader' } as const;

test('whoever was signed in signs in again with their password alone', async () => {
  const login = vi.fn(async () => user);
  const again = createSignInAgain({ username: 'rita', calls: { login, currentUser: async () => user } });
  expect(await again.signIn('', '')).toBe(false);
  expect(again.$errors.get().password).toBe('Please enter your password.');
  expect(await again.signIn('secret words', '')).toBe(true);
  expect(login.mock.calls).toEqual([[{ username: 'rita', password: 'secret words' }]]);
});

test('a code is asked for where the account has a second factor', async () => {
  const login = vi.fn(async () => user);
  login.mockRejectedValueOnce(anApiError(401, 'code_required', 'Please enter the code.'));
  const again = createSignInAgain({ username: 'rita', calls: { login, currentUser: async () => user } });
  expect(await again.signIn('secret words', '')).toBe(false);
  expect(again.$needsCode.get()).toBe(true);
  expect(again.$errors.get()).toEqual({});
  expect(await again.signIn('secret words', ' ')).toBe(false);
  expect(again.$errors.get().code).toBe('Please enter the code.');
  expect(await again.signIn('secret words', '123456')).toBe(true);
  expect(login).toHaveBeenLastCalledWith({ username: 'rita', password: 'secret words', code: '123456' });
});

test('a wrong password is told in the server’s words', async () => {
  const login = () => Promise.reject(anApiError(401, 'unauthenticated', 'Invalid credentials'));
  const again = createSignInAgain({ username: 'rita', calls: { login, currentUser: async () => user } });
  expect(await again.signIn('not these', '')).toBe(false);
  expect(again.$errors.get().password).toBe('Invalid credentials');
  expect(again.$isBusy.get()).toBe(false);
});
