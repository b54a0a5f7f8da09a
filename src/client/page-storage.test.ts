import { expect, test } from 'vitest';
import { hasToast, leaveToast, takeToast } from './page-storage.ts';
import { fakeStorage } from './store-testing.ts';

test('the next page shows a toast that was left, once', () => {
  const storage = fakeStorage();
  leaveToast(storage, { title: 'Payment Successful', description: 'Thank you' });
  expect(hasToast(storage)).toBe(true);
  expect(takeToast(storage)).toEqual({ title: 'Payment Successful', description: 'Thank you' });
  expect(takeToast(storage)).toBeNull();
});
