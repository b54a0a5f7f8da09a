import { and, desc, eq, isNotNull, isNull, lt } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orders, readings } from '../../../db/schema.ts';

type Asked = { canonicalEmail: string; seq: number; limit: number };

/** @returns the readings delivered for orders of an address before `seq`, the newest first */
export const listDeliveredTo = prepared((db, { canonicalEmail, seq, limit }: Given<Asked>) => {
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
