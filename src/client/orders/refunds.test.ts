import { expect, test, vi } from 'vitest';
import { aDeskBase, anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createRefunds } from './refunds.ts';

const order = anOrder({ id: 'o1', orderNumber: 'CT-7K3M9Q' });

function setUp(calls: Partial<StaffApi>) {
  const { desk, changed, toasts } = aDeskBase(calls);
  return { refunds: createRefunds(desk), toasts, changed };
}

test('a refund is told with Stripe’s answer', async () => {
  const refundOrder = vi.fn(async () => ({
    order,
    amount: 20.5,
    refundId: 're_1',
    refundStatus: 'succeeded',
  }));
  const { refunds, toasts, changed } = setUp({ refundOrder });
  expect(await refunds.refund(order, '20.50', 10)).toBe(true);
  expect(refundOrder).toHaveBeenCalledWith('o1', { amount: 20.5, refundedBefore: 10 });
  expect(toasts.shown).toEqual([
    {
      title: 'Refund Made',
      description: 'CT-7K3M9Q: $20.50 on its way back to the card. At Stripe: succeeded, re_1.',
    },
  ]);
  expect(changed).toHaveBeenCalledWith('orders/o1');
});

test('what Stripe refuses is told in its words, and its numbers are fetched again', async () => {
  const refundOrder = async () => {
    throw anApiError(409, 'payment_conflict', 'Stripe refuses the refund: it was charged back.');
  };
  const orderPayment = vi.fn(async () => null);
  const { refunds, toasts } = setUp({ refundOrder, orderPayment });
  refunds.paymentOf('o1').$state.listen(() => {});
  await settle();
  expect(await refunds.refund(order, '5', 0)).toBe(false);
  expect(toasts.shown[0]).toMatchObject({
    title: 'Refund Failed',
    description: 'Stripe refuses the refund: it was charged back.',
  });
  await settle();
  expect(orderPayment).toHaveBeenCalledTimes(2);
});

test.each([
  ['60', null],
  ['0.01', null],
  ['60.01', 'At most $60.00 can be given back.'],
  ['0', /more than 0/],
  ['', /more than 0/],
  ['-5', /more than 0/],
  ['1.234', /two decimals/],
])('of $60 left, %j is %s', (amount, problem) => {
  const { refunds } = setUp({});
  const found = refunds.problemWith(amount, 60);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
