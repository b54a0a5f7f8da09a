import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { Order, OrderPage } from '../../../shared/orders/orders.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { addReader, addSignedIn, storeOrders } from '../../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type NewOrder, updateOrderIf } from '../../orders/order-repository.ts';

/** Stores paid orders, each a minute later than the one before, with the given differences. */
function store(app: TestApp, orders: Partial<NewOrder>[]): void {
  const stored = orders.map((order, index) => ({
    id: `order-${index + 1}`,
    orderNumber: `CT-00000${index + 1}`,
    paymentStatus: 'paid' as const,
    readingType: 'careerPath' as const,
    customerName: `Customer ${index + 1}`,
    customerEmail: `customer${index + 1}@customers.example`,
    readingAddresseeName: 'Maya',
    amountCents: 6000,
    createdAt: Date.parse('2026-11-20T09:00:00Z') + index * 60_000,
    ...order,
  }));
  storeOrders(app, stored);
}

/** @returns a function that asks for the list as an admin */
async function createList(orders: Partial<NewOrder>[]) {
  const app = createTestApp();
  const [ada, ben] = [addReader(app, 'ada'), addReader(app, 'ben')];
  const admin = await addSignedIn(app, 'admin', 'admin');
  store(app, orders);
  const list = (query = '') => admin.get<OrderPage & ErrorBody>(`/api/orders${query}`);
  const ids = async (query = '') => (await list(query)).body.orders.map(({ id }) => id);
  return { app, admin, list, ids, ada, ben };
}

test('an order is listed with everything the admin needs', async () => {
  const { list } = await createList([
    {
      orderNumber: 'CT-7K3M9Q',
      readingType: 'other',
      customQuestion: 'Should I move?',
      backgroundContext: 'Ten years in sales.',
      amountCents: 4950,
      dueAt: Date.parse('2026-11-25T09:00:00Z'),
      assignedReaderId: 'id-of-ada',
    },
  ]);
  const { body } = await list();
  const expected: Order = {
    id: 'order-1',
    orderNumber: 'CT-7K3M9Q',
    customerName: 'Customer 1',
    customerEmail: 'customer1@customers.example',
    readingAddresseeName: 'Maya',
    createdAt: '2026-11-20T09:00:00.000Z',
    status: 'pending',
    paymentStatus: 'paid',
    amount: 49.5,
    refundedAmount: 0,
    refundingAmount: 0,
    dispute: null,
    hold: null,
    paidAt: null,
    deliveredAt: null,
    customQuestion: 'Should I move?',
    readingType: 'other',
    backgroundContext: 'Ten years in sales.',
    dueAt: '2026-11-25T09:00:00.000Z',
    waitsSince: null,
    assignedReader: { id: 'id-of-ada', username: 'ada' },
  };
  expect(body).toEqual({ orders: [expected], total: 1, nextCursor: null });
});

test('an empty list is an answer, not an error', async () => {
  const { list } = await createList([]);
  expect((await list()).body).toEqual({ orders: [], total: 0, nextCursor: null });
});

const people: Partial<NewOrder>[] = [
  { customerName: 'bert Adams', status: 'rejected' },
  { customerName: 'Anna Brown', status: 'pending' },
  { customerName: 'Zoe Clark', status: 'approved' },
  { customerName: 'anna Abbot', status: 'reading_uploaded' },
];
test.each([
  ['', [4, 3, 2, 1]],
  ['?sort=date', [4, 3, 2, 1]],
  ['?sort=date&direction=desc', [4, 3, 2, 1]],
  ['?sort=date&direction=asc', [1, 2, 3, 4]],
  ['?sort=customer', [4, 2, 1, 3]],
  ['?sort=customer&direction=asc', [4, 2, 1, 3]],
  ['?sort=customer&direction=desc', [3, 1, 2, 4]],
  ['?sort=status', [3, 2, 4, 1]],
  ['?sort=status&direction=desc', [1, 4, 2, 3]],
])('the list %j is in the order %j', async (query, expected) => {
  const { ids } = await createList(people);
  expect(await ids(query)).toEqual(expected.map((n) => `order-${n}`));
});

