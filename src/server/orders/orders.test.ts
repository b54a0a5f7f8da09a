import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../db/schema.ts';
import {
  addReader,
  addSignedIn,
  orderIn,
  placeOrder,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { BulkAssigned, Order, OrderEvent, ReaderOrder } from '../../shared/orders/order-schema.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const listed = async () => (await admin.get<Order[]>('/api/orders')).body.map(({ id }) => id);
  const assignments = async () => (await rita.get<ReaderOrder[]>('/api/reader/orders')).body;
  const assign = (orderId: string, readerId: unknown) =>
    admin.put<Order>(`/api/orders/${orderId}/assignee`, { readerId });
  const events = async (orderId: string) =>
    (await admin.get<OrderEvent[]>(`/api/orders/${orderId}/events`)).body;
  return { app, admin, rita, listed, assignments, assign, events };
}

test('hides a deleted order from every list until it is restored', async () => {
  const { app, admin, rita, listed, assignments, events } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const path = `/api/orders/${orderId}`;
  expect(await admin.delete(path)).toMatchObject({ status: 200, body: { deleted: true } });
  const message = 'There is no such order. It may have been deleted.';
  const error = { code: 'order_not_found', message };
  expect(await admin.delete(path)).toMatchObject({ status: 404, body: { error } });
  expect([await listed(), await assignments()]).toEqual([[], []]);
  expect((await admin.get('/api/readings/pending')).body).toEqual([]);
  expect((await admin.get('/api/readings')).body).toEqual([]);
  expect((await admin.get(`${path}/reading`)).status).toBe(404);
  for (const [verb, body] of [['/approve'], ['/reject'], ['', { content: 'Other words.' }]] as const) {
    expect((await admin.put(`/api/readings/${readingId}${verb}`, body)).status).toBe(404);
  }
  expect((await events(orderId)).at(-1)).toMatchObject({ type: 'order_deleted', actor: 'admin' });
  const restored = await admin.put<Order>(`${path}/restore`);
  expect(restored.body).toMatchObject({ id: orderId, status: 'reading_uploaded', paymentStatus: 'paid' });
  expect(await listed()).toEqual([orderId]);
  expect(await assignments()).toHaveLength(1);
  expect((await admin.get('/api/readings/pending')).body).toHaveLength(1);
});

test('reassigns an order to another reader and to no reader', async () => {
  const { app, rita, assign, assignments } = await createDesk();
  const omar = await addSignedIn(app, 'omar', 'reader');
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const before = timelineOf(app, orderId);
  expect((await assign(orderId, rita.person.id)).status).toBe(200);
  expect(timelineOf(app, orderId)).toEqual(before);
  const moved = await assign(orderId, omar.person.id);
  expect(moved.status).toBe(200);
  expect(moved.body.assignedReader).toEqual({ id: omar.person.id, username: 'omar' });
  expect(await assignments()).toEqual([]);
  expect((await omar.get<ReaderOrder[]>('/api/reader/orders')).body).toMatchObject([{ id: orderId }]);
  expect((await assign(orderId, null)).body.assignedReader).toBeNull();
  expect((await omar.get('/api/reader/orders')).body).toEqual([]);
});

test('assigns only paid orders, and only to active readers', async () => {
  const { app, admin, rita, assign } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const gone = addReader(app, 'gone');
  app.db.$client.prepare('UPDATE users SET is_active = 0 WHERE id = ?').run(gone);
  const error = { code: 'reader_not_found', message: 'There is no active reader with that name.' };
  for (const readerId of [gone, admin.person.id, 'no-such-reader']) {
    expect(await assign(orderId, readerId)).toMatchObject({ status: 404, body: { error } });
  }
  for (const readerId of [undefined, '', '   ', 7, {}, 'x'.repeat(61)]) {
    expect([readerId, (await assign(orderId, readerId)).status]).toEqual([readerId, 400]);
  }
  const message = 'This order is not paid yet, so it can’t be worked on.';
  const unpaid = await assign((await placeOrder(app)).orderId, rita.person.id);
  expect(unpaid).toMatchObject({ status: 409, body: { error: { message } } });
  const choices = [{ id: rita.person.id, openOrders: 1, maxOpenOrders: null, awayUntil: null }];
  expect((await admin.get('/api/readers')).body).toMatchObject(choices);
});

