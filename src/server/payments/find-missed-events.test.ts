import { expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import { addSignedIn, placeOrder, sendWebhook, storedOrder } from '../../testing/builders.ts';
import { failCommitsOf } from '../../testing/failing-commits.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { DomainError } from '../basics/errors.ts';
import { findMissedEvents } from './find-missed-events.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const day = 86_400_000;

test('a refund and a dispute on day ten are found, although their webhooks were lost', async () => {
  const app = createTestApp();
  const [refunded, disputed] = [await app.buy(), await app.buy()];
  expect(await findMissedEvents(app.context)).toBe(0);
  app.clock.advance(10 * day);
  app.payments.refundElsewhere(refunded.paymentIntentId, 6000);
  app.payments.dispute(disputed.paymentIntentId, 'needs_response');
  await reconcilePayments(app.context);
  expect(storedOrder(app, refunded.orderId).paymentStatus).toBe('paid');
  expect(await findMissedEvents(app.context)).toBe(2);
  expect(storedOrder(app, refunded.orderId).paymentStatus).toBe('refunded');
  expect(storedOrder(app, disputed.orderId).paymentStatus).toBe('disputed');
});

test('what was read is not asked about again, and what webhooks told neither', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await app.buy();
  for (const event of app.payments.events) await sendWebhook(app, event);
  app.payments.refundElsewhere(paymentIntentId, 1000);
  await findMissedEvents(app.context);
  const asked = app.payments.calls.length;
  await findMissedEvents(app.context);
  expect(app.payments.calls.slice(asked)).toEqual(['listEvents']);
});

test('what breaks off goes on where it was', async () => {
  const app = createTestApp();
  const bought = [await placeOrder(app), await placeOrder(app), await placeOrder(app)];
  for (const { paymentIntentId } of bought) {
    app.clock.advance(day);
    app.payments.pay(paymentIntentId);
  }
  const { findPayment } = app.context.payments;
  let left = 2;
  app.context.payments.findPayment = async (id, scope) => {
    if (left-- === 0) app.payments.setDown(true);
    return findPayment(id, scope);
  };
  await expect(findMissedEvents(app.context)).rejects.toThrow('can’t reach the payment service');
  expect(bought.map(({ orderId }) => storedOrder(app, orderId).paymentStatus)).toEqual([
    'paid',
    'paid',
    'unpaid',
  ]);
  app.payments.setDown(false);
  expect(await findMissedEvents(app.context)).toBe(1);
});

test('one payment that cannot be asked about does not hold up the others, and is looked at again', async () => {
  const app = createTestApp();
  const [sick, well] = [await app.buy(), await app.buy()];
  await findMissedEvents(app.context);
  for (const { paymentIntentId } of [sick, well]) {
    app.clock.advance(day);
    app.payments.refundElsewhere(paymentIntentId, 6000);
  }
  const { findPayment } = app.context.payments;
  app.context.payments.findPayment = async (id, scope) => {
    if (id === sick.paymentIntentId) throw new DomainError('payment_provider_failed', 'Status 500.');
    return findPayment(id, scope);
  };
  await expect(findMissedEvents(app.context)).rejects.toThrow('Status 500.');
  expect(storedOrder(app, well.orderId).paymentStatus).toBe('refunded');
  app.context.payments.findPayment = findPayment;
  await findMissedEvents(app.context);
  expect(storedOrder(app, sick.orderId).paymentStatus).toBe('refunded');
});