const searched: Partial<NewOrder>[] = [
  { customerName: "Maya O'Neil", customerEmail: 'maya@work.example', orderNumber: 'CT-AAAA11' },
  { customerName: 'Ben 100% Sure', customerEmail: 'ben_x@home.example', orderNumber: 'CT-BBBB22' },
  { customerName: 'Ada \\ Fox', customerEmail: 'ADA@WORK.example', orderNumber: 'CT-CCCC33' },
  { customerName: 'Lee Aaaail', customerEmail: 'aaaa10@x.example', orderNumber: 'CT-0000ZZ' },
];
test.each([
  ['maya', [1]],
  ['MAYA', [1]],
  ["o'neil", [1]],
  ['O’Neil', [1]],
  ['oneil maya', [1]],
  ['work.EXAMPLE', [3, 1]],
  ['ct-bbbb', [2]],
  ['ct–aaaai1', [1]],
  ['#AAAAIL', [1]],
  ['CT OOOOZZ.', [4]],
  ['aaaail', [1]],
  ['aaaa10', [4]],
  ['aaaai', [4]],
  ['ct-ooooz', []],
  ['BB22', [2]],
  ['%', [2]],
  ['_x', [2]],
  ['_', [2]],
  ['\\', [3]],
  ['  maya  ', [1]],
  ['   ', [4, 3, 2, 1]],
  ['', [4, 3, 2, 1]],
  ['a', [4, 3, 2, 1]],
  ['nobody', []],
  ['" OR 1=1 --', []],
])('searching %j finds the orders %j by name, address or number', async (term, expected) => {
  const { list } = await createList(searched);
  const { status, body } = await list(`?q=${encodeURIComponent(term)}`);
  expect(status).toBe(200);
  expect(body.orders.map(({ id }) => id)).toEqual(expected.map((n) => `order-${n}`));
  expect(body.total).toBe(expected.length);
});

test('an order is found by words of its reading, as it is now, and that is told', async () => {
  const { app, admin, list } = await createList([]);
  const found = async (q: string) => {
    const { body } = await list(`?q=${encodeURIComponent(q)}`);
    const told = new Set(body.foundInReadings);
    return body.orders.map(({ id, customerName }) => [customerName, told.has(id)]);
  };
  const told = await app.buy({ customerName: 'Towering Tom' });
  app.clock.advance(1);
  const other = await app.buy({ customerName: 'Maya' });
  const write = (orderId: string, content: string) =>
    admin.post<Reading>('/api/readings', { orderId, content });
  await write(told.orderId, 'Nothing of the sort.');
  const { body: reading } = await write(
    other.orderId,
    'The Tower, Maya: don’t rush. In the Hauptstraße it’s patience that counts.',
  );
  expect(await found('tower')).toEqual([
    ['Maya', true],
    ['Towering Tom', false],
  ]);
  const maya = [['Maya', true]];
  for (const q of ['RUSH tower', 'dont', "don't", 'hauptstrasse', 'patien', 'tower the']) {
    expect([q, await found(q)]).toEqual([q, maya]);
  }
  // Parts of words that are no beginning, letters alone, what is not in all of it.
  for (const q of ['atience', 'ush', '%', 'tower nothing']) expect([q, await found(q)]).toEqual([q, []]);
  await admin.put(`/api/readings/${reading.id}`, { content: 'The Star.' });
  expect(await found('patience')).toEqual([]);
  expect(await found('star')).toEqual(maya);
});

const filtered: Partial<NewOrder>[] = [
  { paymentStatus: 'unpaid' },
  { paymentStatus: 'paid', assignedReaderId: 'id-of-ada', dueAt: Date.parse('2026-11-01T09:00:00Z') },
  { paymentStatus: 'refunded', assignedReaderId: 'id-of-ben', status: 'approved' },
  { paymentStatus: 'partially_refunded', assignedReaderId: 'id-of-ada', status: 'rejected' },
  { paymentStatus: 'disputed', status: 'reading_uploaded' },
  { paymentStatus: 'review' },
  { paymentStatus: 'paid', deletedAt: 1 },
];
test.each([
  ['without a filter unpaid orders stay out', '', [6, 5, 4, 3, 2]],
  ['all of them, but never deleted ones', '?payment=all', [6, 5, 4, 3, 2, 1]],
  ['the unpaid', '?payment=unpaid', [1]],
  ['the paid', '?payment=paid', [2]],
  ['the refunded', '?payment=refunded', [3]],
  ['the partly refunded', '?payment=partially_refunded', [4]],
  ['the disputed', '?payment=disputed', [5]],
  ['those to be checked', '?payment=review', [6]],
  ['by status', '?status=pending', [6, 2]],
  ['by status', '?status=approved', [3]],
  ['by reader', '?reader=id-of-ada', [4, 2]],
  ['by having a reader', '?reader=any', [4, 3, 2]],
  ['by having no reader', '?reader=none', [6, 5]],
  ['by nobody', '?reader=no-such-reader', []],
  ['the overdue', '?overdue=true', [2]],
  ['the deleted', '?deleted=true', [7]],
  ['everything together', '?reader=id-of-ada&status=rejected&payment=all&q=customer&sort=customer', [4]],
])('filter: %s (%s)', async (_what, query, expected) => {
  const { list } = await createList(filtered);
  const { body } = await list(query);
  expect(body.orders.map(({ id }) => id)).toEqual(expected.map((n) => `order-${n}`));
  expect(body.total).toBe(expected.length);
});

