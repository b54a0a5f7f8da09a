import { expect, test } from 'vitest';
import { checkouts } from '../../../db/schema.ts';
import {
  addSignedIn,
  confirm,
  linesOf,
  openCheckoutPage,
  placeOrder,
  saidBy,
  sendPaymentEvent,
  storedMail,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { DomainError } from '../base/domain-error.ts';
import { deleteExpiredData } from '../ops/privacy/delete-expired.ts';
import { cancelAbandonedCheckouts } from './abandon-checkouts.ts';

const day = 86_400_000;
const privateTexts = {
  readingType: 'other',
  customQuestion: 'Should I leave the law firm?',
  backgroundContext: 'Eleven years, two children.',
} as const;

const giveUp = (app: TestApp) => cancelAbandonedCheckouts(app.context);
/** What a night forgets. @returns how many orders that were never paid */
const erase = async (app: TestApp) => (await deleteExpiredData(app.context)).neverPaidDays;

test('cancels an order’s payment once after a day unpaid', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await placeOrder(app);
  app.clock.advance(day);
  expect(await giveUp(app)).toBe(0);
  expect(app.payments.find(paymentIntentId)?.status).toBe('open');
  app.clock.advance(1);
  expect(await giveUp(app)).toBe(1);
  expect(app.payments.find(paymentIntentId)?.status).toBe('canceled');
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'unpaid', abandonedAt: app.clock.now() });
  const { length } = app.payments.calls;
  await giveUp(app);
  expect(app.payments.calls).toHaveLength(length);
});

test('never abandons orders that are paid, in review or refunded', async () => {
  const app = createTestApp();
  const [paid, refunded] = [await app.buy(), await app.buy()];
  app.payments.change(refunded.paymentIntentId, { refundedMinor: 6000 });
  await sendPaymentEvent(app, refunded.paymentIntentId);
  const review = await placeOrder(app);
  app.payments.pay(review.paymentIntentId);
  app.payments.change(review.paymentIntentId, { currency: 'eur' });
  await confirm(app, review);
  app.clock.advance(40 * day);
  expect([await giveUp(app), await erase(app)]).toEqual([0, 0]);
  for (const { orderId } of [paid, refunded, review]) {
    expect(storedOrder(app, orderId)).toMatchObject({ abandonedAt: null, erasedAt: null });
  }
});

test('keeps a last-moment payment and waits for one in progress', async () => {
  const app = createTestApp();
  const [paid, slow] = [await placeOrder(app), await placeOrder(app)];
  app.payments.startProcessing(slow.paymentIntentId);
  app.clock.advance(day + 1);
  app.payments.pay(paid.paymentIntentId);
  expect(await giveUp(app)).toBe(0);
  expect(storedOrder(app, paid.orderId)).toMatchObject({ paymentStatus: 'paid', abandonedAt: null });
  expect(storedMail(app, paid.orderId)).toHaveLength(1);
  expect(storedOrder(app, slow.orderId)).toMatchObject({ paymentStatus: 'unpaid', abandonedAt: null });
});

test('accepts a payment for an abandoned order with all its details', async () => {
  const app = createTestApp();
  const { customer, orderId, paymentIntentId, clientSecret } = await placeOrder(app, privateTexts);
  app.clock.advance(day + 1);
  await giveUp(app);
  // A visitor who comes back begins another payment and another order.
  expect((await openCheckoutPage(customer)).body.clientSecret).not.toBe(clientSecret);
  const again = await submitForm(customer, privateTexts);
  expect(again.body.orderId).not.toBe(orderId);
  app.clock.advance(5 * day);
  app.payments.change(paymentIntentId, { status: 'open' });
  app.payments.pay(paymentIntentId);
  await sendPaymentEvent(app, paymentIntentId);
  expect(storedOrder(app, orderId)).toMatchObject({ ...privateTexts, paymentStatus: 'paid' });
  expect(storedMail(app, orderId)).toMatchObject([{ kind: 'order_confirmation' }]);
  expect(storedOrder(app, again.body.orderId).paymentStatus).toBe('unpaid');
});

test('places a new order when the checkout expires during a submit', async () => {
  const app = createTestApp();
  const { customer, orderId } = await placeOrder(app);
  app.clock.advance(day + 1);
  const { findPayment } = app.payments;
  app.payments.findPayment = async (id) => {
    app.payments.findPayment = findPayment;
    const payment = await findPayment(id);
    void giveUp(app);
    await expect.poll(() => storedOrder(app, orderId).abandonedAt).not.toBeNull();
    return payment;
  };
  const { status, body } = await submitForm(customer);
  expect([status, body.orderId === orderId]).toEqual([200, false]);
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'unpaid', abandonedAt: app.clock.now() });
  expect(app.payments.find(body.paymentIntentId)).toMatchObject({ status: 'open', orderId: body.orderId });
});

test('keeps the payment of a day-old page that is being submitted', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  app.clock.advance(day + 1);
  const { findPayment } = app.payments;
  let givingUp: Promise<number> | undefined;
  app.payments.findPayment = async (id) => {
    app.payments.findPayment = findPayment;
    givingUp = giveUp(app);
    return findPayment(id);
  };
  const { body } = await submitForm(customer);
  expect(await givingUp).toBe(0);
  expect(app.payments.find(body.paymentIntentId)?.status).toBe('open');
  expect(storedOrder(app, body.orderId).abandonedAt).toBeNull();
  expect((await submitForm(customer)).body.orderId).toBe(body.orderId);
});

