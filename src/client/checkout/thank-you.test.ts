import { expect, test } from 'vitest';
import { readThankYou, thankYouPath } from './thank-you.ts';

test('the address of a thank-you is read back', () => {
  const { search } = new URL(thankYouPath('CT-7K3M9Q'), 'https://shop.example');
  expect(readThankYou(search)).toEqual({
    orderNumber: 'CT-7K3M9Q',
    isPaid: true,
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

test('a return without a payment is not thanked for', () => {
  expect(readThankYou('?order=CT-7K3M9Q&redirect_status=failed').isPaid).toBe(false);
  expect(readThankYou('?order=CT-7K3M9Q&redirect_status=succeeded').isPaid).toBe(true);
});

test('an order that is known to be paid is, whatever an old address says', () => {
  expect(readThankYou('?order=CT-7K3M9Q&redirect_status=failed', true).isPaid).toBe(true);
});
