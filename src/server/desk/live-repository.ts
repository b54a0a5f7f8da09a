import type { Queryable } from '../../../db/client.ts';
import { asc, eq, gt, sql } from '../../../db/drizzle.ts';
import { type Params, prepared } from '../../../db/prepared.ts';
import { orderEvents, orders } from '../../../db/schema.ts';

export type LiveEvent = ReturnType<ReturnType<typeof listLiveEvents>['all']>[number];

// The reader before, for a line about an assignment.
const readerBefore = sql<string | null>`CASE WHEN ${orderEvents.type} = 'assigned' THEN (
  SELECT earlier.data ->> 'reader' FROM order_events earlier
  WHERE earlier.order_id = ${orderEvents.orderId} AND earlier.id < ${orderEvents.id} AND earlier.type = 'assigned'
  ORDER BY earlier.id DESC LIMIT 1) END`;

export const listLiveEvents = prepared((db, { after, limit }: Params<{ after: number; limit: number }>) =>
  db
    .select({
      orderId: orderEvents.orderId,
      type: orderEvents.type,
      actor: orderEvents.actor,
      /** For a line about an assignment: the names of the new reader and of the one before. */
      reader: sql<string | null>`${orderEvents.data} ->> 'reader'`,
      readerBefore,
      readerId: orders.assignedReaderId,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(gt(orderEvents.id, after))
    .orderBy(asc(orderEvents.id))
    .limit(limit),
);

const newest = prepared((db) =>
  db
    .select({ id: orderEvents.id, createdAt: orderEvents.createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.id, sql`(SELECT max(id) FROM order_events)`)),
);

export function newestLiveEvent(db: Queryable): { id: number; createdAt: number } {
  return newest(db).get() ?? { id: 0, createdAt: 0 };
}
