import { expect, test } from 'vitest';
import { fakeStorage } from './store-testing.ts';
import { hasSavedToast, saveToast, takeSavedToast } from './toast-handover.ts';

test('the next page shows a toast that was left, once', () => {
  const storage = fakeStorage();
  saveToast(storage, { title: 'Payment Successful', description: 'Thank you' });
  expect(hasSavedToast(storage)).toBe(true);
  expect(takeSavedToast(storage)).toEqual({ title: 'Payment Successful', description: 'Thank you' });
  expect(takeSavedToast(storage)).toBeNull();
});

test('a damaged toast is none, and gone afterwards', () => {
  const storage = fakeStorage();
  storage.setItem('toast', '{"title":"Pay');
  expect(takeSavedToast(storage)).toBeNull();
  expect(hasSavedToast(storage)).toBe(false);
});
