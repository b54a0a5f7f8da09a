import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { expect, test, vi } from 'vitest';
import {
  addReader,
  addSignedIn,
  orderIn,
  paidOrder,
  placeOrder,
  sendWebhook,
  storedOrder,
  storeOrders,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { BulkAssigned, Order } from '../../shared/orders/order-schema.ts';

async function createDesk(env: Record<string, string> = {}, lines: string[] = [], now?: string) {
  const app = createTestApp({ env, ...(now && { now }), logTo: { write: (line) => void lines.push(line) } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const download = async (query = '') => {
    const cookie = `session=${admin.cookies.get('session')}`;
    const response = await app.app.request(`/api/orders.csv${query}`, { headers: { cookie } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const rows = text.trim().split('\r\n').slice(1);
    return { response, text, rows, names: rows.map((row) => row.split(',')[2]) };
  };
  return { app, admin, download };
}

function storeMany(app: ReturnType<typeof createTestApp>, names: string[], times: string[] = []) {
  const timeOf = (index: number) => Date.parse(times[index] ?? '') || index;
  const stored = names.map((customerName, i) => paidOrder(i, { customerName, createdAt: timeOf(i) }));
  storeOrders(app, stored);
}

test('downloads the list filtered and sorted, and refuses invalid queries', async () => {
  const { app, download } = await createDesk();
  storeMany(app, ['Zoe', '=cmd()', 'Ann']);
  await placeOrder(app, { customerName: 'Unpaid' });
  const { response, text, names } = await download('?sort=customer');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(text).toMatch(/^\ufeffOrder,Placed,/);
  expect(names).toEqual(["'=cmd()", 'Ann', 'Zoe']);
  expect((await download('?q=zoe')).names).toEqual(['Zoe']);
  for (const query of ['?sort=amount', '?limit=5']) {
    expect((await download(query)).response.status).toBe(400);
  }
});

test('names the file after the current day in the business’s time zone', async () => {
  const { download } = await createDesk({ BUSINESS_TIMEZONE: 'Asia/Tokyo' }, [], '2026-03-31T20:00:00Z');
  const { response } = await download();
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders-2026-04-01.csv"');
});

test('exports the amounts paid and refunded and the delivery time', async () => {
  const { app, admin, download } = await createDesk();
  const paid = new Date(app.clock.now()).toISOString();
  const { paymentIntentId } = await orderIn(app, 'approved', admin.person);
  app.clock.advance(60_000);
  const delivered = new Date(app.clock.now()).toISOString();
  await app.sendMail();
  app.payments.change(paymentIntentId, { refundedMinor: 1_050 });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  const [header = '', line = ''] = (await download()).text.slice(1).split('\r\n');
  const cells = line.split(',');
  const told = Object.fromEntries(header.split(',').map((title, index) => [title, cells[index]]));
  const money = { Amount: '60.00', Refunded: '10.50' };
  expect(told).toMatchObject({ Type: 'Career path', ...money, Paid: paid, Delivered: delivered });
});

test('exports all pages', async () => {
  const { app, download } = await createDesk();
  storeMany(app, Array(450).fill('Maya'));
  const { rows } = await download();
  expect(new Set(rows.map((row) => row.slice(0, 9))).size).toBe(450);
});

test('assigns many orders at once and gives a reason for each refusal', async () => {
  const { app, admin } = await createDesk();
  const ada = addReader(app, 'ada');
  const first = await orderIn(app, 'pending', admin.person);
  const second = await orderIn(app, 'pending', admin.person);
  const unpaid = await placeOrder(app);
  const assign = (body: object) => admin.put<BulkAssigned>('/api/assignments', body);
  const orderIds = [first.orderId, second.orderId, first.orderId, unpaid.orderId, 'no-such-order'];
  const { body } = await assign({ orderIds, readerId: ada });
  expect(body.assigned.map(({ id, assignedReader }) => [id, assignedReader?.username])).toEqual([
    [first.orderId, 'ada'],
    [second.orderId, 'ada'],
  ]);
  expect(body.refused).toEqual([
    { orderId: unpaid.orderId, message: 'This order is not paid yet, so it can’t be worked on.' },
    { orderId: 'no-such-order', message: expect.stringContaining('no such order') },
  ]);
  expect((await assign({ orderIds: [first.orderId], readerId: 'unknown' })).status).toBe(404);
  expect((await assign({ orderIds: [], readerId: ada })).status).toBe(400);
  expect((await assign({ orderIds: [first.orderId], readerId: null })).body.assigned).toHaveLength(1);
  expect(storedOrder(app, first.orderId).assignedReaderId).toBeNull();
});

/** Asks for a file of many orders over HTTP, and waits for its beginning. */
async function beginDownload({ app, admin }: Awaited<ReturnType<typeof createDesk>>) {
  storeMany(app, Array(6_000).fill('Maya'));
  const server = createServer(getRequestListener((request, bindings) => app.app.fetch(request, bindings)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const call = request({
    port: (server.address() as AddressInfo).port,
    path: '/api/orders.csv',
    headers: { cookie: `session=${admin.cookies.get('session')}` },
  });
  const [answer] = (await once(call.end(), 'response')) as [IncomingMessage];
  await once(answer, 'data');
  return { answer, closed, close: () => server.close() };
}

test('stops an export when the client disconnects', async () => {
  const desk = await createDesk();
  const { answer, closed, close } = await beginDownload(desk);
  // Each part of the file asks for the time.
  const parts = vi.spyOn(desk.app.clock, 'now');
  answer.destroy();
  await closed;
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  const before = parts.mock.calls.length;
  for (let turn = 0; turn < 500; turn++) await setImmediate();
  expect(parts.mock.calls.length).toBe(before);
  vi.restoreAllMocks();
  close();
});

test('aborts a failed export visibly and logs the error once', async () => {
  const lines: string[] = [];
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  const desk = await createDesk({ LOG_LEVEL: 'error' }, lines);
  const { answer, close } = await beginDownload(desk);
  vi.spyOn(desk.app.clock, 'now').mockImplementation(() => {
    throw new Error('the clock has stopped');
  });
  await expect(finished(answer.resume())).rejects.toThrow('aborted');
  expect(answer.complete).toBe(false);
  const told = lines.filter((line) => line.includes('the clock has stopped'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('/api/orders.csv');
  expect(complained).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  close();
});

test('filters list and file by days in the business’s time zone', async () => {
  const { app, admin, download } = await createDesk({ BUSINESS_TIMEZONE: 'America/New_York' });
  const names = ['the 18th', 'the 19th', 'still the 19th', 'the 20th', 'the 21st'];
  storeMany(app, names, [
    '2026-11-19T04:59:59Z',
    '2026-11-19T05:00:00Z',
    '2026-11-20T04:59:59Z',
    '2026-11-20T05:00:00Z',
    '2026-11-21T05:00:00Z',
  ]);
  const listed = async (query: string) => {
    const { body } = await admin.get<Order[]>(`/api/orders${query}`);
    return [body.length, ...body.map(({ customerName }) => customerName)];
  };
  const fromTo = '?placed=2026-11-19..2026-11-20';
  expect(await listed(fromTo)).toEqual([3, 'the 20th', 'still the 19th', 'the 19th']);
  expect(await listed(`${fromTo}&sort=customer&q=19th`)).toEqual([2, 'still the 19th', 'the 19th']);
  expect(await listed('?placed=2026-11-22..2026-11-23')).toEqual([0]);
  expect((await download('?placed=2026-11-20..2026-11-20')).names).toEqual(['the 20th']);
});

test('exports the due date as the customer saw it', async () => {
  const { app, download } = await createDesk({ BUSINESS_TIMEZONE: 'America/New_York' });
  storeMany(app, ['Ann']);
  const late = Date.parse('2026-11-25T21:30:00-05:00');
  app.db.$client.prepare('UPDATE orders SET due_at = ?').run(late);
  const [row = ''] = (await download()).rows;
  expect(row.split(',')).toContain('2026-11-25');
  expect(row).not.toContain('2026-11-26');
});
