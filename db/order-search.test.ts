import { expect, test } from 'vitest';
import { storeOrders } from '../src/testing/builders.ts';
import { createTestApp } from '../src/testing/test-app.ts';
import { writeNow } from './client.ts';

const order = (index: number) => ({
  id: `order-${index}`,
  orderNumber: `CT-${String(index).padStart(6, '0')}`,
  customerName: `Customer ${(index * 7919) % 100_003}`,
  customerEmail: `${index}@x.example`,
  readingAddresseeName: 'Maya',
  readingType: 'careerPath' as const,
  amountCents: 6_000,
  createdAt: index,
});

function createShop() {
  const app = createTestApp();
  const client = app.db.$client;
  const found = client.prepare<[string], number>(
    'SELECT rowid FROM orders_search WHERE orders_search MATCH ?',
  );
  return { app, client, find: (text: string) => found.pluck().all(`"${text}"`) };
}

test('new orders are added many at once', () => {
  const { app, find } = createShop();
  for (let commit = 0; commit < 31; commit++) storeOrders(app, [order(commit)]);
  expect(find('customer')).toEqual([]);
  storeOrders(app, [order(31)]);
  expect(find('customer')).toHaveLength(32);
});

test('an order that changes before it is added is found as it is now, and none that was not kept', () => {
  const { app, client, find } = createShop();
  storeOrders(app, [order(1), order(2)]);
  client.exec(`UPDATE orders SET search_text = 'corrected' WHERE seq = 1; DELETE FROM orders WHERE seq = 2`);
  const refused = () =>
    writeNow(app.db, () => {
      client.exec(`INSERT INTO orders (id, order_number, reading_type, customer_name, customer_email,
        reading_addressee_name, search_text, amount_cents, created_at)
        VALUES ('gone', 'CT-GONE', 'careerPath', 'Gone', 'g@x.example', 'Gone', 'gone', 1, 1)`);
      throw new Error('refused');
    });
  expect(refused).toThrow('refused');
  for (let number = 3; number < 33; number++) storeOrders(app, [order(number)]);
  expect(find('corrected')).toEqual([1]);
  expect(find('gone')).toEqual([]);
  expect(find('customer')).toHaveLength(30);
});

test('the index of many commits stays in few parts, and agrees with the orders', () => {
  const { app, client, find } = createShop();
  for (let commit = 0; commit < 1_008; commit++) {
    storeOrders(app, [order(2 * commit), order(2 * commit + 1)]);
  }
  const parts = client.prepare('SELECT count(DISTINCT segid) FROM orders_search_idx').pluck().get();
  expect(parts).toBeLessThan(40);
  client.exec("INSERT INTO orders_search (orders_search) VALUES ('integrity-check')");
  expect(find('ct-001234')).toHaveLength(1);
  expect(find('customer')).toHaveLength(2_016);
});
