import { expect, test } from 'vitest';
import { addReader, addSignedIn, paidOrder, storeOrders } from '../../../tests/kit/builders.ts';
import { standardPurchase } from '../../../tests/kit/standard-purchase.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import type { NewOrder } from './order-repository.ts';

/** Stores paid orders, each a minute later than the one before, with the given differences. */
function store(app: TestApp, orders: Partial<NewOrder>[]): void {
  const firstAt = Date.parse('2026-11-20T09:00:00Z');
  const stored = orders.map((order, index) => {
    const n = index + 1;
    const customer = { customerName: `Customer ${n}`, customerEmail: `customer${n}@customers.example` };
    return paidOrder(n, { ...customer, createdAt: firstAt + index * 60_000, ...order });
  });
  storeOrders(app, stored);
}

/** @returns a function that asks for the list as an admin */
async function createList(orders: Partial<NewOrder>[]) {
  const app = createTestApp();
  const [ada, ben] = [addReader(app, 'ada'), addReader(app, 'ben')];
  const admin = await addSignedIn(app, 'admin', 'admin');
  store(app, orders);
  const list = async (query = '') => {
    const { status, body, headers } = await admin.get<Order[] & ErrorBody>(`/api/orders${query}`);
    return { status, body, total: Number(headers.get('X-Total-Count')), next: headers.get('Link') };
  };
  const ids = async (query = '') => (await list(query)).body.map(({ id }) => id);
  return { app, admin, list, ids, ada, ben };
}

test('lists an order with customer, question, price, due date, and reader', async () => {
  const told = {
    ...{ orderNumber: 'CT-7K3M9Q', readingType: 'other' as const },
    ...{ customQuestion: 'Should I move?', backgroundContext: 'Ten years in sales.' },
  };
  const dueAt = Date.parse('2026-11-25T09:00:00Z');
  const { list } = await createList([{ ...told, amountMinor: 4950, dueAt, assignedReaderId: 'id-of-ada' }]);
  const answer = await list();
  const expected: Order = {
    ...told,
    id: 'order-1',
    customerName: 'Customer 1',
    customerEmail: 'customer1@customers.example',
    readingAddresseeName: 'Maya',
    createdAt: '2026-11-20T09:00:00.000Z',
    dueAt: '2026-11-25T09:00:00.000Z',
    assignedReader: { id: 'id-of-ada', username: 'ada' },
    ...{ status: 'pending', paymentStatus: 'paid', amount: 49.5, refundedAmount: 0, refundingAmount: 0 },
    ...{ dispute: null, hold: null, paidAt: null, deliveredAt: null, waitsSince: null },
    ...standardPurchase,
  };
  expect(answer).toEqual({ status: 200, body: [expected], total: 1, next: null });
});

test('sorts as asked, and newest first by default', async () => {
  const names = ['bert Adams', 'Anna Brown', 'Zoe Clark', 'anna Abbot'];
  const { ids } = await createList(names.map((customerName) => ({ customerName })));
  for (const [query, expected] of [
    ['', [4, 3, 2, 1]],
    ['?sort=date&direction=asc', [1, 2, 3, 4]],
    ['?sort=customer', [4, 2, 1, 3]],
  ] as const) {
    expect([query, await ids(query)]).toEqual([query, expected.map((n) => `order-${n}`)]);
  }
});

const searched: Partial<NewOrder>[] = [
  { customerName: "Maya O'Neil", customerEmail: 'maya@work.example', orderNumber: 'CT-AAAA11' },
  { customerName: 'Ben 100% Sure', customerEmail: 'ben_x@home.example', orderNumber: 'CT-BBBB22' },
  { customerName: 'Ada \\ Fox', customerEmail: 'ADA@WORK.example', orderNumber: 'CT-CCCC33' },
  { customerName: 'Lee Aaaail', customerEmail: 'aaaa10@x.example', orderNumber: 'CT-0000ZZ' },
];
test('finds orders by name, address or number', async () => {
  const { list } = await createList(searched);
  for (const [expected, terms] of [
    [[1], ['maya', 'MAYA', "o'neil", 'O’Neil', 'oneil maya', '  maya  ', 'ct–aaaai1', '#AAAAIL', 'aaaail']],
    [[2], ['ct-bbbb', 'BB22', '%', '_x', '_']],
    [[3], ['\\']],
    [[4], ['CT OOOOZZ.', 'aaaa10', 'aaaai']],
    [[3, 1], ['work.EXAMPLE']],
    [
      [4, 3, 2, 1],
      ['  ', '', 'a'],
    ],
    [[], ['ct-ooooz', 'unknown', '" OR 1=1 --']],
  ] as const) {
    for (const term of terms) {
      const { status, body, total } = await list(`?q=${encodeURIComponent(term)}`);
      const ids = body.map(({ id }) => id);
      expect([term, status, ids]).toEqual([term, 200, expected.map((n) => `order-${n}`)]);
      expect(total).toBe(expected.length);
    }
  }
});

