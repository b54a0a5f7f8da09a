import { expect, test } from 'vitest';
import { fakeStorage } from './store-testing.ts';
import { hasToast, leaveToast, takeToast } from './toast-handover.ts';

test('the next page shows a toast that was left, once', () => {
  const storage = fakeStorage();
  leaveToast(storage, { title: 'Payment Successful', description: 'Thank you' });
  expect(hasToast(storage)).toBe(true);
  expect(takeToast(storage)).toEqual({ title: 'Payment Successful', description: 'Thank you' });
  expect(takeToast(storage)).toBeNull();
});

test('a damaged toast is none, and gone afterwards', () => {
  const storage = fakeStorage();
  storage.setItem('toast', '{"title":"Pay');
  expect(takeToast(storage)).toBeNull();
  expect(hasToast(storage)).toBe(false);
});
