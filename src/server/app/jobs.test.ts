import { expect, test } from 'vitest';
import { orderLinks } from '../../../db/schema.ts';
import { addSignedIn, placeOrder, storedMail, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { days, hours } from '../../shared/durations.ts';
import { noControl } from '../base/context.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { findMissedEvents } from '../payments/missed-webhooks.ts';

/** A shop, and what runs one of the worker's jobs by its name. */
function createShop() {
  const app = createTestApp();
  const run = (name: string) => app.jobs.find((job) => job.name === name)?.run(noControl);
  return { app, run };
}

test('“outbox” sends the mail that is due', async () => {
  const { app, run } = createShop();
  await app.buy();
  await run('outbox');
  expect(app.mailer.sent).toHaveLength(1);
});

test('“orders” gives an order without a reader to the first free one', async () => {
  const { app, run } = createShop();
  const { orderId } = await app.buy();
  const reader = await addSignedIn(app, 'rita', 'reader');
  await run('orders');
  expect(storedOrder(app, orderId).assignedReaderId).toBe(reader.person.id);
});

test('“reconciler” finds a payment whose webhook never came', async () => {
  const { app, run } = createShop();
  const { orderId, paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await run('reconciler');
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  expect(storedMail(app, orderId)).toHaveLength(1);
});

test('“missed events” finds a refund whose webhook never came', async () => {
  const { app, run } = createShop();
  const { orderId, paymentIntentId } = await app.buy();
  await findMissedEvents(app.context);
  app.clock.advance(days(10));
  app.payments.refundElsewhere(paymentIntentId, 6000);
  await run('missed events');
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
});

test('“missed events” stores what a look showed, also when Stripe’s events are gone', async () => {
  const { app, run } = createShop();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.refundElsewhere(paymentIntentId, 6000);
  app.clock.advance(days(40));
  await findMissedEvents(app.context);
  const admin = await app.signIn('admin');
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  await admin.get(`/api/orders/${orderId}/payment`);
  await run('missed events');
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
});

test('“refunds” makes a refund that Stripe did not answer', async () => {
  const { app, run } = createShop();
  const admin = await app.signIn('admin');
  const { orderId } = await app.buy();
  app.payments.setDown(true, 'refundPayment');
  expect((await admin.post(`/api/orders/${orderId}/refund`)).status).toBe(502);
  app.payments.setDown(false);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  app.clock.advance(hours(1));
  await run('refunds');
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
});

test('“housekeeping” deletes links to orders that have expired', async () => {
  const { app, run } = createShop();
  const { orderId } = await app.buy();
  createOrderLink(app.context, orderId);
  const countLinks = () => app.db.$count(orderLinks);
  expect(await countLinks()).toBeGreaterThan(0);
  app.clock.advance(days(5 * 365));
  await run('housekeeping');
  expect(await countLinks()).toBe(0);
});
