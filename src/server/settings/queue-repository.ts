import type { Queryable } from '../../../db/client.ts';
import { and, eq, inArray, isNull, not, sql } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { isNotRefunding, orders, orderTallies, users } from '../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';

/** Those whose work has ended, which the tallies do not know: it goes through the orders that are open. */
const ended = sql<number>`(SELECT count(*) FROM ${orders} WHERE ${and(
  // As the index `orders_open` has it, or it would not be used; the plus keeps SQLite from the others.
  sql`${orders.status} <> 'approved'`,
  isNull(orders.deletedAt),
  inArray(sql`+${orders.status}`, [...statusesToWrite]),
  inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
  not(isNotRefunding),
)})`;

const waiting = prepared((db) =>
  db
    .select({ count: sql<number>`ifnull(sum(${orderTallies.count}), 0) - ${ended}` })
    .from(orderTallies)
    .where(
      and(
        inArray(orderTallies.status, [...statusesToWrite]),
        inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
        eq(orderTallies.isDeleted, false),
      ),
    ),
);

/** @returns for how many orders a reading is to be written: for none whose money is on its way back, or that was withdrawn */
export function countOrdersToWrite(db: Queryable): number {
  return waiting(db).get()?.count ?? 0;
}

const writers = prepared((db) =>
  db
    .select({ daysAway: users.daysAway, readingsPerDay: users.readingsPerDay })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true))),
);

/** When somebody writes, and how much. */
export type Writer = Pick<typeof users.$inferSelect, 'daysAway' | 'readingsPerDay'>;

/** @returns those who can write readings */
export function listWriters(db: Queryable): Writer[] {
  return writers(db).all();
}
