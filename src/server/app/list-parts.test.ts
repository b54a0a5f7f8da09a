import { beforeAll, expect, test } from 'vitest';
import { addSignedIn, orderIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';

type Browser = Awaited<ReturnType<typeof addSignedIn>>;

/** How many orders of each status the reader has; several have the same due time. */
const counts: [OrderStatus, number][] = [
  ['approved', 260],
  ['pending', 150],
  ['reading_uploaded', 220],
  ['rejected', 90],
];

async function createFullDesk(readingCharacters = 10) {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const db = app.db.$client;
  const insertOrder = db.prepare(`INSERT INTO orders (id, order_number, status, payment_status, reading_type,
    customer_name, customer_email, reading_addressee_name, amount_minor, created_at, due_at, assigned_reader_id)
    VALUES (?, ?, ?, 'paid', 'progress', 'Maya', 'maya@customers.example', 'Maya', 6000, 1, ?, ?)`);
  const insertReading = db.prepare(
    'INSERT INTO readings (id, order_id, content, created_at, submitted_at) VALUES (?, ?, ?, 1, 1)',
  );
  for (const [status, count] of counts) {
    for (let n = 0; n < count; n++) {
      const id = `${status}-${n}`;
      insertOrder.run(id, `CT-${id}`, status, 1_000 + Math.floor(n / 3), rita.person.id);
      if (status !== 'pending') insertReading.run(`reading-${id}`, id, 'x'.repeat(readingCharacters));
    }
  }
  return { app, admin, rita };
}

/** Follows the links from part to part. */
async function readParts<Row>(browser: Browser, path: string): Promise<Row[][]> {
  const parts: Row[][] = [];
  let next: string | undefined = path;
  while (next) {
    const answer: { status: number; body: Row[]; headers: Headers } = await browser.get<Row[]>(next);
    expect(answer.status).toBe(200);
    parts.push(answer.body);
    [, next] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
  }
  return parts;
}

const sum = (...statuses: OrderStatus[]) =>
  counts.reduce((total, [status, count]) => total + (statuses.includes(status) ? count : 0), 0);

let desk: Awaited<ReturnType<typeof createFullDesk>>;
beforeAll(async () => {
  desk = await createFullDesk();
});

test('pages a reader’s orders by 200, open and most urgent first', async () => {
  const { rita } = desk;
  const parts = await readParts<{ id: string; status: string; dueAt: string }>(rita, '/api/reader/orders');
  expect(parts.map(({ length }) => length)).toEqual([200, 200, 200, 120]);
  const all = parts.flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(720);
  const isOpen = all.map(({ status }) => status !== 'completed');
  expect(isOpen.lastIndexOf(true)).toBe(sum('pending', 'reading_uploaded', 'rejected') - 1);
  const due = all.map(({ dueAt }) => dueAt);
  const openDue = due.slice(0, 460);
  expect(openDue).toEqual([...openDue].sort());
  expect(due.slice(460)).toEqual(due.slice(460).sort().reverse());
});

test('pages all readings by 200, open orders first, then newest', async () => {
  const { admin } = desk;
  const parts = await readParts<{ orderId: string }>(admin, '/api/readings');
  expect(parts.map(({ length }) => length)).toEqual([200, 200, 170]);
  const ids = parts.flat().map(({ orderId }) => orderId);
  expect(new Set(ids).size).toBe(570);
  expect(ids.slice(0, 310).some((id) => id.startsWith('approved'))).toBe(false);
  expect(ids.slice(0, 2)).toEqual(['rejected-89', 'rejected-88']);
  expect(ids.at(-1)).toBe('approved-0');
});

test('pages the readings to review, most urgent first', async () => {
  const { admin } = desk;
  const parts = await readParts<{ orderId: string }>(admin, '/api/readings/pending');
  expect(parts.map(({ length }) => length)).toEqual([200, 20]);
  const expected = Array.from({ length: 220 }, (_, n) => `reading_uploaded-${n}`);
  expect(parts.flat().map(({ orderId }) => orderId)).toEqual(expected);
});

test.each([
  ['a thousand words', 6_000, 200],
  ['the longest text', 50_000, 27],
])('fills a page with as many readings of %s as fit', async (_, characters, count) => {
  const { admin } = await createFullDesk(characters);
  const parts = await readParts<{ orderId: string }>(admin, '/api/readings/pending');
  expect(parts[0]).toHaveLength(count);
  expect(new Set(parts.flat().map(({ orderId }) => orderId)).size).toBe(220);
});

test('pages an order’s timeline and versions', async () => {
  const { app, admin, rita } = await createFullDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  for (let n = 2; n <= 230; n++) {
    const edit = n <= 45 ? { content: `Version ${n}` } : { internalNotes: `Note ${n}` };
    await admin.put(`/api/readings/${readingId}`, edit);
  }
  const versions = await readParts<{ revision: number }>(rita, `/api/orders/${orderId}/revisions`);
  expect(versions.map(({ length }) => length)).toEqual([10, 10, 10, 10, 5]);
  expect(versions.flat().map(({ revision }) => revision)).toEqual(
    Array.from({ length: 45 }, (_, n) => 45 - n),
  );
  const events = await readParts<{ id: number }>(admin, `/api/orders/${orderId}/events`);
  expect(events[0]).toHaveLength(200);
  const ids = events.flat().map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(ids.length).toBeGreaterThan(230);
});

test('refuses an invalid cursor or one from another list', async () => {
  const foreign = Buffer.from(JSON.stringify(['events', 7])).toString('base64url');
  const { admin, rita } = desk;
  for (const [browser, path] of [
    [admin, '/api/readings'],
    [admin, '/api/readings/pending'],
    [rita, '/api/reader/orders'],
  ] as const) {
    for (const cursor of [foreign, 'x', '']) {
      const { status, body } = await browser.get<ErrorBody>(`${path}?cursor=${cursor}`);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    }
  }
});
