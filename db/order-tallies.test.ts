import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../src/shared/orders/money-states.ts';
import { endsWork, orderStatuses, paymentStatuses } from '../src/shared/orders/order-status.ts';
import { openDatabase } from './client.ts';
import { orders, users } from './schema.ts';

const place = {
  orderNumber: 'CT-1',
  readingType: 'other',
  customerName: 'Maya',
  customerEmail: 'm@x.example',
  readingAddresseeName: 'M',
  amountMinor: 6_000,
  createdAt: 1,
} as const;

const readers = ['r1', 'r2'] as const;
/** What of an order changes; the rest stays as it is. */
const columns = {
  status: fc.constantFrom(...orderStatuses),
  paymentStatus: fc.constantFrom(...paymentStatuses),
  hold: fc.option(fc.constantFrom(...holds)),
  deletedAt: fc.option(fc.constant(1)),
  assignedReaderId: fc.option(fc.constantFrom(...readers)),
};
const state = fc.record(columns, { requiredKeys: [] });
const step = fc.tuple(fc.constantFrom('o1', 'o2'), fc.option(state, { freq: 5 }));

test('counts orders and ended orders by kind after any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const db = openDatabase(':memory:');
      for (const id of readers) {
        db.insert(users).values({ id, username: id, passwordHash: '', role: 'reader', createdAt: 1 }).run();
      }
      for (const [id, changed] of steps) {
        // Null: it is deleted, as unpaid orders are after a while.
        if (changed === null) db.delete(orders).where(eq(orders.id, id)).run();
        else {
          const row = { ...place, ...changed, id, orderNumber: id };
          db.insert(orders)
            .values(row)
            .onConflictDoUpdate({ target: orders.id, set: { ...changed, orderNumber: id } })
            .run();
        }
      }
      const expected = new Map<string, [count: number, ended: number]>();
      for (const order of db.select().from(orders).all()) {
        const kind = `${order.paymentStatus} ${order.status} ${order.assignedReaderId ?? ''} ${order.deletedAt !== null}`;
        const [count, ended] = expected.get(kind) ?? [0, 0];
        expected.set(kind, [count + 1, ended + Number(endsWork(order.hold))]);
      }
      const kept = db.$client
        .prepare(
          'SELECT payment_status, status, reader_id, is_deleted, count, ended FROM order_tallies WHERE count <> 0 OR ended <> 0',
        )
        .raw()
        .all() as [string, string, string, number, number, number][];
      const found = kept.map(([payment, status, reader, isDeleted, ...sums]) => [
        `${payment} ${status} ${reader} ${isDeleted === 1}`,
        sums,
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      db.$client.close();
    }),
    { numRuns: 40 },
  );
});
