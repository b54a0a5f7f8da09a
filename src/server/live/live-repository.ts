import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gt, gte, max, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orderEvents, orders } from '../../../db/schema.ts';

/** A line of an order's timeline, with the readers it concerns. */
export type Happening = ReturnType<typeof listHappenings>[number];

// The reader before, for a line about an assignment.
const readerBefore = sql<string | null>`CASE WHEN ${orderEvents.type} = 'assigned' THEN (
  SELECT earlier.data ->> 'reader' FROM order_events earlier
  WHERE earlier.order_id = ${orderEvents.orderId} AND earlier.id < ${orderEvents.id} AND earlier.type = 'assigned'
  ORDER BY earlier.id DESC LIMIT 1) END`;

const happenings = prepared(
  (db, { after, since, limit }: Given<{ after: number; since: number; limit: number }>) =>
    db
      .select({
        orderId: orderEvents.orderId,
        type: orderEvents.type,
        actor: orderEvents.actor,
        /** For a line about an assignment: the names of the new reader and of the one before. */
        reader: sql<string | null>`${orderEvents.data} ->> 'reader'`,
        readerBefore,
        /** The id of the current reader. */
        readerId: orders.assignedReaderId,
      })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(and(gt(orderEvents.id, after), gte(orderEvents.createdAt, since)))
      .orderBy(asc(orderEvents.id))
      .limit(limit),
);

/**
 * @param part the lines after this id, from this time on (milliseconds since 1970)
 * @returns lines of all orders' timelines, the oldest first
 */
export function listHappenings(db: Queryable, part: { after: number; since: number; limit: number }) {
  return happenings(db).all(part);
}

const newest = prepared((db) => db.select({ id: max(orderEvents.id) }).from(orderEvents));

/** @returns the id of the newest line in all timelines; 0 without any */
export function newestHappening(db: Queryable): number {
  return newest(db).get()?.id ?? 0;
}
