import type { Queryable } from '../../../db/client.ts';
import { and, eq, inArray } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { openOrderCount, orderTallies, users } from '../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';

const waiting = prepared((db) =>
  db
    .select({ count: openOrderCount })
    .from(orderTallies)
    .where(
      and(
        inArray(orderTallies.status, [...statusesToWrite]),
        inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
        eq(orderTallies.isDeleted, false),
      ),
    ),
);

/** Counts the paid orders that wait for their reading, without those that are refunded or withdrawn. */
export function countOrdersToWrite(db: Queryable): number {
  return waiting(db).get()?.count ?? 0;
}

export const listWriters = prepared((db) =>
  db
    .select({ daysAway: users.daysAway, readingsPerDay: users.readingsPerDay })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true))),
);

export type Writer = Pick<typeof users.$inferSelect, 'daysAway' | 'readingsPerDay'>;
