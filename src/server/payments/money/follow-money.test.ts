import { expect, test } from 'vitest';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import { storedOrder } from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { settlePayment } from './settle-payment.ts';

/** An order that is paid, and what the provider answers to questions of any time about its payment. */
async function boughtOrder() {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  const payment = await app.payments.findPayment(paymentIntentId);
  if (!payment) throw new Error('The payment of a bought order is not found.');
  const answer = async (askedAt: number, more: Partial<Payment> = {}) => {
    await settlePayment(app.context, { ...payment, ...more, askedAt });
    return storedOrder(app, orderId);
  };
  return { app, now: app.clock.now() + seconds(1), answer };
}

const refunded: Partial<Payment> = {
  refundedCents: 6000,
  refunds: [{ id: 're_1', amountCents: 6000, status: 'succeeded', ourId: null, failure: null, createdAt: 1 }],
};

test('of two answers the one that was asked for later counts, in whichever order they come', async () => {
  const inOrder = await boughtOrder();
  await inOrder.answer(inOrder.now);
  expect((await inOrder.answer(inOrder.now + 1, refunded)).paymentStatus).toBe('refunded');
  const late = await boughtOrder();
  await late.answer(late.now + 1, refunded);
  expect(await late.answer(late.now)).toMatchObject({
    paymentStatus: 'refunded',
    refundedCents: 6000,
    moneyAskedAt: late.now + 1,
  });
});

test('an answer that comes too late leaves nothing in the history', async () => {
  const { answer, now, app } = await boughtOrder();
  await answer(now + 1);
  await answer(now, refunded);
  expect(app.db.$client.prepare('SELECT count(*) FROM refunds').pluck().get()).toBe(0);
});

test('the same answer may come twice', async () => {
  const { answer, now } = await boughtOrder();
  await answer(now, refunded);
  expect(await answer(now, refunded)).toMatchObject({ paymentStatus: 'refunded', refundedCents: 6000 });
});

test('after a restart with the clock put back what is asked counts again', async () => {
  const { answer, now } = await boughtOrder();
  await answer(now + hours(1));
  expect(await answer(now, refunded)).toMatchObject({ paymentStatus: 'refunded', moneyAskedAt: now });
});

test('a clock that was put back only a little keeps its order', async () => {
  const { answer, now } = await boughtOrder();
  await answer(now + minutes(1) - seconds(2), refunded);
  expect((await answer(now)).paymentStatus).toBe('refunded');
});

test('also while the clock is put back the later question of a running service counts', async () => {
  const { answer, now } = await boughtOrder();
  // The gateway counts on from where it was: its questions still have later and later times.
  await answer(now + hours(1) + 2, refunded);
  expect((await answer(now + hours(1) + 1)).paymentStatus).toBe('refunded');
});
