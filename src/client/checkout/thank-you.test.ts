import { expect, test } from 'vitest';
import { checkingPath, readThankYou, thankYouPath, unpaidPath } from './thank-you.ts';

test('the address of a thank-you is read back', () => {
  const { search } = new URL(thankYouPath('CT-7K3M9Q'), 'https://shop.example');
  expect(readThankYou(search)).toEqual({
    orderNumber: 'CT-7K3M9Q',
    outcome: 'paid',
    isFree: false,
    isRedirected: false,
  });
  expect(readThankYou(new URL(thankYouPath('CT-7K3M9Q', true), 'https://shop.example').search).isFree).toBe(
    true,
  );
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
  expect(readThankYou(`?order=CT-7K3M9Q&redirect_status=${status}`).outcome).toBe(outcome);
});

test('the addresses of the other outcomes are read back', () => {
  const outcomeAt = (path: string) => readThankYou(new URL(path, 'https://shop.example').search).outcome;
  expect(outcomeAt(checkingPath('CT-7K3M9Q'))).toBe('checking');
  expect(outcomeAt(unpaidPath('CT-7K3M9Q'))).toBe('unpaid');
});

test('an order that is known to be paid is, whatever an old address says', () => {
  expect(readThankYou('?order=CT-7K3M9Q&redirect_status=failed', true).outcome).toBe('paid');
});