test('does not search readings, questions or background', async () => {
  const { app, admin, list } = await createList([]);
  const { orderId } = await app.buy({
    ...{ customerName: 'Maya', readingType: 'other', customQuestion: 'Is pottery my way?' },
    backgroundContext: 'Ten years in accounting.',
  });
  await admin.post('/api/readings', { orderId, content: 'Eight of Pentacles.', internalNotes: 'A skeptic.' });
  for (const q of ['pentacles', 'pottery', 'accounting', 'skeptic']) {
    expect([q, (await list(`?q=${q}`)).total]).toEqual([q, 0]);
  }
  expect((await list('?q=maya')).total).toBe(1);
});

const filtered: Partial<NewOrder>[] = [
  { paymentStatus: 'unpaid' },
  { assignedReaderId: 'id-of-ada', dueAt: 1 },
  { assignedReaderId: 'id-of-ben', status: 'rejected' },
  { paymentStatus: 'review' },
  { deletedAt: 1 },
];
test.each([
  ['', [4, 3, 2]],
  ['?payment=all', [4, 3, 2, 1]],
  ['?payment=review', [4]],
  ['?status=rejected', [3]],
  ['?reader=id-of-ada', [2]],
  ['?reader=none', [4]],
  ['?overdue=true', [2]],
  ['?deleted=true', [5]],
])('filters the list by %j and leaves out unpaid orders by default', async (query, expected) => {
  const { list } = await createList(filtered);
  const { body, total } = await list(query);
  expect([total, body.map(({ id }) => id)]).toEqual([expected.length, expected.map((n) => `order-${n}`)]);
});

test('refuses an invalid query with a message', async () => {
  const { list } = await createList([]);
  const placed = /^placed is one of 7-days, .*, or two days: 2026-11-01..2026-11-20, 366 at most\.$/;
  for (const [query, message] of [
    ['?sort=amount', 'sort is one of customer, date, status.'],
    ['?direction=up', 'direction is asc or desc.'],
    ['?status=completed', 'status is one of pending, reading_uploaded, approved, rejected.'],
    ['?payment=free', /^payment is one of unpaid, paid, .*, all\.$/],
    ['?placed=2026-11-20..2026-11-19', placed],
    ['?overdue=no', 'overdue is true or left out.'],
    ['?deleted=1', 'deleted is true or left out.'],
    ['?limit=0', 'limit is at least 1.'],
    ['?limit=201', 'limit is at most 200.'],
    ['?limit=1.5', 'limit is a whole number.'],
    ['?limit=many', 'limit is a number from 1 to 200.'],
    ['?limit=', 'limit is at least 1.'],
    [`?q=${'x'.repeat(101)}`, 'Search for at most 100 characters.'],
    ['?page=2', 'There is no field called page here. Please leave it out.'],
  ] as const) {
    const { status, body } = await list(query);
    expect([query, status, body.error.code]).toEqual([query, 400, 'invalid_request']);
    expect(body.error.message).toMatch(message);
  }
});

test('lists 50 orders a page by default and counts all of them', async () => {
  const { list } = await createList(Array.from({ length: 60 }, (_, i) => ({ orderNumber: `CT-${i}` })));
  const more = expect.stringContaining('rel="next"');
  expect(await list()).toMatchObject({ body: { length: 50 }, total: 60, next: more });
  expect(await list('?limit=7')).toMatchObject({ body: { length: 7 }, total: 60, next: more });
  expect(await list('?limit=200')).toMatchObject({ body: { length: 60 }, total: 60, next: null });
});

test('searches while the database cannot be written', async () => {
  const { app, ids } = await createList([{ customerName: 'Maya Star' }, { customerName: 'Ben Moon' }]);
  app.db.$client.pragma('query_only = ON');
  expect(await ids('?q=star')).toEqual(['order-1']);
  expect(await ids('?q=customers.example&sort=customer')).toEqual(['order-2', 'order-1']);
});
