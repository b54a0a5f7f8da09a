import { expect, test } from 'vitest';
import { addSignedIn, paidOrder, storeOrders } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { orderSorts, sortDirections } from '../../shared/orders/order-status.ts';
import type { OrderListPage } from '../../shared/orders/orders.ts';

const names = ['maya', 'Maya', 'MAYA', 'Ben', 'Émile', '"quoted"', "O'Neil", '', '🂡 Ace', 'Zoe'];
const statuses = ['pending', 'reading_uploaded', 'approved', 'rejected'] as const;

function store(app: TestApp, from: number, count: number): void {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const nameOf = (i: number) => names[(i * 7) % names.length] ?? '';
  storeOrders(
    app,
    numbers.map((i) => paidOrder(i, { status: statuses[i % 4], customerName: nameOf(i) })),
  );
}

async function createPagedList(count: number) {
  const app = createTestApp();
  store(app, 1, count);
  const admin = await addSignedIn(app, 'admin', 'admin');
  const page = async (query: Record<string, string>) =>
    admin.get<OrderListPage & { error: { message: string } }>(`/api/orders?${new URLSearchParams(query)}`);
  return { app, page };
}

type Page = Awaited<ReturnType<typeof createPagedList>>['page'];

/** Turns pages until the end. */
async function readAll(page: Page, query: Record<string, string>, between = () => {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: OrderListPage } = await page(cursor ? { ...query, cursor } : query);
    ids.push(...body.orders.map(({ id }) => id));
    cursor = body.nextCursor;
    between();
  }
  return ids;
}

const sorts = orderSorts.flatMap((sort) => sortDirections.map((direction) => ({ sort, direction })));

test.each(sorts)(
  'orders that arrive meanwhile make no page of $sort $direction repeat or omit one',
  async (list) => {
    const { app, page } = await createPagedList(20);
    let next = 100;
    const ids = await readAll(page, { ...list, limit: '3' }, () => {
      if (next < 110) store(app, next++, 1);
    });
    expect(new Set(ids).size).toBe(ids.length);
    const before = ids.filter((id) => Number(id.slice('order-'.length)) < 100);
    expect(before).toHaveLength(20);
  },
);

test('the last page, also a full one, has no next', async () => {
  const { page } = await createPagedList(6);
  const first = await page({ limit: '3' });
  expect(first.body.nextCursor).not.toBeNull();
  const second = await page({ limit: '3', cursor: first.body.nextCursor ?? '' });
  expect(second.body.orders).toHaveLength(3);
  expect(second.body.nextCursor).toBeNull();
});

test('a cursor belongs to its sort order', async () => {
  const { page } = await createPagedList(6);
  const cursor = (await page({ sort: 'customer', direction: 'asc', limit: '2' })).body.nextCursor ?? '';
  const others: Record<string, string>[] = [{ sort: 'date' }, { sort: 'customer', direction: 'desc' }];
  for (const other of others) {
    const { status, body } = await page({ ...other, limit: '2', cursor });
    const message = 'This cursor does not belong to this list. Start again without it.';
    expect([status, body.error.message]).toEqual([400, message]);
  }
});

const toCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forged = [
  'x',
  '💥',
  'AAAA',
  toCursor(null),
  toCursor([]),
  toCursor({ sort: 'date' }),
  toCursor(['date', 'desc']),
  toCursor(['date', 'desc', null, -1]),
  toCursor(['date', 'desc', null, 1.5]),
  toCursor(['date', 'desc', null, '1; DROP TABLE orders']),
  toCursor(['date', 'desc', { $ne: 1 }, 1]),
  toCursor(['date', 'desc', 'x'.repeat(201), 1]),
  toCursor(['date', 'desc', null, 1, 'more']),
  'x'.repeat(1001),
];

test('a cursor that was not given out is refused', async () => {
  const { page } = await createPagedList(1);
  for (const cursor of forged) expect([cursor, (await page({ cursor })).status]).toEqual([cursor, 400]);
});

test('a name of 120 characters of three bytes each can stand in a cursor', async () => {
  const { app, page } = await createPagedList(0);
  store(app, 1, 3);
  app.db.$client.prepare('UPDATE orders SET customer_name = ?').run('語'.repeat(120));
  expect(await readAll(page, { sort: 'customer', limit: '1' })).toHaveLength(3);
});
