import { expect, test, vi } from 'vitest';
import { ApiError } from '../../api.ts';
import { aDeskBase, anOrder } from '../../desk/desk-testing.ts';
import type { StaffApi } from '../../desk/staff-api.ts';
import { anApiError, lookAt, settle } from '../../store-testing.ts';
import { createRefunds } from './refunds.ts';

const order = anOrder({ id: 'o1', orderNumber: 'CT-7K3M9Q' });

function setUp(calls: Partial<StaffApi>) {
  const { desk, changed, toasts } = aDeskBase(calls);
  return { refunds: createRefunds(desk), toasts, changed };
}

const onItsWay = 'CT-7K3M9Q: $20.50 on its way to the card; it can still fail. At Stripe: re_1.';
test.each([
  ['succeeded', 'Refund Made', 'CT-7K3M9Q: $20.50 refunded to the card. At Stripe: re_1.'],
  ['pending', 'Refund On Its Way', onItsWay],
  ['requires_action', 'Refund On Its Way', onItsWay],
  [
    'failed',
    'Refund Failed',
    'CT-7K3M9Q: $20.50 did not go back; the money stays with you. At Stripe: re_1.',
  ],
])('a refund of which Stripe says %s is told as “%s”', async (refundStatus, title, description) => {
  const refundOrder = vi.fn(async () => ({ order, amount: 20.5, refundId: 're_1', refundStatus }));
  const { refunds, toasts, changed } = setUp({ refundOrder });
  expect(await refunds.refund(order, 20.5, 10)).toBe('made');
  expect(refundOrder).toHaveBeenCalledWith('o1', { amount: 20.5, refundedBefore: 10 });
  expect(toasts.shown).toMatchObject([{ title, description }]);
  expect(changed).toHaveBeenCalledWith('orders/o1');
});

test.each([
  ['Stripe has not answered the server', 502, 'payment_provider_failed', { outcome: 'unknown' }],
  ['the server has not answered in time', 0, 'timeout', {}],
  ['the server could not be reached', 0, 'unreachable', {}],
  ['the server has failed', 500, 'internal_error', {}],
  ['nothing can be stored', 503, 'unavailable', {}],
] as const)('when %s, it is not called failed, and the refunds are looked at again', async (...when) => {
  const [, status, code, more] = when;
  const words = 'Stripe did not answer.';
  const error = new ApiError(status, JSON.stringify({ error: { code, message: words, ...more } }), '');
  const orderPayment = vi.fn(async () => null);
  const { refunds, toasts } = setUp({ refundOrder: () => Promise.reject(error), orderPayment });
  await lookAt(refunds.paymentOf('o1').$state);
  expect(await refunds.refund(order, 5, 0)).toBe('unknown');
  expect(toasts.shown).toMatchObject([{ title: 'Refund Not Known Yet' }]);
  expect(toasts.shown[0]?.description).toContain('outcome' in more ? words : '$5.00');
  await settle();
  expect(orderPayment).toHaveBeenCalledTimes(2);
});

test.each([
  ['Stripe has refused it', 502, 'payment_provider_failed'],
  ['the amount makes no sense', 400, 'invalid_request'],
])('when %s, nothing was given back, and it may be asked for again', async (_what, status, code) => {
  const refundOrder = () => Promise.reject(anApiError(status, code, 'Nothing was given back.'));
  const { refunds, toasts } = setUp({ refundOrder, orderPayment: async () => null });
  expect(await refunds.refund(order, 5, 0)).toBe('failed');
  expect(toasts.shown).toMatchObject([{ title: 'Refund Failed', description: 'Nothing was given back.' }]);
});

test.each([
  ['60', 6000, null],
  [' 10.5 ', 1050, null],
  ['10,50', 1050, null],
  ['0.01', 1, null],
  ['60.01', null, /^At most \$60\.00 can be refunded\.$/],
  ['0', null, /more than 0/],
  ['', null, /more than 0/],
  ['-5', null, /more than 0/],
  ['1.234', null, /two decimals/],
  ['1,050', null, /1050 without the comma/],
])('of $60 left, %j is read as %j cents: %j', (typed, cents, problem) => {
  const sum = setUp({}).refunds.readSum(typed, 60);
  expect(sum).toEqual({ cents, problem: problem && expect.stringMatching(problem) });
});