test('three payments that can never be asked about hold nothing up, are named, and are followed once they can', async () => {
  const app = createTestApp();
  const sick = [await app.buy(), await app.buy(), await app.buy()];
  const well = await app.buy();
  await findMissedEvents(app.context);
  for (const { paymentIntentId } of [...sick, well]) {
    app.clock.advance(day);
    app.payments.refundElsewhere(paymentIntentId, 6000);
  }
  const { findPayment } = app.context.payments;
  app.context.payments.findPayment = async (id, scope) => {
    if (sick.some(({ paymentIntentId }) => paymentIntentId === id))
      throw new DomainError('payment_provider_failed', 'Status 500.');
    return findPayment(id, scope);
  };
  const admin = await addSignedIn(app, 'admin', 'admin');
  const named = async () =>
    (await admin.get<Alert[]>('/api/alerts')).body.find(({ code }) => code === 'events_waiting');
  // Each has two events: what was given back, and the charge of which it was.
  for (let run = 0; run < 3; run++) {
    await expect(findMissedEvents(app.context)).rejects.toThrow('Status 500.');
  }
  expect(storedOrder(app, well.orderId).paymentStatus).toBe('refunded');
  expect(await named()).toBeUndefined();
  app.clock.advance(15 * 60_000);
  expect(await named()).toMatchObject({
    count: 3,
    orders: sick.map(({ orderId: id, orderNumber }) => ({ id, orderNumber })),
  });
  app.context.payments.findPayment = findPayment;
  await findMissedEvents(app.context);
  expect(sick.map(({ orderId }) => storedOrder(app, orderId).paymentStatus)).toEqual(
    sick.map(() => 'refunded'),
  );
  expect(await named()).toBeUndefined();
});

test('a webhook that comes after its event was read is no sign that webhooks are lost', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await findMissedEvents(app.context);
  const alerts = async () => (await admin.get<{ code: string }[]>('/api/alerts')).body;
  expect(await alerts()).toMatchObject([{ code: 'webhook_silent' }]);
  for (const event of app.payments.events) await sendWebhook(app, event);
  expect(await alerts()).toEqual([]);
});

test('cards that were declined during a silence do not pause payments now', async () => {
  const app = createTestApp();
  for (let i = 0; i < 40; i++) app.payments.decline((await placeOrder(app)).paymentIntentId);
  app.clock.advance(day);
  await findMissedEvents(app.context);
  expect((await app.visitor().post('/api/create-simple-payment-intent')).status).toBe(200);
});

test('a second partial refund that no webhook told of is found and noted like the first', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { paymentIntentId } = await app.buy();
  const silent = async () => (await admin.get<{ code: string }[]>('/api/alerts')).body;
  for (const find of [reconcilePayments, findMissedEvents]) {
    await findMissedEvents(app.context);
    const first = app.payments.refundElsewhere(paymentIntentId, 1000);
    await reconcilePayments(app.context);
    await sendWebhook(app, { id: `evt_${first.id}`, type: 'refund.created', paymentId: paymentIntentId });
    await findMissedEvents(app.context);
    expect(await silent()).toEqual([]);
    app.payments.refundElsewhere(paymentIntentId, 1000);
    expect(await find(app.context)).toBe(1);
    expect(await silent()).toMatchObject([{ code: 'webhook_silent', count: 1 }]);
    await sendWebhook(app, {
      id: `evt_more_${first.id}`,
      type: 'refund.created',
      paymentId: paymentIntentId,
    });
  }
});

test('news that could not be kept is found again, though what came after it was kept', async () => {
  const app = createTestApp();
  const [disputed, refunded] = [await app.buy(), await app.buy()];
  await findMissedEvents(app.context);
  app.clock.advance(10 * day);
  app.payments.dispute(disputed.paymentIntentId, 'needs_response');
  const makeRoom = failCommitsOf(app, 'disputes', 'INSERT');
  app.clock.advance(day / 24);
  app.payments.refundElsewhere(refunded.paymentIntentId, 6000);
  await expect(findMissedEvents(app.context)).rejects.toThrow('FOREIGN KEY');
  makeRoom();
  await findMissedEvents(app.context);
  expect(storedOrder(app, disputed.orderId).paymentStatus).toBe('disputed');
  expect(storedOrder(app, refunded.orderId).paymentStatus).toBe('refunded');
});
