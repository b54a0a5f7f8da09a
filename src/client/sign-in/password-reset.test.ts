import { expect, test } from 'vitest';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { fakeStorage } from '../store-testing.ts';
import { saveNewPassword } from './password-reset.ts';

const secret = 'Zk3vT9QwZk3vT9QwZk3vT9';

test('a new password leads to the sign-in, where it is said', async () => {
  const calls: string[][] = [];
  const paths: string[] = [];
  const storage = fakeStorage();
  const confirm = async (...words: string[]) => calls.push(words);
  const navigate = (path: string) => void paths.push(path);
  await saveNewPassword({ calls: { confirm }, storage, navigate }, secret, 'the wheel turns');
  expect(calls).toEqual([[secret, 'the wheel turns']]);
  expect(paths).toEqual(['/admin/login']);
  expect(storage.getItem('toast')).toContain('Password Updated');
});

test.each(['', '#', '#Zk3vT9QwZk3vT9', `#${secret}A`])('a link that ends in %j is not complete', (hash) => {
  expect(linkSecretIn(hash)).toBe('');
});

test.each(['.', '?utm_source=mail', '&utm_source=mail', '%20', '%3E'])(
  'a link is taken although its mail program added %j',
  (added) => {
    expect(linkSecretIn(`#${secret}${added}`)).toBe(secret);
  },
);
