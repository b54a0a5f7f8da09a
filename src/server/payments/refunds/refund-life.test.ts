import { expect, test } from 'vitest';
import { refunds as refundTable } from '../../../../db/schema.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { OrderPayment, RefundMade } from '../../../shared/orders/refunds.ts';
import { addSignedIn, orderIn, sendWebhook, storedOrder, timelineOf } from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { DomainError } from '../../basics/errors.ts';
import { ProviderFailure } from '../../context/provider-failure.ts';
import { listEvents } from '../../orders/order-events-repository.ts';
import { finishRefunds } from './finish-refunds.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const colleague = await addSignedIn(app, 'colleague', 'admin');
  const refundAs =
    (person: typeof admin) =>
    (orderId: string, body: object = {}) =>
      person.post<RefundMade & ErrorBody>(`/api/orders/${orderId}/refund`, body);
  const bought = await app.buy();
  const { orderId, paymentIntentId } = bought;
  return {
    app,
    orderId,
    paymentIntentId,
    admin,
    refund: refundAs(admin),
    refundByColleague: refundAs(colleague),
    payment: async () => (await admin.get<OrderPayment>(`/api/orders/${orderId}/payment`)).body,
    atStripe: () => app.payments.payments.get(paymentIntentId),
    order: () => storedOrder(app, orderId),
    tell: (id: string, type: string) => sendWebhook(app, { id, type, paymentId: paymentIntentId }),
    lineOf: (type: string) => listEvents(app.db, orderId).find((event) => event.type === type),
    later: () => {
      app.clock.advance(60_000);
      return finishRefunds(app.context);
    },
  };
}

test('Stripe makes a refund and its answer is lost: the second press gives nothing back, and is told so', async () => {
  const { app, orderId, refund, atStripe, order, lineOf } = await createDesk();
  app.payments.loseAnswers('refundPayment');
  const first = await refund(orderId, { amount: 20, refundedBefore: 0 });
  expect(first.status).toBe(502);
  expect(first.body.error).toMatchObject({ outcome: 'unknown' });
  expect(first.body.error.message).toMatch(/nobody knows yet/);
  app.payments.loseAnswers(null);
  const second = await refund(orderId, { amount: 20, refundedBefore: 0 });
  expect([second.status, second.body.error.code]).toEqual([409, 'payment_conflict']);
  expect(second.body.error.message).toContain('$20.00 of this order had been given back already');
  expect(atStripe()?.refundedCents).toBe(2000);
  expect(order()).toMatchObject({ paymentStatus: 'partially_refunded', refundedCents: 2000 });
  expect(lineOf('refund_made')).toMatchObject({ actor: 'admin', data: { amountCents: 2000 } });
});

test('a refund that Stripe has made counts although nothing else can be asked', async () => {
  const { app, orderId, refund, order } = await createDesk();
  const { findPayment } = app.context.payments;
  let asked = 0;
  app.context.payments.findPayment = async (id, scope) => {
    asked += 1;
    if (asked > 1) throw new DomainError('payment_provider_failed', 'No.');
    return findPayment(id, scope);
  };
  const made = await refund(orderId, { amount: 20, refundedBefore: 0 });
  expect([made.status, made.body.refundStatus]).toEqual([200, 'succeeded']);
  expect(order()).toMatchObject({ paymentStatus: 'partially_refunded', refundedCents: 2000 });
});

test('of two admins who saw the same figures one after the other, one gives money back', async () => {
  const { orderId, refund, refundByColleague, atStripe } = await createDesk();
  expect((await refund(orderId, { amount: 20, refundedBefore: 0 })).status).toBe(200);
  expect((await refundByColleague(orderId, { amount: 20, refundedBefore: 0 })).status).toBe(409);
  expect(atStripe()?.refundedCents).toBe(2000);
});

test('who does not say what they saw asks for the same while the answer is out, and gets it', async () => {
  const { app, orderId, refund, atStripe } = await createDesk();
  app.payments.failWith(unreachable(), 'refundPayment');
  expect((await refund(orderId, { amount: 20 })).status).toBe(502);
  const other = await refund(orderId, { amount: 30 });
  expect([other.status, other.body.error.message]).toEqual([
    409,
    'admin has asked to give back $20.00, and Stripe has not answered yet. It is asked again every minute; nothing was given back now.',
  ]);
  app.payments.setDown(false);
  expect((await refund(orderId, { amount: 20 })).status).toBe(200);
  expect(atStripe()?.refundedCents).toBe(2000);
});

