import { expect, test, vi } from 'vitest';
import {
  orderIn,
  placeOrder,
  saidBy,
  sendPaymentEvent,
  setPrice,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createRefundDesk } from '../../../tests/kit/refund-desk.ts';
import type { TestApp } from '../../../tests/kit/test-app.ts';
import { failure } from '../../../tests/kit/test-gateway.ts';
import { DomainError } from '../base/domain-error.ts';
import { settlePayment } from './settle-payment.ts';

/** Lets something happen between Stripe's refund and its answer. */
function whileRefunding({ context }: TestApp, work: () => Promise<unknown>): void {
  const { refundPayment } = context.payments;
  context.payments.refundPayment = async (input) => {
    const made = await refundPayment(input);
    await work();
    return made;
  };
}

test('refunds everything without an amount and ignores its own webhook', async () => {
  const { app, orderId, refund, atStripe, tell, lines } = await createRefundDesk();
  const made = { refundId: 're_1', refundStatus: 'succeeded' };
  expect((await refund()).body).toMatchObject({ ...made, amount: 60, order: { paymentStatus: 'refunded' } });
  expect(atStripe()?.refundedMinor).toBe(6000);
  const line = { actor: 'admin', data: { ...made, amountMinor: 6000 } };
  expect(lines('refund_made')).toMatchObject([line]);
  const before = timelineOf(app, orderId);
  await tell('charge.refunded');
  expect(timelineOf(app, orderId)).toEqual(before);
});

test('refunds parts, but never more than is left', async () => {
  const { refund, payment } = await createRefundDesk();
  expect((await refund({ amount: 20.5 })).body.order.paymentStatus).toBe('partially_refunded');
  expect(await payment()).toMatchObject({ received: 60, refunded: 20.5, refundable: 39.5 });
  expect(saidBy(await refund({ amount: 39.51 }))).toBe('409 At most $39.50 can be refunded.');
  expect((await refund()).body).toMatchObject({ amount: 39.5, order: { paymentStatus: 'refunded' } });
  expect(saidBy(await refund())).toBe('409 There is nothing to refund on this order.');
});

test('refunds once when the button is pressed ten times at once', async () => {
  const { refund, atStripe, lines } = await createRefundDesk();
  await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 10 })));
  expect(atStripe()?.refundedMinor).toBe(1000);
  expect(lines('refund_made')).toHaveLength(1);
});

test('refuses another amount while a refund waits, and repeats the same', async () => {
  const { app, refund, atStripe } = await createRefundDesk();
  app.payments.setDown(true, 'refundPayment');
  expect((await refund({ amount: 20 })).status).toBe(502);
  expect(saidBy(await refund({ amount: 30 }))).toBe(
    '409 admin already asked for a refund of $20.00, and Stripe hasn’t answered yet. We ask again every minute. Your refund was not made.',
  );
  app.payments.setDown(false);
  expect((await refund({ amount: 20 })).status).toBe(200);
  expect(atStripe()?.refundedMinor).toBe(2000);
});

test('treats a second press during a refund as the same refund', async () => {
  const { app, refund, tell, atStripe } = await createRefundDesk();
  let second: Awaited<ReturnType<typeof refund>> | undefined;
  whileRefunding(app, async () => {
    await tell('refund.created');
    second ??= await refund({ amount: 20 });
  });
  const first = await refund({ amount: 20 });
  expect([first.body.refundId, second?.body.refundId]).toEqual(['re_1', 're_1']);
  expect(atStripe()?.refundedMinor).toBe(2000);
});

test('refuses a second admin’s refund based on outdated figures', async () => {
  const { app, refund, atStripe, order } = await createRefundDesk();
  const gateway = app.context.payments;
  const arrives = Promise.withResolvers<void>();
  const asked = { amount: 20, refundedBefore: 0 };
  let questions = 0;
  let late: ReturnType<typeof refund> | undefined;
  app.context.payments = {
    ...gateway,
    async findPayment(id, scope) {
      questions += 1;
      const answer = await gateway.findPayment(id, scope);
      // The second admin's answer is under way for long.
      if (questions === 2) await arrives.promise;
      return answer;
    },
    async refundPayment(input) {
      late ??= refund(asked);
      await vi.waitFor(() => expect(questions).toBe(2));
      return gateway.refundPayment(input);
    },
  };
  expect((await refund(asked)).status).toBe(200);
  arrives.resolve();
  expect((await late)?.status).toBe(409);
  expect([atStripe()?.refundedMinor, order().refundedMinor]).toEqual([2000, 2000]);
});

test('explains a Stripe failure to the admin in plain words', async () => {
  const { app, refund } = await createRefundDesk();
  app.payments.failWith(failure('key'));
  const words = 'The payment could not be checked with Stripe: Stripe does not know the key.';
  expect(saidBy(await refund())).toBe(`502 ${words} Nothing was refunded.`);
});

test('starts a new refund with a new key after a refusal', async () => {
  const { app, refund, lines, atStripe } = await createRefundDesk();
  const refusal = new DomainError('payment_conflict', 'Stripe refuses the refund: insufficient balance.');
  app.payments.failWith(refusal, 'refundPayment');
  expect((await refund({ amount: 20, refundedBefore: 0 })).status).toBe(409);
  expect(lines('refund_refused')).toMatchObject([{ actor: 'admin', data: { amountMinor: 2000 } }]);
  app.payments.setDown(false);
  expect((await refund({ amount: 20, refundedBefore: 0 })).status).toBe(200);
  expect(atStripe()?.refundedMinor).toBe(2000);
});