test('deletes day-old checkouts, cancels their payments and keeps younger ones', async () => {
  const app = createTestApp();
  await openCheckoutPage(app.visitor());
  await openCheckoutPage(app.visitor());
  app.payments.pay('pi_2');
  app.clock.advance(1);
  const young = app.visitor();
  const opened = await openCheckoutPage(young);
  app.clock.advance(day);
  await giveUp(app);
  expect(app.payments.list().map(({ status }) => status)).toEqual(['canceled', 'succeeded', 'open']);
  const strays = app.db.query.strayPayments.findMany().sync();
  expect(strays).toMatchObject([{ paymentIntentId: 'pi_2', amountMinor: 6000 }]);
  expect(app.db.select().from(checkouts).all()).toHaveLength(1);
  expect((await openCheckoutPage(young)).body.clientSecret).toBe(opened.body.clientSecret);
});

test('skips a payment unknown to Stripe and continues', async () => {
  const app = createTestApp();
  const unknown = await placeOrder(app);
  const known = await placeOrder(app);
  await openCheckoutPage(app.visitor());
  app.payments.remove(unknown.paymentIntentId);
  app.payments.remove('pi_3');
  app.clock.advance(day + 1);
  expect(await giveUp(app)).toBe(2);
  expect(app.payments.find(known.paymentIntentId)?.status).toBe('canceled');
  expect(app.db.select().from(checkouts).all()).toEqual([]);
});

test('retries a failed cancellation without blocking the other orders', async () => {
  const app = createTestApp();
  const bad = await placeOrder(app, privateTexts);
  const good = await placeOrder(app, privateTexts);
  await openCheckoutPage(app.visitor());
  app.clock.advance(31 * day);
  const { cancelPayment } = app.payments;
  app.payments.cancelPayment = (id) =>
    id === bad.paymentIntentId
      ? Promise.reject(new DomainError('payment_provider_failed', 'Not this one.'))
      : cancelPayment(id);
  expect(await giveUp(app)).toBe(1);
  expect(await erase(app)).toBe(1);
  expect(storedOrder(app, bad.orderId)).toMatchObject({ ...privateTexts, abandonedAt: null, erasedAt: null });
  expect(storedOrder(app, good.orderId)).toMatchObject({ customQuestion: null });
  expect(app.payments.find('pi_3')?.status).toBe('canceled');
  app.payments.cancelPayment = cancelPayment;
  expect([await giveUp(app), await erase(app)]).toEqual([1, 1]);
});

test('stops early when the service stops', async () => {
  const app = createTestApp();
  for (let i = 0; i < 3; i++) await placeOrder(app);
  app.clock.advance(day + 1);
  const stop = new AbortController();
  const heartbeat = () => stop.abort();
  expect(await cancelAbandonedCheckouts(app.context, { stop: stop.signal, heartbeat })).toBe(1);
});

test('erases the customer and texts of an unpaid order after 30 days', async () => {
  const app = createTestApp();
  const { orderId, orderNumber, paymentIntentId } = await placeOrder(app, privateTexts);
  const bought = await app.buy(privateTexts);
  app.clock.advance(30 * day);
  await giveUp(app);
  expect(await erase(app)).toBe(0);
  expect(storedOrder(app, orderId)).toMatchObject(privateTexts);
  app.clock.advance(1);
  expect(await erase(app)).toBe(1);
  expect(await erase(app)).toBe(0);
  expect(storedOrder(app, orderId)).toMatchObject({
    ...{ orderNumber, paymentIntentId, amountMinor: 6000, erasedAt: app.clock.now() },
    ...{ customQuestion: null, backgroundContext: null, customerEmail: '' },
    ...{ customerName: 'Erased', readingAddresseeName: 'Erased' },
  });
  const admin = await addSignedIn(app, 'admin', 'admin');
  expect((await admin.get('/api/orders?q=Lindqvist&payment=unpaid')).body).toEqual([]);
  expect(storedOrder(app, bought.orderId)).toMatchObject({ ...privateTexts, erasedAt: null });
});

test.each([
  ['money', {}],
  ['another sum', { amountReceivedMinor: 5_900 }],
])('holds %s for an erased order in review', async (_what, wrong) => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await placeOrder(app, privateTexts);
  app.clock.advance(31 * day);
  const admin = await addSignedIn(app, 'admin', 'admin');
  // What is not given up can still be paid, and is not erased.
  expect(await erase(app)).toBe(0);
  await giveUp(app);
  await erase(app);
  app.payments.change(paymentIntentId, { status: 'open' });
  app.payments.pay(paymentIntentId);
  app.payments.change(paymentIntentId, wrong);
  await sendPaymentEvent(app, paymentIntentId);
  expect(storedOrder(app, orderId).paymentStatus).toBe('review');
  expect(linesOf(app, orderId, 'payment_review')).toMatchObject([{ data: { problem: 'erased' } }]);
  const accepted = await admin.put(`/api/orders/${orderId}/accept-payment`);
  expect(saidBy(accepted)).toBe('409 The customer’s data was erased: please refund the payment.');
  expect(storedMail(app, orderId)).toEqual([]);
});
