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
import type { ErrorBody } from '../../shared/error-body.ts';
import type { BulkAssigned, Order, OrderEvent, ReaderOrder } from '../../shared/orders/order-schema.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const listed = async () => (await admin.get<Order[]>('/api/orders')).body.map(({ id }) => id);
  const assignments = async () => (await rita.get<ReaderOrder[]>('/api/reader/orders')).body;
  const assign = (orderId: string, readerId: unknown) =>
    admin.put<Order & ErrorBody>(`/api/orders/${orderId}/assignee`, { readerId });
  return { app, admin, rita, listed, assignments, assign };
}

test('hides a deleted order from every list until it is restored', async () => {
  const { app, admin, rita, listed, assignments } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const deleted = await admin.delete(`/api/orders/${orderId}`);
  expect([deleted.status, deleted.body]).toEqual([200, { deleted: true }]);
  const again = await admin.delete<ErrorBody>(`/api/orders/${orderId}`);
  const message = 'There is no such order. It may have been deleted.';
  expect([again.status, again.body.error]).toEqual([404, { code: 'order_not_found', message }]);
  expect(await listed()).toEqual([]);
  expect(await assignments()).toEqual([]);
  expect((await admin.get('/api/readings/pending')).body).toEqual([]);
  expect((await admin.get('/api/readings')).body).toEqual([]);
  expect((await admin.get(`/api/orders/${orderId}/reading`)).status).toBe(404);

  for (const [verb, body] of [['/approve'], ['/reject'], ['', { content: 'Other words.' }]] as const) {
    expect((await admin.put(`/api/readings/${readingId}${verb}`, body)).status).toBe(404);
  }

  const timeline = await admin.get<OrderEvent[]>(`/api/orders/${orderId}/events`);
  expect(timeline.body.at(-1)).toMatchObject({ type: 'order_deleted', actor: 'admin' });

  const restored = await admin.put<Order>(`/api/orders/${orderId}/restore`);
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
  for (const readerId of [gone, admin.person.id, 'no-such-reader']) {
    const { status, body } = await assign(orderId, readerId);
    const error = { code: 'reader_not_found', message: 'There is no active reader with that name.' };
    expect([status, body.error]).toEqual([404, error]);
  }
  for (const readerId of [undefined, '', '   ', 7, {}, 'x'.repeat(61)]) {
    expect([readerId, (await assign(orderId, readerId)).status]).toEqual([readerId, 400]);
  }
  const unpaid = await assign((await placeOrder(app)).orderId, rita.person.id);
  const message = 'This order is not paid yet, so it can’t be worked on.';
  expect([unpaid.status, unpaid.body.error.message]).toEqual([409, message]);
  const readers = await admin.get<{ username: string }[]>('/api/readers');
  expect(readers.body).toEqual([
    {
      ...{ id: rita.person.id, username: 'rita', displayName: null },
      ...{ openOrders: 1, maxOpenOrders: null, awayUntil: null },
    },
  ]);
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
  expect(Object.keys(orders[0] ?? {}).sort()).toEqual(
    [
      ...[
        ...['addOns', 'answers', 'offer'],
        'assignedAt',
        'backgroundContext',
        'createdAt',
        'customQuestion',
        'customerAnswer',
        'customerName',
        'dueAt',
        'feedback',
      ],
      ...['id', 'orderNumber', 'readingAddresseeName', 'readingType', 'status', 'submittedAt', 'waitsSince'],
    ].sort(),
  );
  expect(JSON.stringify(orders)).not.toContain('customers.example');
  expect(orders.map(({ submittedAt }) => submittedAt)).toEqual([
    null,
    new Date(app.clock.now()).toISOString(),
  ]);
});

test('sorts a reader’s list by due date, rejected readings included', async () => {
  const { app, rita, assignments } = await createDesk();
  const ids: string[] = [];
  for (const status of ['pending', 'rejected', 'pending'] as const) {
    ids.push((await orderIn(app, status, rita.person)).orderId);
    app.clock.advance(3_600_000);
  }
  app.db.$client.prepare('UPDATE orders SET due_at = created_at').run();
  expect((await assignments()).map(({ id }) => id)).toEqual(ids);
});

test('shows readers an approved order as completed', async () => {
  const { app, rita, assignments } = await createDesk();
  const statuses = ['pending', 'reading_uploaded', 'rejected', 'approved'] as const;
  for (const status of statuses) await orderIn(app, status, rita.person);
  const shown = (await assignments()).map(({ status }) => status);
  expect(shown.sort()).toEqual(['completed', 'pending', 'reading_uploaded', 'rejected']);
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
  const { app, admin, rita } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'pending', rita.person);
  await rita.post('/api/readings', {
    orderId,
    content: 'The Star speaks of patience.',
    internalNotes: 'Secret',
  });
  const [pending] = (await admin.get<{ id: string }[]>('/api/readings/pending')).body;
  expect(readingId).toBe('');
  await admin.put(`/api/readings/${pending?.id}/reject`, { feedback: 'Please say more.' });
  const { body } = await admin.get<OrderEvent[]>(`/api/orders/${orderId}/events`);
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
  for (const readerId of [ada, null]) {
    const { status, body } = await assign(done.orderId, readerId);
    expect([status, body.error]).toEqual([409, { code: 'order_conflict', message }]);
  }
  const many = await admin.put<BulkAssigned>('/api/assignments', {
    orderIds: [done.orderId, open.orderId],
    readerId: ada,
  });
  expect(many.body.assigned.map(({ id }) => id)).toEqual([open.orderId]);
  expect(many.body.refused).toEqual([{ orderId: done.orderId, message }]);
  expect(storedOrder(app, done.orderId).assignedReaderId).toBe(rita.person.id);
  expect((await assign(done.orderId, rita.person.id)).status).toBe(200);
  for (const what of ['reading', 'revisions']) {
    expect((await rita.get(`/api/orders/${done.orderId}/${what}`)).status).toBe(200);
  }
});

test('shows display names instead of usernames to staff', async () => {
  const { app, admin, rita } = await createDesk();
  app.db.update(users).set({ displayName: 'Rita Moss' }).where(eq(users.id, rita.person.id)).run();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  await rita.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  const { body: order } = await admin.get<Order>(`/api/orders/${orderId}`);
  expect(order.assignedReader).toEqual({ id: rita.person.id, username: 'rita', displayName: 'Rita Moss' });
  const { body: events } = await admin.get<OrderEvent[]>(`/api/orders/${orderId}/events`);
  expect(events.find(({ type }) => type === 'assigned')?.data.reader).toBe('Rita Moss');
  expect(events.at(-1)).toMatchObject({ actor: 'rita', actorName: 'Rita Moss' });
  expect((await admin.get('/api/readings/pending')).body).toMatchObject([{ order: { reader: 'Rita Moss' } }]);
});