test('holds the reading and refuses a second refund while one is pending', async () => {
  const { app, admin, refund } = await createRefundDesk();
  const { orderId, paymentIntentId } = await orderIn(app, 'approved', admin.person);
  app.payments.refundsBegin('pending');
  const { body } = await refund({ refundedBefore: 0 }, orderId);
  expect(body).toMatchObject({
    refundStatus: 'pending',
    order: { paymentStatus: 'paid', refundedAmount: 0, refundingAmount: 60, hold: 'refund' },
  });
  expect((await refund({ refundedBefore: 0 }, orderId)).status).toBe(409);
  app.clock.advance(120_000);
  await app.sendMail();
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  app.payments.moveRefund(paymentIntentId, 're_1', 'succeeded');
  await sendPaymentEvent(app, paymentIntentId, 'refund.updated');
  const refunded = { paymentStatus: 'refunded', refundedMinor: 6000, refundingMinor: 0, hold: null };
  expect(storedOrder(app, orderId)).toMatchObject(refunded);
});

test('restores a failed refund and alerts until an admin clears it', async () => {
  const { app, admin, orderId, paymentIntentId, refund, order, tell, lines, payment } =
    await createRefundDesk();
  await refund();
  expect(order().paymentStatus).toBe('refunded');
  app.payments.moveRefund(paymentIntentId, 're_1', 'failed', 'lost_or_stolen_card');
  await tell('refund.failed');
  expect(order()).toMatchObject({ paymentStatus: 'paid', refundedMinor: 0 });
  const data = { refundStatus: 'failed', failure: 'lost_or_stolen_card' };
  expect(lines('refund_changed')).toMatchObject([{ data }]);
  expect(await payment()).toMatchObject({ refunded: 0, refundable: 60, refunds: [{ status: 'failed' }] });
  expect((await admin.get('/api/alerts')).body).toMatchObject([{ code: 'refund_failed' }]);
  expect((await admin.put(`/api/orders/${orderId}/clear-payment`)).status).toBe(200);
  expect((await admin.get('/api/alerts')).body).toEqual([]);
  expect((await admin.put(`/api/orders/${orderId}/clear-payment`)).status).toBe(409);
});

test('counts a refund once when its webhook arrives before the answer', async () => {
  const { app, refund, order, atStripe, tell, lines } = await createRefundDesk();
  const { refundPayment } = app.context.payments;
  app.context.payments.refundPayment = async (request) => {
    const made = await refundPayment(request);
    await tell('charge.refunded');
    return { ...made, status: 'pending' };
  };
  expect((await refund({ amount: 20 })).body).toMatchObject({ amount: 20, refundStatus: 'succeeded' });
  expect(order()).toMatchObject({ refundedMinor: 2000, refundingMinor: 0 });
  expect(lines('refund_made')).toHaveLength(1);
  expect(atStripe()?.refundedMinor).toBe(2000);
});

test('counts a refund once when Stripe reports only the total', async () => {
  const { app, refund, order, paymentIntentId } = await createRefundDesk();
  whileRefunding(app, async () => {
    const payment = await app.context.payments.findPayment(paymentIntentId);
    if (payment) await settlePayment(app.context, { ...payment, refunds: [] });
  });
  for (const refundedMinor of [2000, 4000]) {
    expect((await refund({ amount: 20 })).status).toBe(200);
    expect(order()).toMatchObject({ refundedMinor, paymentStatus: 'partially_refunded' });
  }
});

test('counts its own refund and a simultaneous one made at Stripe', async () => {
  const { app, refund, order, paymentIntentId, tell } = await createRefundDesk();
  const { refundPayment } = app.context.payments;
  app.context.payments.refundPayment = async (request) => {
    app.payments.refundElsewhere(paymentIntentId, 2500);
    await tell('charge.refunded');
    return refundPayment(request);
  };
  expect((await refund({ amount: 20 })).status).toBe(200);
  expect(order().refundedMinor).toBe(4500);
});

test('allows a new refund before the webhook of a failed one', async () => {
  const { app, paymentIntentId, refund, lines } = await createRefundDesk();
  await refund();
  app.payments.moveRefund(paymentIntentId, 're_1', 'failed', 'lost_or_stolen_card');
  const again = await refund({ refundedBefore: 0 });
  expect([again.status, again.body.refundId]).toEqual([200, 're_2']);
  expect(lines('refund_changed')).toMatchObject([{ data: { refundStatus: 'failed' } }]);
});

test('lists a refund made at Stripe once in the timeline', async () => {
  const { app, paymentIntentId, order, tell, lines } = await createRefundDesk();
  app.payments.refundElsewhere(paymentIntentId, 1500);
  for (const type of ['refund.created', 'charge.refunded']) await tell(type);
  expect(order().paymentStatus).toBe('partially_refunded');
  expect(lines('refund_made')).toMatchObject([{ actor: 'stripe', data: { amountMinor: 1500 } }]);
});

test('refuses to refund a free, unpaid or disputed order', async () => {
  const { app, paymentIntentId, orderId, refund } = await createRefundDesk();
  const unpaid = await placeOrder(app);
  app.payments.change(paymentIntentId, { isDisputed: true });
  setPrice(app, 0);
  const free = await placeOrder(app);
  for (const id of [unpaid.orderId, orderId, free.orderId])
    expect(saidBy(await refund({}, id))).toBe('409 There is nothing to refund on this order.');
});

test('refuses invalid amounts with a message', async () => {
  const { refund, order } = await createRefundDesk();
  const amounts = [0, -1, 1.234, '5', null].map((amount) => ({ amount }));
  const seen = [-1, 0.001, null].map((refundedBefore) => ({ refundedBefore }));
  for (const body of [...amounts, ...seen, { sum: 5 }])
    expect(saidBy(await refund(body)), JSON.stringify(body)).toMatch(/^400 [A-Z].*\.$/);
  expect(order().paymentStatus).toBe('paid');
});