test('shows readers their orders, most urgent first, without address or amount', async () => {
  const { app, rita, assignments } = await createDesk();
  const first = await orderIn(app, 'pending', rita.person);
  app.clock.advance(3_600_000);
  const later = await orderIn(app, 'reading_uploaded', rita.person);
  await app.buy();
  app.db.$client.prepare('UPDATE orders SET assigned_reader_id = NULL WHERE seq = 3').run();
  // Across a midnight of the weekend, an order that is paid later can be due earlier.
  app.db.$client.prepare('UPDATE orders SET due_at = created_at').run();
  const orders = await assignments();
  expect(orders.map(({ id }) => id)).toEqual([first.orderId, later.orderId]);
  expect(
    Object.keys(orders[0] ?? {})
      .sort()
      .join(' '),
  ).toBe(
    'addOns answers assignedAt backgroundContext createdAt customQuestion customerAnswer customerName dueAt ' +
      'feedback id offer orderNumber readingAddresseeName readingType status submittedAt waitsSince',
  );
  expect(JSON.stringify(orders)).not.toContain('customers.example');
  const now = new Date(app.clock.now()).toISOString();
  expect(orders.map(({ submittedAt }) => submittedAt)).toEqual([null, now]);
});

test('shows the reader the admin’s feedback until the next submission', async () => {
  const { app, admin, rita, assignments } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const feedback = 'Please say more.';
  await admin.put(`/api/readings/${readingId}/reject`, { feedback });
  expect(await assignments()).toMatchObject([{ id: orderId, feedback }]);
  expect((await rita.get(`/api/reader/orders/${orderId}`)).body).toMatchObject({ feedback });
  await rita.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  expect(await assignments()).toMatchObject([{ id: orderId, feedback: null }]);
});

test('lists who did what in the timeline, without any written text', async () => {
  const { app, admin, rita, events } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const written = { orderId, content: 'The Star speaks of patience.', internalNotes: 'Secret' };
  const reading = await rita.post('/api/readings', written);
  await admin.put(`/api/readings/${reading.body.id}/reject`, { feedback: 'Please say more.' });
  const body = await events(orderId);
  expect(body.map(({ type, actor }) => `${type} by ${actor}`)).toEqual([
    'order_placed by customer',
    'payment_succeeded by stripe',
    'assigned by system',
    'reading_submitted by rita',
    'reading_rejected by admin',
  ]);
  expect(body[1]?.data).toEqual({ amountMinor: 6000, currency: 'usd' });
  expect(body.at(-1)?.data).toEqual({ revision: 1, hasFeedback: true });
  for (const words of ['Star', 'Secret', 'say more', 'Maya', 'customers.example']) {
    expect(JSON.stringify(body)).not.toContain(words);
  }
  for (const { createdAt } of body) expect(createdAt).toBe(new Date(app.clock.now()).toISOString());
});

test('keeps an approved order with its reader, who can still open it', async () => {
  const { app, admin, rita, assign } = await createDesk();
  const ada = addReader(app, 'ada');
  const done = await orderIn(app, 'approved', rita.person);
  const open = await orderIn(app, 'pending', rita.person);
  const message = 'The reading of this order was approved, so the order stays with its reader.';
  const error = { code: 'order_conflict', message };
  for (const readerId of [ada, null]) {
    expect(await assign(done.orderId, readerId)).toMatchObject({ status: 409, body: { error } });
  }
  const orderIds = [done.orderId, open.orderId];
  const many = await admin.put<BulkAssigned>('/api/assignments', { orderIds, readerId: ada });
  expect(many.body.assigned.map(({ id }) => id)).toEqual([open.orderId]);
  expect(many.body.refused).toEqual([{ orderId: done.orderId, message }]);
  expect(storedOrder(app, done.orderId).assignedReaderId).toBe(rita.person.id);
  expect((await assign(done.orderId, rita.person.id)).status).toBe(200);
  for (const what of ['reading', 'revisions']) {
    expect((await rita.get(`/api/orders/${done.orderId}/${what}`)).status).toBe(200);
  }
});

test('shows display names instead of usernames to staff', async () => {
  const { app, admin, rita, events } = await createDesk();
  app.db.update(users).set({ displayName: 'Rita Moss' }).where(eq(users.id, rita.person.id)).run();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  await rita.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  const { body: order } = await admin.get<Order>(`/api/orders/${orderId}`);
  expect(order.assignedReader).toEqual({ id: rita.person.id, username: 'rita', displayName: 'Rita Moss' });
  const told = await events(orderId);
  expect(told.find(({ type }) => type === 'assigned')?.data.reader).toBe('Rita Moss');
  expect(told.at(-1)).toMatchObject({ actor: 'rita', actorName: 'Rita Moss' });
  expect((await admin.get('/api/readings/pending')).body).toMatchObject([{ order: { reader: 'Rita Moss' } }]);
});
