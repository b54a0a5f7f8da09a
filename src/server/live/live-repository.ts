import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gt, gte, max, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orderEvents, orders } from '../../../db/schema.ts';

/** A line of an order's timeline, with whom it concerns. */
export type Happening = ReturnType<typeof listHappenings>[number];

// Whose it was before, when the line is about whose it is.
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
        /** Of a line about whose it is: the names of who has it since, and of who had it until then. */
        reader: sql<string | null>`${orderEvents.data} ->> 'reader'`,
        readerBefore,
        /** The id of whose it is now. */
        readerId: orders.assignedReaderId,
      })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(and(gt(orderEvents.id, after), gte(orderEvents.createdAt, since)))
      .orderBy(asc(orderEvents.id))
      .limit(limit),
);

/**
 * @param part the id of the line after which, and the time (milliseconds since 1970) from which
 * @returns what stands in the timelines of all orders, the oldest first
 */
export function listHappenings(db: Queryable, part: { after: number; since: number; limit: number }) {
  return happenings(db).all(part);
}

const newest = prepared((db) => db.select({ id: max(orderEvents.id) }).from(orderEvents));

/** @returns the last line of all timelines; 0 when there is none */
export function newestHappening(db: Queryable): number {
  return newest(db).get()?.id ?? 0;
}
