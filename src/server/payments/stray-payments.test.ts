import { expect, test } from 'vitest';
import {
  addSignedIn,
  placeOrder,
  sendPaymentEvent,
  sendWebhook,
  storedMail,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { formatDay } from '../base/time/business-days.ts';
import { reconcilePayments } from './missed-webhooks.ts';

async function createShop() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  let payments = 0;
  return {
    app,
    tell: (paymentId: string) => sendPaymentEvent(app, paymentId),
    strays: () => app.db.query.strayPayments.findMany().sync(),
    alerts: async () => (await admin.get<Alert[]>('/api/alerts')).body,
    /** Money comes without our checkout; `orderId` is what the payment says it is for. */
    async payElsewhere(orderId: string | null = null, amountMinor = 4900): Promise<string> {
      payments += 1;
      const idempotencyKey = `elsewhere ${payments}`;
      const { id } = await app.payments.openPayment({ amountMinor, currency: 'usd', idempotencyKey });
      app.payments.change(id, { orderId });
      app.payments.pay(id);
      return id;
    },
  };
}

test.each([null, 'no-such-order'])(
  'keeps a payment without an order (%j) until its refund',
  async (orderId) => {
    const { app, tell, strays, alerts, payElsewhere } = await createShop();
    const id = await payElsewhere(orderId);
    expect([await tell(id), await tell(id)]).toEqual([200, 200]);
    expect(await reconcilePayments(app.context)).toBe(0);
    const stray = { paymentIntentId: id, amountMinor: 4900, currency: 'usd', seenAt: app.clock.now() };
    expect(strays()).toEqual([stray]);
    expect((await alerts()).map(({ code }) => code)).toEqual(['payment_stray']);
    app.payments.change(id, { refundedMinor: 1000 });
    await tell(id);
    expect(strays()).toHaveLength(1);
    app.payments.change(id, { refundedMinor: 4900 });
    await tell(id);
    expect([strays(), await alerts()]).toEqual([[], []]);
  },
);

test('keeps a second charge separate from its paid order', async () => {
  const { app, tell, strays, alerts, payElsewhere } = await createShop();
  const { orderId, paymentIntentId } = await app.buy();
  const before = storedOrder(app, orderId);
  const second = await payElsewhere(orderId);
  await tell(second);
  expect(strays()).toMatchObject([{ paymentIntentId: second }]);
  // However often it is met, it is no sign of lost webhooks.
  expect(await reconcilePayments(app.context)).toBe(0);
  expect((await alerts()).map(({ code }) => code)).toEqual(['payment_stray']);
  app.payments.change(second, { refundedMinor: 4900 });
  await tell(second);
  expect(storedOrder(app, orderId)).toEqual(before);
  expect(storedMail(app, orderId)).toHaveLength(1);
  // The order's own payment is followed as ever.
  app.payments.change(paymentIntentId, { refundedMinor: 6000 });
  await tell(paymentIntentId);
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
});

test('names amount, day and Stripe id of stray payments in the alert', async () => {
  const { app, tell, alerts, payElsewhere } = await createShop();
  const first = await payElsewhere();
  await tell(first);
  const day = formatDay(app.clock.now(), app.context.config.businessTimeZone);
  const one = `A payment has no order, or was made twice: $49.00 on ${day} (${first}). Look it up in Stripe and refund it there.`;
  expect((await alerts())[0]?.message).toBe(one);
  for (let more = 0; more < 5; more += 1) await tell(await payElsewhere(null, 700));
  expect((await alerts())[0]?.message).toMatch(
    /^Payments have no order.*: (\$7\.00 on [^;]+ \(pi_[^;]+\)(; )?){5} and others\. Look/,
  );
});

test('drops a stray payment that finds its order', async () => {
  const { app, tell, strays } = await createShop();
  const { orderId, paymentIntentId } = await placeOrder(app);
  app.db.$client.prepare('UPDATE orders SET payment_intent_id = NULL').run();
  app.payments.pay(paymentIntentId);
  app.payments.change(paymentIntentId, { orderId: null });
  await tell(paymentIntentId);
  expect(strays()).toMatchObject([{ paymentIntentId }]);
  app.db.$client.prepare('UPDATE orders SET payment_intent_id = ?').run(paymentIntentId);
  app.payments.change(paymentIntentId, { orderId });
  await tell(paymentIntentId);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  expect(strays()).toEqual([]);
});

test('recognizes an old, unmarked payment by its id', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.change(paymentIntentId, { isMarked: false });
  app.payments.refundElsewhere(paymentIntentId, 6000);
  for (const event of app.payments.events) await sendWebhook(app, event);
  expect(app.db.query.orders.findFirst().sync()).toMatchObject({ id: orderId, paymentStatus: 'refunded' });
});
