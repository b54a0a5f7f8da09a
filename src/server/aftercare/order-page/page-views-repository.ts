import { asc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../../db/client.ts';
import { orderPageViews } from '../../../../db/schema.ts';

export type PageViews = typeof orderPageViews.$inferSelect;

/** Counts a view of an order's page, unless the last one was after `pauseStart`. */
export function countPageView(
  tx: Transaction,
  { pauseStart, at, ...page }: Pick<PageViews, 'orderId' | 'shown'> & { at: number; pauseStart: number },
): void {
  tx.insert(orderPageViews)
    .values({ ...page, count: 1, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [orderPageViews.orderId, orderPageViews.shown],
      set: { count: sql`${orderPageViews.count} + 1`, lastAt: at },
      setWhere: lte(orderPageViews.lastAt, pauseStart),
    })
    .run();
}

/** Lists an order's views: one row for `news`, one for `reading`, each with its count and its first and last time. */
export function listPageViews(db: Queryable, orderId: string) {
  return db
    .select()
    .from(orderPageViews)
    .where(eq(orderPageViews.orderId, orderId))
    .orderBy(asc(orderPageViews.shown))
    .all();
}
