import { expect, test } from 'vitest';
import { addSignedIn, browserOf, orderIn, placeOrder, sendWebhook } from '../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../tests/kit/dated-shop.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { days, hours, minutes } from '../../shared/durations.ts';
import type { Today } from '../../shared/ops/today.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { assignOrder } from '../orders/assign-orders.ts';
import { withdraw } from '../payments/withdraw.ts';

async function createDesk() {
  const app = createTestApp({
    env: { APPROVAL_UNDO_SECONDS: '0', BUSINESS_TIMEZONE: 'America/New_York' },
    now: '2026-11-20T15:00:00Z',
  });
  const { person } = await addSignedIn(app, 'admin', 'admin');
  // Signs in again for each call: more days pass than a session lasts.
  const today = async () => (await (await browserOf(app, person)).get<Today>('/api/today')).body;
  const listed = async () => (await today()).orders.map(({ reason, id }) => [reason, id]);
  return { app, admin: person, today, listed };
}

test('lists an order once, for the most urgent reason', async () => {
  const { app, admin, today, listed } = await createDesk();
  expect(await today()).toMatchObject({ alerts: [], orders: [], isMore: false, toReview: 0, next: null });
  const pending = await orderIn(app, 'pending', admin);
  app.clock.advance(minutes(1));
  const uploaded = await orderIn(app, 'reading_uploaded', admin);
  expect(await listed()).toEqual([
    ['to_approve', uploaded.orderId],
    ['to_write', pending.orderId],
  ]);
  expect(await today()).toMatchObject({ toReview: 1, next: { id: pending.orderId } });
  app.clock.advance(days(10));
  expect(await listed()).toEqual([
    ['reading_late', pending.orderId],
    ['reading_late', uploaded.orderId],
  ]);
  expect((await today()).next).toBeNull();
});

test('asks an admin to write unassigned orders, but no reader’s orders', async () => {
  const { app, admin, today } = await createDesk();
  const reader = await addSignedIn(app, 'rita', 'reader');
  await orderIn(app, 'pending', reader.person);
  const { orderId } = await orderIn(app, 'pending', reader.person);
  await assignOrder(app.context, admin, orderId, null);
  const toWrite = { reason: 'to_write', id: orderId, reader: null, isMine: false };
  expect((await today()).orders).toMatchObject([toWrite]);
});

test('lists a mismatched payment until the admin decides', async () => {
  const { app, listed, today } = await createDesk();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  app.payments.change(order.paymentIntentId, { amountReceivedMinor: 5900 });
  await sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId });
  expect(await listed()).toEqual([['payment_review', order.orderId]]);
  expect((await today()).alerts).toEqual([]);
});

test.each([
  ['in 3 hours', 3, ['payment_disputed', 'reading_late', 'to_write']],
  ['in 20 hours', 20, ['reading_late', 'payment_disputed', 'to_write']],
  ['in 10 days', 240, ['reading_late', 'to_write', 'payment_disputed']],
])('lists a dispute to be answered %s by when that is due', async (_when, left, reasons) => {
  const { app, admin, today } = await createDesk();
  await orderIn(app, 'pending', admin);
  // Six hours before the first one is due.
  app.clock.advance(days(5) - hours(6));
  await orderIn(app, 'pending', admin);
  const disputed = await app.buy();
  const dueAt = app.clock.now() + hours(left);
  app.payments.dispute(disputed.paymentIntentId, 'needs_response', { dueAt });
  await sendWebhook(app, { id: 'evt_1', paymentId: disputed.paymentIntentId });
  const listed = (await today()).orders;
  expect(listed.map(({ reason }) => reason)).toEqual(reasons);
  const row = listed.find(({ reason }) => reason === 'payment_disputed');
  expect(row).toMatchObject({ id: disputed.orderId, dueAt: new Date(dueAt).toISOString() });
});

test('shows the message of an alert that concerns no order', async () => {
  const { app, today } = await createDesk();
  const stray = { amountMinor: 100, currency: 'usd', idempotencyKey: 'stray' };
  const { id: paymentId } = await app.payments.openPayment(stray);
  app.payments.pay(paymentId);
  await sendWebhook(app, { id: 'evt_1', paymentId });
  const message = expect.stringContaining('A payment has no order');
  expect((await today()).alerts).toEqual([{ code: 'payment_stray', message }]);
});

test('lists a withdrawn order only until it is refunded', async () => {
  const { app, admin, today, listed } = await createDesk();
  const { orderId } = await orderIn(app, 'reading_uploaded', admin);
  await withdraw(app.context, orderId);
  expect(await listed()).toEqual([['order_withdrawn', orderId]]);
  expect((await today()).toReview).toBe(0);
  const browser = await browserOf(app, admin);
  await browser.put(`/api/orders/${orderId}/withdrawal/lift`);
  expect([await listed(), (await today()).toReview]).toEqual([[['to_approve', orderId]], 1]);
  await withdraw(app.context, orderId);
  await browser.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect([await listed(), (await today()).toReview]).toEqual([[], 0]);
});

test.each([
  ['all of it', 'succeeded', 6000, 0],
  ['all of it, slowly', 'pending', 6000, 0],
  ['a part of it', 'succeeded', 1500, 1],
] as const)('lists no refunded order as late: %s', async (_what, begin, amountMinor, late) => {
  const { app, admin, listed } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', admin);
  app.clock.advance(days(20));
  const browser = await browserOf(app, admin);
  const overdue = async () => (await browser.get<Order[]>('/api/orders?overdue=true')).body.length;
  expect([await overdue(), await listed()]).toEqual([1, [['reading_late', orderId]]]);
  app.payments.refundsBegin(begin);
  await browser.post(`/api/orders/${orderId}/refund`, { amount: amountMinor / 100, refundedBefore: 0 });
  expect([await overdue(), (await listed()).length]).toEqual([late, late]);
});

test('lists a customer’s answer to an admin for a day', async () => {
  const { app, admin, ask, write, orderId } = await createDatedShop();
  const reasons = async () => (await admin.get<Today>('/api/today')).body.orders;
  await ask(admin, 'Lisbon, or here?');
  expect(await reasons()).toEqual([]);
  await write('Lisbon.');
  expect(await reasons()).toMatchObject([{ reason: 'answered', id: orderId, reader: 'rita' }]);
  setTime(app, '2037-06-02T15:00Z');
  expect(await reasons()).toEqual([]);
});

test('lists a reported problem until it is answered', async () => {
  const { admin, write, orderId } = await createDatedShop('approved');
  await write('The second page is missing.', { kind: 'problem' });
  const today = async () => (await admin.get<Today>('/api/today')).body;
  const unanswered = { reason: 'message_unanswered', id: orderId };
  expect(await today()).toMatchObject({ orders: [unanswered], done: null });
  await admin.post(`/api/orders/${orderId}/messages`, { text: 'It is on its way.' });
  expect(await today()).toMatchObject({ orders: [], done: { orders: 1, delivered: 1 } });
});
