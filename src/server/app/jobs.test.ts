import { expect, test } from 'vitest';
import { orderLinks } from '../../../db/schema.ts';
import { addSignedIn, placeOrder, storedMail, storedOrder } from '../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../tests/kit/failing-commits.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { days, hours } from '../../shared/durations.ts';
import { noControl } from '../base/context.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { findMissedEvents } from '../payments/missed-webhooks.ts';
import { listDisputes } from '../payments/money-repository.ts';

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

test('“orders” assigns a waiting order to the first free reader', async () => {
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

test('“missed events” stores a looked-up payment, even without Stripe’s events', async () => {
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

test('“missed events” stores the other payments when one fails', async () => {
  const { app, run } = createShop();
  const [disputed, refunded] = [await app.buy(), await app.buy()];
  app.payments.dispute(disputed.paymentIntentId, 'needs_response');
  app.payments.refundElsewhere(refunded.paymentIntentId, 6000);
  app.clock.advance(days(40));
  const admin = await app.signIn('admin');
  for (const { orderId } of [disputed, refunded]) await admin.get(`/api/orders/${orderId}/payment`);
  const statuses = () => [disputed, refunded].map(({ orderId }) => storedOrder(app, orderId).paymentStatus);
  const makeRoom = failCommitsOf(app, 'disputes', 'INSERT');
  await expect(run('missed events')).rejects.toThrow('FOREIGN KEY');
  expect(statuses()).toEqual(['paid', 'refunded']);
  makeRoom();
  await run('missed events');
  expect(statuses()).toEqual(['disputed', 'refunded']);
});

test('“missed events” stores a dispute’s new state', async () => {
  const { app, run } = createShop();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.dispute(paymentIntentId, 'needs_response');
  await run('missed events');
  app.payments.dispute(paymentIntentId, 'under_review');
  app.clock.advance(days(40));
  const admin = await app.signIn('admin');
  await admin.get(`/api/orders/${orderId}/payment`);
  await run('missed events');
  expect(listDisputes(app.db, orderId)).toMatchObject([{ status: 'under_review' }]);
});

test('“refunds” retries a refund that failed while Stripe was down', async () => {
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

test('“housekeeping” deletes expired order links', async () => {
  const { app, run } = createShop();
  const { orderId } = await app.buy();
  createOrderLink(app.context, orderId);
  const countLinks = () => app.db.$count(orderLinks);
  expect(await countLinks()).toBeGreaterThan(0);
  app.clock.advance(days(5 * 365));
  await run('housekeeping');
  expect(await countLinks()).toBe(0);
});
