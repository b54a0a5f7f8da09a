import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { expect, test, vi } from 'vitest';
import type { BulkAssigned } from '../../shared/orders/orders.ts';
import {
  addReader,
  addSignedIn,
  orderIn,
  placeOrder,
  sendWebhook,
  storedOrder,
} from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { insertOrder } from '../orders/order-repository.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const download = async (query = '') => {
    const cookie = `session=${admin.cookies.get('session')}`;
    const response = await app.app.request(`/api/orders.csv${query}`, { headers: { cookie } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  };
  return { app, admin, download };
}

function storeMany(app: ReturnType<typeof createTestApp>, names: string[]) {
  for (const [index, customerName] of names.entries()) {
    insertOrder(app.db, {
      id: `order-${index}`,
      orderNumber: `CT-${String(index).padStart(6, '0')}`,
      customerName,
      customerEmail: 'a@x.example',
      readingAddresseeName: 'Maya',
      readingType: 'careerPath',
      paymentStatus: 'paid',
      amountCents: 6000,
      createdAt: index,
    });
  }
}

test('the list is downloaded as a file, filtered and sorted as it was', async () => {
  const { app, download } = await createDesk();
  storeMany(app, ['Zoe', '=cmd()', 'Ann']);
  await placeOrder(app, { customerName: 'Unpaid' });
  const { response, text } = await download('?sort=customer');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(text).toMatch(/^\ufeffOrder,Placed,/);
  const lines = text.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[2])).toEqual(["'=cmd()", 'Ann', 'Zoe']);
  expect((await download('?q=zoe')).text.trim().split('\r\n')).toHaveLength(2);
});

test('an export tells what was paid, what went back, and when the reading was delivered', async () => {
  const { app, admin, download } = await createDesk();
  const paid = new Date(app.clock.now()).toISOString();
  const { paymentIntentId } = await orderIn(app, 'approved', admin.person);
  app.clock.advance(60_000);
  const delivered = new Date(app.clock.now()).toISOString();
  await app.sendMail();
  app.payments.change(paymentIntentId, { refundedCents: 1_050 });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  const [header = '', line = ''] = (await download()).text.slice(1).split('\r\n');
  const cells = line.split(',');
  const told = Object.fromEntries(header.split(',').map((title, index) => [title, cells[index]]));
  expect(told).toMatchObject({
    Type: 'Career path',
    'Amount (USD)': '60.00',
    'Refunded (USD)': '10.50',
    Paid: paid,
    Delivered: delivered,
  });
});

test('an export has all pages', async () => {
  const { app, download } = await createDesk();
  storeMany(
    app,
    Array.from({ length: 450 }, () => 'Maya'),
  );
  const lines = (await download()).text.trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.slice(0, 9))).size).toBe(450);
});

test('a query that makes no sense is refused before anything is downloaded', async () => {
  const { download } = await createDesk();
  expect((await download('?sort=amount')).response.status).toBe(400);
  expect((await download('?limit=5')).response.status).toBe(400);
});

test('many orders are given to a reader at once; those that cannot be are named with the reason', async () => {
  const { app, admin } = await createDesk();
  const ada = addReader(app, 'ada');
  const first = await orderIn(app, 'pending', admin.person);
  const second = await orderIn(app, 'pending', admin.person);
  const unpaid = await placeOrder(app);
  const assign = (body: object) => admin.put<BulkAssigned>('/api/assignments', body);
  const orderIds = [first.orderId, second.orderId, first.orderId, unpaid.orderId, 'no-such-order'];
  const { status, body } = await assign({ orderIds, readerId: ada });
  expect(status).toBe(200);
  expect(body.assigned.map(({ id, assignedReader }) => [id, assignedReader?.username])).toEqual([
    [first.orderId, 'ada'],
    [second.orderId, 'ada'],
  ]);
  expect(body.refused).toEqual([
    { orderId: unpaid.orderId, message: 'This order is not paid yet, so nobody can work on it.' },
    { orderId: 'no-such-order', message: expect.stringContaining('no such order') },
  ]);
  expect((await assign({ orderIds: [first.orderId], readerId: 'nobody' })).status).toBe(404);
  expect((await assign({ orderIds: [], readerId: ada })).status).toBe(400);
  expect((await assign({ orderIds: [first.orderId], readerId: null })).body.assigned).toHaveLength(1);
  expect(storedOrder(app, first.orderId).assignedReaderId).toBeNull();
});

test('an export ends when whoever asked for it has left', async () => {
  const { app, admin } = await createDesk();
  storeMany(
    app,
    Array.from({ length: 6_000 }, () => 'Maya'),
  );
  const server = createServer(getRequestListener((request, bindings) => app.app.fetch(request, bindings)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const selects = vi.spyOn(app.db, 'select');
  const call = request({
    port: (server.address() as AddressInfo).port,
    path: '/api/orders.csv',
    headers: { cookie: `session=${admin.cookies.get('session')}` },
  });
  const [answer] = (await once(call.end(), 'response')) as [IncomingMessage];
  await once(answer, 'data');
  answer.destroy();
  await closed;
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  const before = selects.mock.calls.length;
  for (let turn = 0; turn < 500; turn++) await setImmediate();
  expect(selects.mock.calls.length).toBe(before);
  vi.restoreAllMocks();
  server.close();
});
