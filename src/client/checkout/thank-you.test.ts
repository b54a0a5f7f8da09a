import { expect, test } from 'vitest';
import { checkingPath, readThankYou, thankYouPath, unpaidPath } from './thank-you.ts';

test.each([
  [thankYouPath('CT-7K3M9Q'), { outcome: 'paid', isFree: false, isRedirected: false }],
  [thankYouPath('CT-7K3M9Q', true), { outcome: 'paid', isFree: true, isRedirected: false }],
  [checkingPath('CT-7K3M9Q'), { outcome: 'checking' }],
  [unpaidPath('CT-7K3M9Q'), { outcome: 'unpaid' }],
])('the address %s is read back', (path, thankYou) => {
  const { search } = new URL(path, 'https://shop.example');
  expect(readThankYou(search)).toMatchObject({ orderNumber: 'CT-7K3M9Q', ...thankYou });
});

test.each(['', '?order=', '?order=CT-123', '?order=<b>CT-7K3M9Q</b>', '?order=ct-7k3m9q'])(
  'the address %j holds no order number',
  (search) => {
    expect(readThankYou(search).orderNumber).toBeNull();
  },
);

test.each([
  ['succeeded', 'paid'],
  ['failed', 'unpaid'],
  ['pending', 'checking'],
  ['processing', 'checking'],
])('a return with the status %s is %s', (status, outcome) => {
  const search = `?order=CT-7K3M9Q&redirect_status=${status}`;
  expect(readThankYou(search).outcome).toBe(outcome);
});
