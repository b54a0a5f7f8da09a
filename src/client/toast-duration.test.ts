import { expect, test } from 'vitest';
import { toastDuration } from './toast-duration.ts';
import type { Toast } from './toasts.ts';

const aToast: Toast = { id: 1, title: 'Update Failed', variant: 'destructive', isOpen: true };
const long =
  'We can’t save this right now. Please try again in a minute, or ask somebody who knows why. '.repeat(2);

test.each<[what: string, toast: Toast, seconds: number]>([
  ['good news', { ...aToast, variant: 'default' }, 5],
  ['good news, however long', { ...aToast, variant: 'default', description: long }, 5],
  ['bad news that is short', { ...aToast, description: 'Invalid credentials' }, 5],
])('%s stays for five seconds', (_what, toast, seconds) => {
  expect(toastDuration(toast)).toBe(seconds * 1_000);
});

test('bad news that is long stays until it can have been read', () => {
  expect(toastDuration({ ...aToast, description: long })).toBeGreaterThan(10_000);
});
