import { expect, test } from 'vitest';
import { orders, strayPayments, stripeEvents } from '../../../db/schema.ts';
import { addSignedIn, openCheckoutPage, sendWebhook } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { findMissedEvents } from './find-missed-events.ts';
import { reconcilePayments } from './reconcile-payments.ts';

/** Another shop sells on the same Stripe account. */
async function createNeighbours() {
  const app = createTestApp({ env: { RATE_LIMITS: 'on' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  return {
    app,
    alerts: async () => (await admin.get<{ code: string }[]>('/api/alerts')).body,
    /** Everything that has happened is told, listed and looked for. */
    async hear() {
      for (const event of app.payments.events) await sendWebhook(app, event);
      await reconcilePayments(app.context);
      await findMissedEvents(app.context);
    },
  };
}

test.each([{}, { orderId: 'an-order-of-theirs' }, { serviceId: 'a-service-of-theirs' }])(
  'a payment of another shop (%j) is none of our business, whatever becomes of it',
  async (theirs) => {
    const { app, alerts, hear } = await createNeighbours();
    const { id } = app.payments.openElsewhere(4900);
    app.payments.change(id, theirs);
    app.payments.pay(id);
    await hear();
    app.payments.refundElsewhere(id, 900);
    app.payments.warn(id, 'early_fraud_warning');
    app.payments.dispute(id, 'needs_response');
    await hear();
    expect(app.db.select().from(strayPayments).all()).toEqual([]);
    expect(app.db.select().from(stripeEvents).all()).toEqual([]);
    expect(app.db.select().from(orders).all()).toEqual([]);
    expect(await alerts()).toEqual([]);
  },
);

test('cards declined at another shop neither cancel its payment nor pause ours', async () => {
  const { app, alerts, hear } = await createNeighbours();
  for (let shopper = 0; shopper < 30; shopper++) {
    const { id } = app.payments.openElsewhere(4900);
    for (let card = 0; card < 6; card++) await sendWebhook(app, app.payments.decline(id, `card-${card}`));
  }
  // From the event it is seen that the payment is not ours.
  expect(app.payments.calls).toEqual([]);
  await hear();
  expect(app.payments.calls).not.toContain('cancelPayment');
  expect([...app.payments.payments.values()].every(({ status }) => status === 'open')).toBe(true);
  expect(await alerts()).toEqual([]);
  expect((await openCheckoutPage(app.visitor())).status).toBe(200);
});

test('one that was begun before payments were marked is known by its id', async () => {
  const { app, hear } = await createNeighbours();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.change(paymentIntentId, { serviceId: null });
  app.payments.refundElsewhere(paymentIntentId, 6000);
  await hear();
  expect(app.db.query.orders.findFirst().sync()).toMatchObject({ id: orderId, paymentStatus: 'refunded' });
});
