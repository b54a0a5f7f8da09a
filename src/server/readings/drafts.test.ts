import { expect, test } from 'vitest';
import { orders } from '../../../db/schema.ts';
import { addSignedIn, orderIn, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { SavedDraft } from '../../shared/readings/reading-schema.ts';
import { deleteExpiredData } from '../ops/privacy/delete-expired.ts';
import { assignWaitingOrders } from '../orders/assign-orders.ts';

const day = 86_400_000;
const draft = (content: string, version: number) => ({ content, version });

async function startWriting(status: 'pending' | 'rejected' = 'pending') {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId } = await orderIn(app, status, rita.person);
  const path = `/api/orders/${orderId}/draft`;
  const assign = (readerId: string) => admin.put(`/api/orders/${orderId}/assignee`, { readerId });
  return { app, rita, omar, admin, orderId, path, assign };
}

test('saves each change as a numbered version', async () => {
  const { app, rita, path } = await startWriting();
  expect((await rita.get(path)).body).toBeNull();
  const first = await rita.put<SavedDraft>(path, draft('  The Star\n', 0));
  expect(first.body).toEqual({
    content: '  The Star\n',
    cards: [],
    version: 1,
    begunBy: null,
    savedAt: new Date(app.clock.now()).toISOString(),
  });
  app.clock.advance(5_000);
  // What is saved already is no new version.
  expect((await rita.put<SavedDraft>(path, draft('  The Star\n', 1))).body).toEqual(first.body);
  await rita.put(path, draft('The Star speaks', 1));
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({ content: 'The Star speaks', version: 2 });
});

test('refuses to overwrite a text that was saved elsewhere', async () => {
  const { rita, path } = await startWriting();
  await rita.put(path, draft('Written here', 0));
  const late = await rita.put<ErrorBody>(path, draft('Written elsewhere', 0));
  expect([late.status, late.body.error.code]).toEqual([409, 'draft_conflict']);
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({ content: 'Written here', version: 1 });
});

test('deletes the draft on submission and refuses drafts until a rejection', async () => {
  const { rita, admin, orderId, path } = await startWriting();
  await rita.put(path, draft('The Star', 0));
  const { body } = await rita.post<{ id: string }>('/api/readings', { orderId, content: 'The Star shines.' });
  expect((await rita.get(path)).body).toBeNull();
  const late = await rita.put<ErrorBody>(path, draft('The Moon', 0));
  expect([late.status, late.body.error.code]).toEqual([409, 'order_conflict']);
  await admin.put(`/api/readings/${body.id}/reject`, { feedback: 'Say more.' });
  expect((await rita.put(path, draft('The Moon', 0))).status).toBe(200);
});

test('gives the next reader a copy and keeps the first writer’s draft', async () => {
  const { rita, omar, path, assign } = await startWriting();
  await rita.put(path, draft('Begun by Rita', 0));
  await assign(omar.person.id);
  expect((await rita.get(path)).status).toBe(404);
  expect((await rita.put(path, draft('Still Rita', 1))).status).toBe(404);
  const start = await omar.get<SavedDraft>(path);
  expect(start.body).toMatchObject({ content: 'Begun by Rita', version: 0, begunBy: 'rita' });
  const saved = await omar.put<SavedDraft>(path, draft('Begun by Rita, ended by Omar', 0));
  expect(saved.body).toMatchObject({ version: 1, begunBy: 'rita' });
  expect((await omar.get<SavedDraft>(path)).body).toMatchObject({ version: 1, begunBy: 'rita' });
  await assign(rita.person.id);
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({
    content: 'Begun by Rita',
    version: 1,
    begunBy: null,
  });
});

test('keeps an admin’s draft apart from the reader’s draft', async () => {
  const { rita, omar, admin, orderId, path, assign } = await startWriting();
  await rita.put(path, draft('Rita is at it', 0));
  expect((await admin.get(path)).body).toBeNull();
  await admin.put(path, draft('The admin helps', 0));
  expect((await admin.get<SavedDraft>(path)).body).toMatchObject({ content: 'The admin helps', version: 1 });
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({ content: 'Rita is at it', version: 1 });
  await assign(omar.person.id);
  expect((await omar.get<SavedDraft>(path)).body).toMatchObject({ begunBy: 'boss', version: 0 });
  await admin.post('/api/readings', { orderId, content: 'The admin helps.' });
  expect((await admin.get(path)).body).toBeNull();
});

test('assigns no reader to an order an admin is writing', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const [written, waiting] = [
    await orderIn(app, 'pending', admin.person),
    await orderIn(app, 'pending', admin.person),
  ];
  await admin.put(`/api/orders/${written.orderId}/draft`, draft('The admin writes', 0));
  await admin.put(`/api/orders/${waiting.orderId}/draft`, draft(' ', 0));
  await addSignedIn(app, 'rita', 'reader');
  await assignWaitingOrders(app.context);
  const readerOf = async ({ orderId }: { orderId: string }) =>
    (await admin.get<{ assignedReader: unknown }>(`/api/orders/${orderId}`)).body.assignedReader;
  expect(await readerOf(written)).toBeNull();
  expect(await readerOf(waiting)).toMatchObject({ username: 'rita' });
});

test('assigns an unassigned order to the writing admin who begins it', async () => {
  const { app, admin } = await startWriting();
  const { orderId } = await orderIn(app, 'pending', admin.person);
  const sol = await addSignedIn(app, 'sol', 'admin', true);
  app.db.update(orders).set({ assignedReaderId: null }).run();
  await sol.put(`/api/orders/${orderId}/draft`, draft('The Sun', 0));
  expect(storedOrder(app, orderId).assignedReaderId).toBe(sol.person.id);
});

test('starts a rejected reading from its text, not from others’ drafts', async () => {
  const { omar, path, assign } = await startWriting('rejected');
  await assign(omar.person.id);
  expect((await omar.get(path)).body).toBeNull();
});

test('deletes unsent drafts a month after the delivery', async () => {
  const { app, rita, admin, orderId, path } = await startWriting();
  await rita.put(path, draft('Never handed in', 0));
  const { body } = await admin.post<{ id: string }>('/api/readings', { orderId, content: 'The Star.' });
  await admin.put(`/api/readings/${body.id}/approve`);
  app.clock.advance(60_000);
  await app.sendMail();
  app.clock.advance(29 * day);
  await deleteExpiredData(app.context);
  const count = () => app.db.$client.prepare('SELECT count(*) FROM reading_drafts').pluck().get();
  expect(count()).toBe(1);
  app.clock.advance(2 * day);
  await deleteExpiredData(app.context);
  expect(count()).toBe(0);
});

test('refuses an invalid draft with the reason', async () => {
  const { rita, path } = await startWriting();
  for (const [body, reason] of [
    [draft('x'.repeat(50_001), 0), 'at most 50000 characters'],
    [draft('The Star', -1), 'at least 0'],
    [{ version: 0 }, 'The reading must be text.'],
  ] as const) {
    const refused = await rita.put<ErrorBody>(path, body);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(reason)]);
  }
});
