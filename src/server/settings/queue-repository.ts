import type { Queryable } from '../../../db/client.ts';
import { and, eq, inArray } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { ordersGoingOn, orderTallies, users } from '../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';

const waiting = prepared((db) =>
  db
    .select({ count: ordersGoingOn })
    .from(orderTallies)
    .where(
      and(
        inArray(orderTallies.status, [...statusesToWrite]),
        inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
        eq(orderTallies.isDeleted, false),
      ),
    ),
);

/** @returns for how many orders a reading is to be written; for none whose money goes back or that was withdrawn from */
export function countOrdersToWrite(db: Queryable): number {
  return waiting(db).get()?.count ?? 0;
}

const writers = prepared((db) =>
  db
    .select({ daysAway: users.daysAway, readingsPerDay: users.readingsPerDay })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true))),
);

/** A reader's days away, and how many readings they write on a business day. */
export type Writer = Pick<typeof users.$inferSelect, 'daysAway' | 'readingsPerDay'>;

/** @returns those who can write readings */
export function listWriters(db: Queryable): Writer[] {
  return writers(db).all();
}
