import { expect, test } from 'vitest';
import { takeToast } from './take-toast.ts';
import { hasToast, leaveToast, type TextStorage } from './toast-handover.ts';

function memory(): TextStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => texts.set(key, value),
    removeItem: (key) => texts.delete(key),
  };
}

const refusing: TextStorage = {
  getItem() {
    throw new DOMException('denied', 'SecurityError');
  },
  setItem() {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem() {
    throw new DOMException('denied', 'SecurityError');
  },
};

test('the next page shows a toast that was left, once', () => {
  const storage = memory();
  leaveToast(storage, { title: 'Payment Successful', description: 'Thank you' });
  expect(hasToast(storage)).toBe(true);
  expect(takeToast(storage)).toEqual({ title: 'Payment Successful', description: 'Thank you' });
  expect(takeToast(storage)).toBeNull();
});

test.each(['', 'null', '[]', '{"description":1}', '{'])('what is not a toast is not shown: %j', (text) => {
  const storage = memory();
  storage.setItem('toast', text);
  expect(takeToast(storage)).toBeNull();
});

test('a browser that stores nothing loses the toast and nothing else', () => {
  leaveToast(refusing, { title: 'Payment Successful' });
  expect(hasToast(refusing)).toBe(false);
  expect(takeToast(refusing)).toBeNull();
});
