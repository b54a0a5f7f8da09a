import { expect, test } from 'vitest';
import { refunds as refundTable } from '../../../db/schema.ts';
import { saidBy } from '../../../tests/kit/builders.ts';
import { createRefundDesk } from '../../../tests/kit/refund-desk.ts';
import { failure } from '../../../tests/kit/test-gateway.ts';
import { finishRefunds } from './refund-order.ts';

async function createDesk() {
  const desk = await createRefundDesk();
  const { app, refund } = desk;
  return {
    ...desk,
    /** Stripe makes the refund, and its answer is lost. */
    async loseRefund(body: object = {}) {
      app.payments.loseAnswers('refundPayment');
      expect((await refund(body)).status).toBe(502);
      app.payments.loseAnswers(null);
    },
    later: () => {
      app.clock.advance(60_000);
      return finishRefunds(app.context);
    },
  };
}

test('retries a refund that never reached Stripe, and makes it once', async () => {
  const { app, refund, atStripe, later, lines, payment } = await createDesk();
  app.payments.setDown(true, 'refundPayment');
  await refund({ amount: 20, refundedBefore: 0 });
  expect(await later()).toBe(0);
  expect(await payment()).toMatchObject({ refunded: 0, refunds: [{ status: 'asked', askedBy: 'admin' }] });
  app.payments.setDown(false);
  expect([await later(), await later()]).toEqual([1, 0]);
  expect(atStripe()?.refundedMinor).toBe(2000);
  expect(lines('refund_made')).toMatchObject([{ actor: 'admin' }]);
});

test('records a refusal when Stripe does not know the payment', async () => {
  const { app, loseRefund, later, lines } = await createDesk();
  await loseRefund();
  app.payments.findPayment = async () => null;
  expect(await later()).toBe(1);
  expect(lines('refund_refused')[0]?.data.words).toContain('Stripe does not know this payment');
});

test('finds its own refund by id after Stripe forgot the key', async () => {
  const { app, loseRefund, atStripe, later } = await createDesk();
  await loseRefund({ amount: 20 });
  app.payments.forgetKeys();
  await later();
  expect(atStripe()?.refunds).toHaveLength(1);
  expect(app.db.select().from(refundTable).all()).toMatchObject([{ status: 'succeeded', stripeId: 're_1' }]);
});

test('does not repeat a refund made at Stripe in the meantime', async () => {
  const { app, paymentIntentId, refund, atStripe, later, lines } = await createDesk();
  app.payments.setDown(true, 'refundPayment');
  await refund({ amount: 20 });
  app.payments.setDown(false);
  app.payments.refundElsewhere(paymentIntentId, 2000);
  await later();
  expect(atStripe()?.refundedMinor).toBe(2000);
  expect(lines('refund_refused')[0]?.data.words).toMatch(/refunded in Stripe/);
});

test('does not retry when the key lacks the permission', async () => {
  const { app, refund, later, atStripe } = await createDesk();
  app.payments.failWith(failure('permission'), 'refundPayment');
  expect(saidBy(await refund({ amount: 20 }))).toBe('502 Nothing was refunded: the key may not do this.');
  app.payments.setDown(false);
  expect(await later()).toBe(0);
  expect(atStripe()?.refundedMinor).toBe(0);
});
