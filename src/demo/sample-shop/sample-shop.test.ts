import { afterAll, expect, test } from 'vitest';
import { openDatabase, writeNow } from '../../../db/client.ts';
import { insertUser } from '../../server/people/people-repository.ts';
import { checkOrderForm } from '../../shared/checkout/checkout-schema.ts';
import { standardOffer } from '../../shared/offers/offer-types.ts';
import { drawCustomer } from './drawn-customer.ts';
import { createSeededRandom } from './seeded-random.ts';
import { insertYears } from './years.ts';

const now = Date.parse('2026-11-18T14:30:00-05:00');

/** @returns the orders of a shop, without what is of chance in them */
function ordersOf(count: number) {
  const db = openDatabase(':memory:');
  afterAll(() => db.$client.close());
  for (const id of ['one', 'two'])
    writeNow(db, (tx) =>
      insertUser(tx, { id, username: id, passwordHash: '-', role: 'reader', createdAt: now }),
    );
  insertYears(db, { count, now, readers: ['one', 'two'] });
  return db.query.orders
    .findMany()
    .sync()
    .map(({ id, ...order }) => order);
}

test('draws customers with valid forms and unique addresses', () => {
  const chance = createSeededRandom('people');
  const forms = Array.from({ length: 3_000 }, (_, number) => drawCustomer(chance, number));
  const refused = forms.filter((form) => 'problems' in checkOrderForm(standardOffer, form));
  expect(refused).toEqual([]);
  expect(new Set(forms.map(({ customerEmail }) => customerEmail)).size).toBe(forms.length);
  expect(new Set(forms.map(({ customerName }) => customerName)).size).toBeGreaterThan(1_000);
});

test('generates the same years of orders every time, in realistic shares', () => {
  const orders = ordersOf(3_000);
  expect(ordersOf(3_000)).toEqual(orders);
  const share = (isOne: (order: (typeof orders)[number]) => boolean) =>
    orders.filter(isOne).length / orders.length;
  expect(share(({ status }) => status === 'approved')).toBeGreaterThan(0.8);
  expect(share(({ paymentStatus }) => paymentStatus === 'unpaid')).toBeCloseTo(0.08, 1);
  const newest = orders.slice(-200);
  expect(new Set(newest.map(({ status }) => status))).toEqual(
    new Set(['pending', 'reading_uploaded', 'approved', 'rejected']),
  );
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(orders.length);
  expect(Math.max(...orders.map(({ createdAt }) => createdAt))).toBeLessThanOrEqual(now);
  const delivered = orders.flatMap(({ paidAt, deliveredAt }) =>
    deliveredAt === null ? [] : [{ paidAt: paidAt ?? Number.POSITIVE_INFINITY, deliveredAt }],
  );
  expect(delivered.filter(({ paidAt, deliveredAt }) => deliveredAt < paidAt || deliveredAt > now)).toEqual(
    [],
  );
});
