import type { Queryable } from '../../../../db/client.ts';
import { min, sql } from '../../../../db/drizzle.ts';
import { prepared, rawStatement } from '../../../../db/prepared.ts';
import { orderTallies, users } from '../../../../db/schema.ts';

const firstAccount = prepared((db) => db.select({ at: min(users.createdAt) }).from(users));

/** Returns when the oldest account was created, in milliseconds; null without any. */
export function readFirstAccountTime(db: Queryable): number | null {
  return firstAccount(db).get()?.at ?? null;
}

const takenTally = prepared((db) =>
  rawStatement<{ count: number }>(
    db,
    sql`SELECT count FROM ${orderTallies} WHERE payment_status <> 'unpaid' AND count > 0 LIMIT 1`,
  ),
);

/** Returns true if any order is no longer unpaid; free, refunded and deleted ones count as well. */
export function hasConfirmedOrder(db: Queryable): boolean {
  return takenTally(db).get() !== undefined;
}
