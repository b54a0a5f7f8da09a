import { expect, test } from 'vitest';
import { hasSavedToast, saveToast, takeSavedToast } from './saved-toast.ts';
import { fakeStorage } from './store-testing.ts';

test('shows a saved toast once, on the next page', () => {
  const storage = fakeStorage();
  saveToast(storage, { title: 'Payment Successful', description: 'Thank you' });
  expect(hasSavedToast(storage)).toBe(true);
  expect(takeSavedToast(storage)).toEqual({ title: 'Payment Successful', description: 'Thank you' });
  expect(takeSavedToast(storage)).toBeNull();
});

test('ignores and removes a damaged toast', () => {
  const storage = fakeStorage();
  storage.setItem('toast', '{"title":"Pay');
  expect(takeSavedToast(storage)).toBeNull();
  expect(hasSavedToast(storage)).toBe(false);
});
