import { expect, test } from 'vitest';
import { storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { hours, seconds } from '../../shared/durations.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { settlePayment } from './settle-payment.ts';

const app = createTestApp();

/** The first answer reports a partial refund, the second a full one. */
test.each([
  ['to a later question counts', 1000, 0, 1, 'refunded'],
  ['to a simultaneous question counts', 1000, 0, 0, 'refunded'],
  ['to an earlier question does not count', 1000, 1, 0, 'partially_refunded'],
  ['to an earlier question does not count after one without news', 0, 1, 0, 'paid'],
  ['counts after a restart with the clock set back', 1000, hours(1), 0, 'refunded'],
  ['does not count when the clock was set back slightly', 1000, seconds(58), 0, 'partially_refunded'],
  // The gateway of a running service counts on from where it was.
  ['keeps its order while the clock is set back', 1000, hours(1) + 2, hours(1) + 1, 'partially_refunded'],
] as const)('an answer %s', async (_what, knownMinor, firstAsked, thenAsked, status) => {
  const { orderId, paymentIntentId } = await app.buy();
  const paid = await app.payments.findPayment(paymentIntentId);
  if (!paid) throw new Error('The payment of a bought order is not found.');
  const answer = (refundedMinor: number, asked: number): Payment => ({
    ...paid,
    refundedMinor,
    refunds: [refundOf(`${paymentIntentId}_${refundedMinor}`, refundedMinor)].filter(() => refundedMinor > 0),
    askedAt: app.clock.now() + seconds(1) + asked,
  });
  await settlePayment(app.context, answer(knownMinor, firstAsked));
  await settlePayment(app.context, answer(6000, thenAsked));
  expect(storedOrder(app, orderId).paymentStatus).toBe(status);
  const kept = app.db.query.refunds.findMany().sync();
  const isKept = kept.some((refund) => refund.orderId === orderId && refund.amountMinor === 6000);
  expect(isKept).toBe(status === 'refunded');
});

function refundOf(id: string, amountMinor: number): Payment['refunds'][number] {
  return { id, amountMinor, status: 'succeeded', ourId: null, failure: null, createdAt: 1 };
}
