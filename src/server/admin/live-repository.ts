import { eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { orderEvents, orders } from '../../../db/schema.ts';

export type LiveEvent = ReturnType<typeof listLiveEvents>[number];

// The previous reader, for an assignment event.
const readerBefore = sql<string | null>`CASE WHEN ${orderEvents.type} = 'assigned' THEN (
  SELECT earlier.data ->> 'reader' FROM order_events earlier
  WHERE earlier.order_id = ${orderEvents.orderId} AND earlier.id < ${orderEvents.id} AND earlier.type = 'assigned'
  ORDER BY earlier.id DESC LIMIT 1) END`;

/** Lists events after an id, oldest first, also of deleted orders. `readerId` is the order's reader now. */
export function listLiveEvents(db: Queryable, after: number, limit: number) {
  return db
    .select({
      orderId: orderEvents.orderId,
      type: orderEvents.type,
      actor: orderEvents.actor,
      /** For an assignment event: the names of the new and the previous reader. */
      reader: sql<string | null>`${orderEvents.data} ->> 'reader'`,
      readerBefore,
      readerId: orders.assignedReaderId,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(gt(orderEvents.id, after))
    .orderBy(orderEvents.id)
    .limit(limit)
    .all();
}

/** Returns the id and time (milliseconds) of the newest order event; both 0 without any. */
export function newestLiveEvent(db: Queryable): { id: number; createdAt: number } {
  const newest = db
    .select({ id: orderEvents.id, createdAt: orderEvents.createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.id, sql`(SELECT max(id) FROM order_events)`))
    .get();
  return newest ?? { id: 0, createdAt: 0 };
}
