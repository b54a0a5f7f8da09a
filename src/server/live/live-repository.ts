import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gt, gte, max, min, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orderEvents, orders } from '../../../db/schema.ts';

/** A line of an order's timeline, with whom it concerns. */
export type Happening = ReturnType<typeof listHappenings>[number];

// Whose it was before, when the line is about whose it is.
const readerBefore = sql<string | null>`CASE WHEN ${orderEvents.type} = 'assigned' THEN (
  SELECT earlier.data ->> 'reader' FROM order_events earlier
  WHERE earlier.order_id = ${orderEvents.orderId} AND earlier.id < ${orderEvents.id} AND earlier.type = 'assigned'
  ORDER BY earlier.id DESC LIMIT 1) END`;

const happenings = prepared((db, { after, limit }: Given<{ after: number; limit: number }>) =>
  db
    .select({
      id: orderEvents.id,
      orderId: orderEvents.orderId,
      type: orderEvents.type,
      actor: orderEvents.actor,
      /** Of a line about whose it is: the names of who has it since, and of who had it until then. */
      reader: sql<string | null>`${orderEvents.data} ->> 'reader'`,
      readerBefore,
      /** The id of whose it is now. */
      readerId: orders.assignedReaderId,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(gt(orderEvents.id, after))
    .orderBy(asc(orderEvents.id))
    .limit(limit),
);

/** @returns what stands in the timelines of all orders after one line, the oldest first */
export function listHappenings(db: Queryable, part: { after: number; limit: number }) {
  return happenings(db).all(part);
}

const newest = prepared((db) => db.select({ id: max(orderEvents.id) }).from(orderEvents));

/** @returns the last line of all timelines; 0 when there is none */
export function newestHappening(db: Queryable): number {
  return newest(db).get()?.id ?? 0;
}

const earliestSince = prepared((db, { after, time }: Given<{ after: number; time: number }>) =>
  db
    .select({ id: min(orderEvents.id) })
    .from(orderEvents)
    .where(and(gt(orderEvents.id, after), gte(orderEvents.createdAt, time))),
);

/**
 * @param time milliseconds since 1970
 * @returns the first of the lines after one that was written since a time; null when there is none
 */
export function firstHappeningSince(db: Queryable, part: { after: number; time: number }): number | null {
  return earliestSince(db).get(part)?.id ?? null;
}
