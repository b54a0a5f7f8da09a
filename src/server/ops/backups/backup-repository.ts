import { and, gt, min, ne } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { orderTallies, users } from '../../../../db/schema.ts';

/** Returns when the oldest account was created, in milliseconds; null without accounts. */
export function readFirstAccountTime(db: Queryable): number | null {
  const first = db
    .select({ at: min(users.createdAt) })
    .from(users)
    .get();
  return first?.at ?? null;
}

/** Returns whether any order was ever confirmed: paid or free, even if refunded or deleted. */
export function hasConfirmedOrder(db: Queryable): boolean {
  const isTaken = and(ne(orderTallies.paymentStatus, 'unpaid'), gt(orderTallies.count, 0));
  return db.select().from(orderTallies).where(isTaken).limit(1).get() !== undefined;
}
