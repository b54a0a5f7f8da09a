import type { Queryable } from '../../../../db/client.ts';
import { asc, gte, sql } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { orders } from '../../../../db/schema.ts';
import type { Span } from '../../time/period-days.ts';

/** Orders that were placed one after the other, by the first and the last number; none when the last is less. */
export interface PlacedSeqs {
  first: number;
  last: number;
}

/**
 * Numbers ascend with the time of placing, so the two ends are found by halving: no index by time is kept for it.
 *
 * @returns the orders that were placed in a span
 */
export function findPlaced(db: Queryable, { from, to }: Span): PlacedSeqs {
  return { first: firstPlacedFrom(db, from), last: firstPlacedFrom(db, to) - 1 };
}

const newestOrder = prepared((db) =>
  db.select({ seq: sql<number>`ifnull(max(${orders.seq}), 0)` }).from(orders),
);

const nextOrder = prepared((db, { seq }: Given<{ seq: number }>) =>
  db
    .select({ seq: orders.seq, createdAt: orders.createdAt })
    .from(orders)
    .where(gte(orders.seq, seq))
    .orderBy(asc(orders.seq))
    .limit(1),
);

function firstPlacedFrom(db: Queryable, time: number): number {
  let low = 1;
  let high = (newestOrder(db).get()?.seq ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const order = nextOrder(db).get({ seq: middle });
    if (!order || order.createdAt >= time) high = middle;
    else low = order.seq + 1;
  }
  return low;
}
