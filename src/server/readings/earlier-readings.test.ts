import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { addPerson, addSignedIn, browserOf, paidOrder, storeOrders } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { EarlierReading } from '../../shared/readings/earlier-readings.ts';
import { updateOrderIf } from '../orders/order-repository.ts';
import { insertReading } from './reading-repository.ts';

type Stored = Parameters<typeof storeOrders>[1][number];

/** A reader, a way to store what was asked before, and one to store the order that the reader writes for. */
async function setUp() {
  const app = createTestApp();
  const reader = addPerson(app, 'rita', 'reader');
  const colleague = addPerson(app, 'ruth', 'reader');
  let count = 0;
  const store = (changes: Partial<Stored>, content?: string, cards: DrawnCard[] = []) => {
    count += 1;
    const delivered = { status: 'approved', assignedReaderId: colleague.id, deliveredAt: count } as const;
    const order = paidOrder(count, { ...delivered, ...changes });
    storeOrders(app, [order]);
    const [createdAt, submittedAt] = [count, count];
    const reading = { id: `reading-${count}`, orderId: order.id, cards, createdAt, submittedAt };
    if (content) writeNow(app.db, (tx) => insertReading(tx, { ...reading, content }));
    return order.id;
  };
  /** Stores the order to write for, which comes after all that was stored so far. */
  const storeCurrent = () => store({ status: 'pending', deliveredAt: null, assignedReaderId: reader.id });
  const ask = async (order: string) =>
    (await browserOf(app, reader)).get<EarlierReading[]>(`/api/reader/orders/${order}/earlier`);
  return { app, store, storeCurrent, ask };
}

test('shows earlier questions and readings to the writer, without addresses', async () => {
  const { ask, store, storeCurrent } = await setUp();
  const cards = [{ card: 'the-star', isReversed: true, position: 'Past' }];
  store({ customerEmail: 'Maya@Customers.example' }, 'The Star came first.', cards);
  store({ readingType: 'other', customQuestion: 'Does the bakery last?', createdAt: 9 }, 'Then the Sun.');
  const { body } = await ask(storeCurrent());
  const question = { readingType: 'other', customQuestion: 'Does the bakery last?', answers: [] };
  const reading = { content: 'Then the Sun.', cards: [], deliveredAt: '1970-01-01T00:00:00.002Z' };
  expect(body).toEqual([
    { orderNumber: 'CT-000002', offer: { name: 'Personal written reading' }, ...question, ...reading },
    expect.objectContaining({ orderNumber: 'CT-000001', content: 'The Star came first.', cards }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/customers\.example|@/i);
});

test('hides readings of others, and undelivered, deleted, erased or later ones', async () => {
  const { ask, store, storeCurrent } = await setUp();
  const hidden: Partial<Stored>[] = [
    { customerEmail: 'mayas@customers.example' },
    { deliveredAt: null },
    { status: 'reading_uploaded', deliveredAt: null },
    { deletedAt: 5 },
    { erasedAt: 5 },
  ];
  for (const changes of hidden) store(changes, 'The Moon.');
  store({}, 'The Star came first.');
  const current = storeCurrent();
  store({}, 'The Moon came later.');
  expect((await ask(current)).body.map(({ content }) => content)).toEqual(['The Star came first.']);
});

test('shows no earlier readings once the reading is approved', async () => {
  const { app, ask, store, storeCurrent } = await setUp();
  store({}, 'The Star came first.');
  const current = storeCurrent();
  for (const status of ['reading_uploaded', 'rejected'] as const) {
    writeNow(app.db, (tx) => updateOrderIf(tx, current, {}, { status }));
    expect((await ask(current)).body).toHaveLength(1);
  }
  writeNow(app.db, (tx) => updateOrderIf(tx, current, {}, { status: 'approved', deliveredAt: 9 }));
  const { status, body } = await ask(current);
  expect([status, body]).toEqual([200, []]);
});

test('shows the five newest readings until the admin disables it', async () => {
  const { app, ask, store, storeCurrent } = await setUp();
  for (let i = 1; i <= 7; i += 1) store({}, `Reading ${i}`);
  const current = storeCurrent();
  const shown = async () => (await ask(current)).body.map(({ content }) => content);
  expect(await shown()).toEqual([7, 6, 5, 4, 3].map((number) => `Reading ${number}`));
  const admin = await addSignedIn(app, 'admin', 'admin');
  expect((await admin.get('/api/settings/readers')).body).toEqual({ showEarlierReadings: true });
  await admin.put('/api/settings/readers', { showEarlierReadings: false });
  expect(await shown()).toEqual([]);
  expect((await admin.get('/api/settings/readers')).body).toEqual({ showEarlierReadings: false });
  await admin.put('/api/settings/readers', { showEarlierReadings: true });
  expect(await shown()).toHaveLength(5);
});
