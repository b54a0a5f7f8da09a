import { expect, test } from 'vitest';
import { addSignedIn, paidOrder, storeOrders } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { orderSorts, sortDirections } from '../../shared/orders/order-status.ts';

const names = ['maya', 'Maya', 'MAYA', 'Ben', 'Émile', '"quoted"', "O'Neil", '', '🂡 Ace', 'Zoe'];
const statuses = ['pending', 'reading_uploaded', 'approved', 'rejected'] as const;

function store(app: TestApp, from: number, count: number): void {
  const orderOf = (i: number) =>
    paidOrder(i, { status: statuses[i % 4], customerName: names[(i * 7) % names.length] ?? '' });
  storeOrders(
    app,
    Array.from({ length: count }, (_, index) => orderOf(from + index)),
  );
}

async function createPagedList(count: number) {
  const app = createTestApp();
  store(app, 1, count);
  const admin = await addSignedIn(app, 'admin', 'admin');
  const follow = async (path: string) => {
    const answer = await admin.get<Order[]>(path);
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '') ?? [];
    return { ...answer, next };
  };
  const page = (query: Record<string, string>) => follow(`/api/orders?${new URLSearchParams(query)}`);
  return { app, page, follow };
}

const cursorIn = (link: string) => new URL(link, 'http://localhost').searchParams.get('cursor') ?? '';

type PagedList = Awaited<ReturnType<typeof createPagedList>>;

/** Follows the links to the end. */
async function readAll(
  { page, follow }: PagedList,
  query: Record<string, string>,
  between = () => {},
): Promise<string[]> {
  let part = await page(query);
  const ids = part.body.map(({ id }) => id);
  while (part.next) {
    between();
    part = await follow(part.next);
    ids.push(...part.body.map(({ id }) => id));
  }
  return ids;
}

const sorts = orderSorts.flatMap((sort) => sortDirections.map((direction) => ({ sort, direction })));

test.each(sorts)('repeats and omits no order of $sort $direction while new ones arrive', async (list) => {
  const paged = await createPagedList(20);
  let next = 100;
  const ids = await readAll(paged, { ...list, limit: '3' }, () => {
    if (next < 110) store(paged.app, next++, 1);
  });
  expect(new Set(ids).size).toBe(ids.length);
  const before = ids.filter((id) => Number(id.slice('order-'.length)) < 100);
  expect(before).toHaveLength(20);
});

test('gives the last page no next link, even when it is full', async () => {
  const { page, follow } = await createPagedList(6);
  const first = await page({ limit: '3' });
  expect(first.next).not.toBe('');
  const second = await follow(first.next);
  expect(second.body).toHaveLength(3);
  expect(second.next).toBe('');
});

test.each<[query: Record<string, string>, count: number]>([
  [{ q: 'zoe', sort: 'customer', limit: '1' }, 2],
  [{ q: "O'Neil", limit: '1' }, 2],
  [{ status: 'rejected', sort: 'status', direction: 'desc' }, 5],
  [{ payment: 'all', reader: 'none', q: 'CT' }, 20],
  [{ q: '"quoted"', direction: 'asc' }, 2],
])('keeps the query in the next link of %j', async (query, count) => {
  const paged = await createPagedList(20);
  const ids = await readAll(paged, { limit: '2', ...query });
  expect(new Set(ids).size).toBe(count);
  expect((await paged.page({ limit: '2', ...query })).headers.get('X-Total-Count')).toBe(`${count}`);
});

test.each<Record<string, string>>([{ sort: 'date' }, { sort: 'customer', direction: 'desc' }])(
  'refuses a cursor of another sort order: %j',
  async (other) => {
    const { page } = await createPagedList(6);
    const cursor = cursorIn((await page({ sort: 'customer', direction: 'asc', limit: '2' })).next);
    const error = { message: 'This cursor does not belong to this list. Start again without it.' };
    expect(await page({ ...other, limit: '2', cursor })).toMatchObject({ status: 400, body: { error } });
  },
);

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

test('refuses a forged cursor', async () => {
  const { page } = await createPagedList(1);
  for (const cursor of forged) expect([cursor, (await page({ cursor })).status]).toEqual([cursor, 400]);
});

test('pages by names of 120 three-byte characters', async () => {
  const paged = await createPagedList(0);
  store(paged.app, 1, 3);
  paged.app.db.$client.prepare('UPDATE orders SET customer_name = ?').run('語'.repeat(120));
  expect(await readAll(paged, { sort: 'customer', limit: '1' })).toHaveLength(3);
});
