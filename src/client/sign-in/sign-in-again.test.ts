import { expect, test, vi } from 'vitest';
import { createSignInAgain } from './sign-in-again.ts';

test('a person whose session has ended signs in again with their password alone', async () => {
  const user = { username: 'rita', role: 'reader' } as const;
  const login = vi.fn(async () => user);
  const again = createSignInAgain({ username: 'rita', calls: { login, currentUser: async () => user } });
  expect(await again.signIn('secret words', '')).toBe(true);
  expect(login.mock.calls).toEqual([[{ username: 'rita', password: 'secret words' }]]);
});
