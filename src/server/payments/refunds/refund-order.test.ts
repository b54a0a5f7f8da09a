import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { OrderPayment, RefundMade } from '../../../shared/orders/refunds.ts';
import {
  addSignedIn,
  orderIn,
  placeOrder,
  sendWebhook,
  setPrice,
  storedMail,
  storedOrder,
  submitForm,
  timelineOf,
} from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { listEvents } from '../../orders/order-events-repository.ts';

async function createDesk() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const refund = (orderId: string, body: object = {}) =>
    admin.post<RefundMade & ErrorBody>(`/api/orders/${orderId}/refund`, body);
  const payment = (orderId: string) => admin.get<OrderPayment>(`/api/orders/${orderId}/payment`);
  return { app, admin, refund, payment };
}

test('without an amount everything goes back, and the timeline tells who gave it back', async () => {
  const { app, refund } = await createDesk();
  const { orderId, paymentIntentId } = await app.buy();
  const { status, body } = await refund(orderId);
  expect(status).toBe(200);
  expect(body).toMatchObject({ amount: 60, refundId: 're_1', refundStatus: 'succeeded' });
  expect(body.order.paymentStatus).toBe('refunded');
  expect(app.payments.payments.get(paymentIntentId)?.refundedCents).toBe(6000);
  const made = listEvents(app.db, orderId).find(({ type }) => type === 'refund_made');
  expect(made).toMatchObject({
    actor: 'admin',
    data: { amountCents: 6000, refundId: 're_1', refundStatus: 'succeeded' },
  });
});

test('a part goes back, then another; never more than there is', async () => {
  const { app, refund, payment } = await createDesk();
  const { orderId } = await app.buy();
  expect((await refund(orderId, { amount: 20.5 })).body.order.paymentStatus).toBe('partially_refunded');
  expect((await payment(orderId)).body).toMatchObject({ received: 60, refunded: 20.5, refundable: 39.5 });
  const tooMuch = await refund(orderId, { amount: 39.51 });
  expect([tooMuch.status, tooMuch.body.error.message]).toEqual([409, 'At most $39.50 can be given back.']);
  expect((await refund(orderId)).body).toMatchObject({ amount: 39.5, order: { paymentStatus: 'refunded' } });
  const nothingLeft = await refund(orderId);
  expect([nothingLeft.status, nothingLeft.body.error.code]).toEqual([409, 'order_conflict']);
});

test('pressing the button twice at once gives the money back once', async () => {
  const { app, refund } = await createDesk();
  const { orderId, paymentIntentId } = await app.buy();
  await Promise.all(Array.from({ length: 10 }, () => refund(orderId, { amount: 10 })));
  expect(app.payments.payments.get(paymentIntentId)?.refundedCents).toBe(1000);
  expect(timelineOf(app, orderId).filter((type) => type === 'refund_made')).toHaveLength(1);
});

test('a refund whose answer was lost is not made again by who saw the sums before it', async () => {
  const { app, refund } = await createDesk();
  const { orderId, paymentIntentId } = await app.buy();
  const asked = { amount: 20, refundedBefore: 0 };
  expect((await refund(orderId, asked)).status).toBe(200);
  const again = await refund(orderId, asked);
  expect([again.status, again.body.error]).toEqual([
    409,
    {
      code: 'payment_conflict',
      message:
        '$20.00 of this order had been given back already, and $40.00 is left. Nothing was given back now.',
    },
  ]);
  expect(app.payments.payments.get(paymentIntentId)?.refundedCents).toBe(2000);
  expect((await refund(orderId, { amount: 5.5, refundedBefore: 20 })).status).toBe(200);
  expect((await refund(orderId, { refundedBefore: 25.5 })).body.amount).toBe(34.5);
});

test('a refund whose answer was lost is not made again by who names no sums either', async () => {
  const { app, refund } = await createDesk();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.loseAnswers('refundPayment');
  expect((await refund(orderId, { amount: 20 })).status).toBe(502);
  app.payments.loseAnswers(null);
  expect((await refund(orderId, { amount: 20 })).body).toMatchObject({
    amount: 20,
    refundId: 're_1',
    refundStatus: 'succeeded',
  });
  expect(app.payments.payments.get(paymentIntentId)?.refundedCents).toBe(2000);
});

test('who was told before a refund of somebody else what had gone back gives nothing after it', async () => {
  const { app, admin, refund } = await createDesk();
  const { orderId, paymentIntentId } = await app.buy();
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
      late ??= refund(orderId, asked);
      while (questions < 2) await new Promise((resolve) => setImmediate(resolve));
      const made = await gateway.refundPayment(input);
      app.payments.setDown(true);
      return made;
    },
  };
  expect((await refund(orderId, asked)).status).toBe(200);
  app.payments.setDown(false);
  arrives.resolve();
  expect((await late)?.status).toBe(409);
  expect(app.payments.payments.get(paymentIntentId)?.refundedCents).toBe(2000);
  expect(storedOrder(app, orderId).refundedCents).toBe(2000);
  expect((await admin.get(`/api/orders/${orderId}/payment`)).body).toMatchObject({ refunded: 20 });
});

test('the webhook of a refund made here changes nothing any more', async () => {
  const { app, refund } = await createDesk();
  const { orderId, paymentIntentId } = await app.buy();
  await refund(orderId);
  const before = timelineOf(app, orderId);
  await sendWebhook(app, { id: 'evt_refund', type: 'charge.refunded', paymentId: paymentIntentId });
  expect(timelineOf(app, orderId)).toEqual(before);
});

test('a held reading does not leave once all the money went back', async () => {
  const { app, admin, refund } = await createDesk();
  const { orderId } = await orderIn(app, 'approved', admin.person);
  await refund(orderId);
  app.clock.advance(120_000);
  await app.sendMail();
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  expect(storedMail(app, orderId).find(({ kind }) => kind === 'reading_delivery')?.state).toBe('canceled');
});

test('a free or unpaid or disputed order has nothing to give back', async () => {
  const { app, refund, payment } = await createDesk();
  const unpaid = await placeOrder(app);
  const disputed = await app.buy();
  app.payments.change(disputed.paymentIntentId, { isDisputed: true });
  setPrice(app, 0);
  const free = (await submitForm(app.visitor())).body;
  expect((await payment(free.orderId)).body).toBeNull();
  for (const { orderId } of [unpaid, disputed, free]) {
    const { status, body } = await refund(orderId);
    expect([status, body.error.code]).toEqual([409, 'order_conflict']);
  }
});

test.each([
  { amount: 0 },
  { amount: -1 },
  { amount: 1.234 },
  { amount: '5' },
  { amount: null },
  { sum: 5 },
  { refundedBefore: -1 },
  { refundedBefore: 0.001 },
  { refundedBefore: null },
])('the refund %j is refused with a sentence', async (body) => {
  const { app, refund } = await createDesk();
  const { orderId } = await app.buy();
  const answer = await refund(orderId, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toMatch(/^[A-Z].*\.$/);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
});

test('while Stripe is down nothing is noted, and the admin is told', async () => {
  const { app, refund } = await createDesk();
  const { orderId } = await app.buy();
  app.payments.setDown(true);
  expect((await refund(orderId)).status).toBe(502);
  expect(timelineOf(app, orderId)).not.toContain('refund_made');
});