test('who does not say what they saw, and was not answered, gets the refund that a webhook has told of', async () => {
  const { app, orderId, refund, tell, atStripe, later } = await createDesk();
  app.payments.loseAnswers('refundPayment');
  expect((await refund(orderId, { amount: 20 })).status).toBe(502);
  app.payments.loseAnswers(null);
  await tell('evt_1', 'refund.created');
  await later();
  const again = await refund(orderId, { amount: 20 });
  expect([again.status, again.body.refundId]).toEqual([200, 're_1']);
  expect(atStripe()?.refundedCents).toBe(2000);
  // Once they know of it, the same once more is another one.
  expect((await refund(orderId, { amount: 20 })).body.refundId).toBe('re_2');
  expect(atStripe()?.refundedCents).toBe(4000);
});

test('all of it, asked for twice without an answer, goes back once and is told', async () => {
  const { app, orderId, refund, tell } = await createDesk();
  app.payments.loseAnswers('refundPayment');
  await refund(orderId);
  app.payments.loseAnswers(null);
  await tell('evt_1', 'refund.created');
  expect((await refund(orderId)).body).toMatchObject({ amount: 60, refundId: 're_1' });
});

test('the second of two presses without figures, while the first waits for its answer, is the first', async () => {
  const { app, orderId, refund, tell, atStripe } = await createDesk();
  const { refundPayment } = app.context.payments;
  let second: Awaited<ReturnType<typeof refund>> | undefined;
  app.context.payments.refundPayment = async (input) => {
    const made = await refundPayment(input);
    await tell('evt_1', 'refund.created');
    second ??= await refund(orderId, { amount: 20 });
    return made;
  };
  const first = await refund(orderId, { amount: 20 });
  expect([first.body.refundId, second?.body.refundId]).toEqual(['re_1', 're_1']);
  expect(atStripe()?.refundedCents).toBe(2000);
});

test('an admin hears why Stripe could not be asked, not what customers hear', async () => {
  const { app, admin, orderId, refund } = await createDesk();
  const cause = new ProviderFailure('key', 'Stripe does not know the key', { isAnswered: true });
  app.payments.failWith(new DomainError('payment_provider_failed', 'Please wait.', { cause }));
  const { status, body } = await refund(orderId);
  expect([status, body.error.message]).toEqual([
    502,
    'Stripe could not be asked: Stripe does not know the key. Nothing was given back now.',
  ]);
  // Whoever only looks has asked for nothing back.
  const looked = await admin.get<ErrorBody>(`/api/orders/${orderId}/payment`);
  expect([looked.status, looked.body.error.message]).toEqual([
    502,
    'Stripe could not be asked: Stripe does not know the key.',
  ]);
});

test('a refund that never reached Stripe is made later, once, also after a restart', async () => {
  const { app, orderId, refund, atStripe, later, lineOf, payment } = await createDesk();
  app.payments.failWith(unreachable(), 'refundPayment');
  await refund(orderId, { amount: 20, refundedBefore: 0 });
  expect(await later()).toBe(0);
  expect(await payment()).toMatchObject({ refunded: 0, refunds: [{ status: 'asked', askedBy: 'admin' }] });
  app.payments.setDown(false);
  expect([await later(), await later()]).toEqual([1, 0]);
  expect(atStripe()?.refundedCents).toBe(2000);
  expect(lineOf('refund_made')?.actor).toBe('admin');
});

test('one that was made, and whose key Stripe has forgotten since, is found by its own id', async () => {
  const { app, orderId, refund, atStripe, later } = await createDesk();
  app.payments.loseAnswers('refundPayment');
  await refund(orderId, { amount: 20 });
  app.payments.loseAnswers(null);
  app.payments.forgetKeys();
  await later();
  expect(atStripe()?.refunds).toHaveLength(1);
  expect(app.db.select().from(refundTable).all()).toMatchObject([{ status: 'succeeded', stripeId: 're_1' }]);
});

test('if somebody gives money back at Stripe while the answer is out, it is not given back again', async () => {
  const { app, orderId, paymentIntentId, refund, atStripe, later, lineOf } = await createDesk();
  app.payments.failWith(unreachable(), 'refundPayment');
  await refund(orderId, { amount: 20 });
  app.payments.setDown(false);
  app.payments.refundElsewhere(paymentIntentId, 2000);
  await later();
  expect(atStripe()?.refundedCents).toBe(2000);
  expect(lineOf('refund_refused')?.data.words).toMatch(/given back at Stripe meanwhile/);
});