test.each([
  ['?sort=amount', 'sort is one of customer, date, status.'],
  ['?direction=up', 'direction is asc or desc.'],
  ['?status=completed', 'status is one of pending, reading_uploaded, approved, rejected.'],
  ['?payment=free', /^payment is one of unpaid, paid, .*, all\.$/],
  [
    '?placed=2026-11-20..2026-11-19',
    /^placed is one of 7-days, .*, or two days: 2026-11-01..2026-11-20, 366 at most\.$/,
  ],
  ['?overdue=no', 'overdue is true or left out.'],
  ['?deleted=1', 'deleted is true or left out.'],
  ['?limit=0', 'limit is at least 1.'],
  ['?limit=201', 'limit is at most 200.'],
  ['?limit=1.5', 'limit is a whole number.'],
  ['?limit=many', 'limit is a number from 1 to 200.'],
  ['?limit=', 'limit is at least 1.'],
  [`?q=${'x'.repeat(101)}`, 'Search for at most 100 characters.'],
  ['?page=2', 'There is no field called page here. Please leave it out.'],
  ['?cursor=nonsense', 'This cursor does not belong to this list. Start again without it.'],
])('the query %s is refused with a sentence', async (query, message) => {
  const { list } = await createList([]);
  const { status, body } = await list(query);
  expect(status).toBe(400);
  expect(body.error.code).toBe('invalid_request');
  expect(body.error.message).toMatch(message);
});

test('without a limit a page has 50 orders; the limit changes it and the total counts all', async () => {
  const { list } = await createList(Array.from({ length: 60 }, (_, i) => ({ orderNumber: `CT-${i}` })));
  expect((await list()).body).toMatchObject({ orders: { length: 50 }, total: 60 });
  expect((await list('?limit=7')).body).toMatchObject({ orders: { length: 7 }, total: 60 });
  const all = (await list('?limit=200')).body;
  expect(all).toMatchObject({ orders: { length: 60 }, total: 60, nextCursor: null });
});

test.each([
  ["O'Sullivan", ["o'sullivan", 'O’Sullivan', 'oʼsull', 'osullivan', 'sullivan maeve', "'sull"]],
  ['O’Sullivan', ["O'Sullivan", 'o’sull', 'OSullivan']],
  ['Weiß', ['weiss', 'WEISS', 'weiß']],
  ['Yıldız', ['yildiz', 'YILDIZ', 'Yıldız', 'dız', 'di']],
  ['Ångström', ['angstrom', 'ÅNG']],
])('%s is found however it is typed', async (lastName, typed) => {
  const { ids } = await createList([
    { customerName: `Maeve ${lastName}` },
    { customerName: 'Somebody Else' },
  ]);
  for (const q of typed) expect([q, await ids(`?q=${encodeURIComponent(q)}`)]).toEqual([q, ['order-1']]);
});

test('words are found in any order, each somewhere', async () => {
  const { app, ids } = await createList([
    { customerName: 'Anna Smith', customerEmail: 'anna@work.example' },
    { customerName: 'Anna Miller', customerEmail: 'smithy@home.example' },
    { customerName: 'Bea Smith' },
  ]);
  expect((await ids('?q=Smith+Anna')).sort()).toEqual(['order-1', 'order-2']);
  expect(await ids('?q=smith+work+a')).toEqual(['order-1']);
  expect(await ids('?q=smith+nobody')).toEqual([]);
  writeNow(app.db, (tx) => updateOrderIf(tx, 'order-3', {}, { customerEmail: 'anna.s@x.example' }));
  expect((await ids('?q=anna+smith')).sort()).toEqual(['order-1', 'order-2', 'order-3']);
});

test('a search finds the newest orders where nothing can be written', async () => {
  const { app, ids } = await createList([{ customerName: 'Maya Star' }, { customerName: 'Ben Moon' }]);
  app.db.$client.pragma('query_only = ON');
  expect(await ids('?q=star')).toEqual(['order-1']);
  expect(await ids('?q=customers.example&sort=customer')).toEqual(['order-2', 'order-1']);
});
