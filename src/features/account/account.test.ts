import { expect, test, vi } from 'vitest';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createOwnAccount } from './account-store.ts';

test('reports "Not Copied" when the browser refuses to copy recovery codes', async () => {
  const copy = vi.fn(async (_text: string) => {}).mockRejectedValueOnce(new Error('not allowed'));
  const { desk, toasts } = setUpDesk({});
  const own = createOwnAccount(desk, copy);
  own.$recoveryCodes.set(['AAAA', 'BBBB']);
  await own.copyRecoveryCodes();
  expect(toasts.shown.at(-1)?.title).toBe('Not Copied');
  await own.copyRecoveryCodes();
  expect([copy.mock.lastCall, toasts.shown.at(-1)?.title]).toEqual([['AAAA\nBBBB'], 'Copied']);
});
