import { expect, test } from 'vitest';
import { fakeStorage } from './store-testing.ts';
import { takeToast } from './take-toast.ts';
import { hasToast, leaveToast } from './toast-handover.ts';

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};
const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse };

test('the next page shows a toast that was left, once', () => {
  const storage = fakeStorage();
  leaveToast(storage, { title: 'Payment Successful', description: 'Thank you' });
  expect(hasToast(storage)).toBe(true);
  expect(takeToast(storage)).toEqual({ title: 'Payment Successful', description: 'Thank you' });
  expect(takeToast(storage)).toBeNull();
});

test.each(['', 'null', '{'])('what is not a toast is not shown: %j', (text) => {
  const storage = fakeStorage();
  storage.setItem('toast', text);
  expect(takeToast(storage)).toBeNull();
});

test('a browser that stores nothing loses the toast and nothing else', () => {
  leaveToast(refusing, { title: 'Payment Successful' });
  expect(hasToast(refusing)).toBe(false);
  expect(takeToast(refusing)).toBeNull();
});