test('a refusal ends it: the next press is another refund with another key', async () => {
  const { app, orderId, refund, lineOf, atStripe } = await createDesk();
  const refusal = new DomainError('payment_conflict', 'Stripe refuses the refund: insufficient balance.');
  app.payments.failWith(refusal, 'refundPayment');
  expect((await refund(orderId, { amount: 20, refundedBefore: 0 })).status).toBe(409);
  expect(lineOf('refund_refused')).toMatchObject({ actor: 'admin', data: { amountCents: 2000 } });
  app.payments.setDown(false);
  expect((await refund(orderId, { amount: 20, refundedBefore: 0 })).status).toBe(200);
  expect(atStripe()?.refundedCents).toBe(2000);
});

test('a key that may not refund is certain: nothing is asked again', async () => {
  const { app, orderId, refund, later, atStripe } = await createDesk();
  const words = 'the key lacks the permission rak_refund_write';
  const cause = new ProviderFailure('permission', words, { isAnswered: true });
  app.payments.failWith(new DomainError('payment_provider_failed', 'No.', { cause }), 'refundPayment');
  const { status, body } = await refund(orderId, { amount: 20 });
  expect([status, body.error.message]).toEqual([502, `Nothing was given back: ${words}.`]);
  app.payments.setDown(false);
  expect(await later()).toBe(0);
  expect(atStripe()?.refundedCents).toBe(0);
});

test('a refund on its way does not count yet, but cannot be asked for twice, and holds the reading back', async () => {
  const { app, admin, refund } = await createDesk();
  const { orderId, paymentIntentId } = await orderIn(app, 'approved', admin.person);
  app.payments.refundsBegin('pending');
  const { body } = await refund(orderId, { refundedBefore: 0 });
  expect(body).toMatchObject({
    refundStatus: 'pending',
    order: { paymentStatus: 'paid', refundedAmount: 0, refundingAmount: 60, hold: 'refund' },
  });
  expect((await refund(orderId, { refundedBefore: 0 })).status).toBe(409);
  app.clock.advance(120_000);
  await app.sendMail();
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  app.payments.moveRefund(paymentIntentId, 're_1', 'succeeded');
  await sendWebhook(app, { id: 'evt_1', type: 'refund.updated', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId)).toMatchObject({
    paymentStatus: 'refunded',
    refundedCents: 6000,
    refundingCents: 0,
    hold: null,
  });
});

test('a refund that fails days later leaves the order paid, and is told until somebody takes note', async () => {
  const { app, admin, orderId, paymentIntentId, refund, order, tell, lineOf, payment } = await createDesk();
  await refund(orderId);
  expect(order().paymentStatus).toBe('refunded');
  app.payments.moveRefund(paymentIntentId, 're_1', 'failed', 'lost_or_stolen_card');
  await tell('evt_1', 'refund.failed');
  expect(order()).toMatchObject({ paymentStatus: 'paid', refundedCents: 0 });
  expect(lineOf('refund_changed')?.data).toMatchObject({
    refundStatus: 'failed',
    failure: 'lost_or_stolen_card',
  });
  expect(await payment()).toMatchObject({ refunded: 0, refundable: 60, refunds: [{ status: 'failed' }] });
  const alerts = async () =>
    (await admin.get<{ code: string }[]>('/api/alerts')).body.map(({ code }) => code);
  expect(await alerts()).toContain('refund_failed');
  expect((await admin.put(`/api/orders/${orderId}/clear-payment`)).status).toBe(200);
  expect(await alerts()).toEqual([]);
  expect((await admin.put(`/api/orders/${orderId}/clear-payment`)).status).toBe(409);
});

test('a refund made at Stripe stands in the timeline', async () => {
  const { app, orderId, paymentIntentId, order, tell, lineOf } = await createDesk();
  app.payments.refundElsewhere(paymentIntentId, 1500);
  await tell('evt_1', 'charge.refunded');
  expect(order().paymentStatus).toBe('partially_refunded');
  expect(lineOf('refund_made')).toMatchObject({ actor: 'stripe', data: { amountCents: 1500 } });
  expect(timelineOf(app, orderId).filter((type) => type === 'refund_made')).toHaveLength(1);
});

function unreachable(): DomainError {
  const cause = new ProviderFailure('unreachable', 'no answer', { isAnswered: false });
  return new DomainError('payment_provider_failed', 'We can’t reach the payment service right now.', {
    cause,
  });
}
