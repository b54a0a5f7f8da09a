import { expect, test } from 'vitest';
import type { BulkAssigned } from '../../shared/orders.ts';
import { addReader, addSignedIn, orderIn, placeOrder, storedOrder } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { insertOrder } from './repository.ts';

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
  const assign = (body: object) => admin.put<BulkAssigned>('/api/orders/assignee', body);
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
