import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, isNotNull, isNull, lt } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orders, readings } from '../../../db/schema.ts';

interface Asked {
  canonicalEmail: string;
  /** The number of the order beside which they are shown. */
  seq: number;
  limit: number;
}

const deliveredTo = prepared((db, { canonicalEmail, seq, limit }: Given<Asked>) => {
  const { orderNumber, readingType, customQuestion, deliveredAt } = orders;
  const { content, cards } = readings;
  return db
    .select({ orderNumber, readingType, customQuestion, deliveredAt, content, cards })
    .from(orders)
    .innerJoin(readings, eq(readings.orderId, orders.id))
    .where(
      and(
        eq(orders.canonicalEmail, canonicalEmail),
        lt(orders.seq, seq),
        eq(orders.status, 'approved'),
        isNotNull(orders.deliveredAt),
        isNull(orders.deletedAt),
        isNull(orders.erasedAt),
      ),
    )
    .orderBy(desc(orders.seq))
    .limit(limit);
});

/** @returns what was delivered for earlier orders of an address, the newest order first */
export function listDeliveredTo(db: Queryable, asked: Asked) {
  return deliveredTo(db).all(asked);
}
