import { expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import { addSignedIn, placeOrder, sendWebhook, storedMail, storedOrder } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { formatDay } from '../time/business-days.ts';
import { reconcilePayments } from './reconcile-payments.ts';

/** Somebody pays without our checkout; `orderId` is what the payment says it is for. */
async function payElsewhere(app: TestApp, orderId: string | null = null): Promise<string> {
  const { id } = await app.payments.openPayment({ amountCents: 4900, idempotencyKey: 'elsewhere' });
  app.payments.change(id, { orderId });
  app.payments.pay(id);
  return id;
}

const tell = (app: TestApp, paymentId: string, id: string) => sendWebhook(app, { id, paymentId });
const strays = (app: TestApp) =>
  app.db.query.strayPayments
    .findMany()
    .sync()
    .map(({ paymentIntentId }) => paymentIntentId);

async function alertCodes(app: TestApp): Promise<string[]> {
  const admin = await addSignedIn(app, 'admin', 'admin');
  return (await admin.get<Alert[]>('/api/alerts')).body.map(({ code }) => code);
}

test.each([null, 'no-such-order'])(
  'money that came without an order (%j) is kept in sight, once, and the admin is told',
  async (orderId) => {
    const app = createTestApp();
    const id = await payElsewhere(app, orderId);
    expect(await tell(app, id, 'evt_1')).toBe(200);
    expect(await tell(app, id, 'evt_2')).toBe(200);
    await reconcilePayments(app.context);
    expect(app.db.query.strayPayments.findMany().sync()).toEqual([
      { paymentIntentId: id, amountCents: 4900, seenAt: app.clock.now() },
    ]);
    expect(await alertCodes(app)).toEqual(['payment_stray']);
  },
);

test('a second charge for a paid order changes nothing about it and is kept in sight', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  const before = storedOrder(app, orderId);
  const second = await payElsewhere(app, orderId);
  await tell(app, second, 'evt_1');
  expect(storedOrder(app, orderId)).toEqual(before);
  expect(storedMail(app, orderId)).toHaveLength(1);
  expect(strays(app)).toEqual([second]);
  // The order's own payment is followed as ever.
  app.payments.change(paymentIntentId, { refundedCents: 6000 });
  await tell(app, paymentIntentId, 'evt_2');
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
});

test('refunding the second charge does not make the order refunded', async () => {
  const app = createTestApp();
  const { orderId } = await app.buy();
  const second = await payElsewhere(app, orderId);
  await tell(app, second, 'evt_1');
  app.payments.change(second, { refundedCents: 4900 });
  await tell(app, second, 'evt_2');
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
});

test('a stray payment is out of sight once all of it went back, and not before', async () => {
  const app = createTestApp();
  const id = await payElsewhere(app);
  await tell(app, id, 'evt_1');
  app.payments.change(id, { refundedCents: 1000 });
  await tell(app, id, 'evt_2');
  expect(strays(app)).toEqual([id]);
  app.payments.change(id, { refundedCents: 4900 });
  await tell(app, id, 'evt_3');
  expect(strays(app)).toEqual([]);
  expect(await alertCodes(app)).toEqual([]);
  await reconcilePayments(app.context);
  expect(strays(app)).toEqual([]);
});

test('a second charge that the reconciler meets again and again does not make the webhook look silent', async () => {
  const app = createTestApp();
  const { orderId } = await app.buy();
  await tell(app, await payElsewhere(app, orderId), 'evt_1');
  expect(await reconcilePayments(app.context)).toBe(0);
  expect(await alertCodes(app)).toEqual(['payment_stray']);
});

test('the alert says how much came, when, and by which name Stripe finds it', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const message = async () => (await admin.get<Alert[]>('/api/alerts')).body[0]?.message;
  const first = await payElsewhere(app);
  await tell(app, first, 'evt_1');
  const day = formatDay(app.clock.now(), app.context.config.businessTimeZone);
  expect(await message()).toBe(
    `A payment came without an order, or twice: $49.00 on ${day} (${first}). Look it up at Stripe and refund it there.`,
  );
  for (let more = 0; more < 5; more += 1) {
    const { id } = await app.payments.openPayment({ amountCents: 700, idempotencyKey: `more ${more}` });
    app.payments.pay(id);
    await tell(app, id, `evt_more_${more}`);
  }
  expect(await message()).toMatch(
    /^Payments came .*: (\$7\.00 on [^;]+ \(pi_[^;]+\)(; )?){5} and others\. Look/,
  );
});

test('a payment that finds its order later is no longer stray', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.db.$client.prepare('UPDATE orders SET payment_intent_id = NULL').run();
  app.payments.pay(order.paymentIntentId);
  app.payments.change(order.paymentIntentId, { orderId: null });
  await tell(app, order.paymentIntentId, 'evt_1');
  expect(strays(app)).toEqual([order.paymentIntentId]);
  app.db.$client.prepare('UPDATE orders SET payment_intent_id = ?').run(order.paymentIntentId);
  app.payments.change(order.paymentIntentId, { orderId: order.orderId });
  await tell(app, order.paymentIntentId, 'evt_2');
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('paid');
  expect(strays(app)).toEqual([]);
});
