import type { Queryable } from '../../../db/client.ts';
import { asc, eq, lte, sql } from '../../../db/drizzle.ts';
import { orderPageViews } from '../../../db/schema.ts';

export type PageViews = typeof orderPageViews.$inferSelect;

/** Counts a view of an order's page, unless it follows another one within `pauseMilliseconds`. */
export function notePageView(
  db: Queryable,
  view: { orderId: string; shown: PageViews['shown']; at: number; pauseMilliseconds: number },
): void {
  const { orderId, shown, at } = view;
  db.insert(orderPageViews)
    .values({ orderId, shown, count: 1, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [orderPageViews.orderId, orderPageViews.shown],
      set: { count: sql`${orderPageViews.count} + 1`, lastAt: at },
      setWhere: lte(orderPageViews.lastAt, at - view.pauseMilliseconds),
    })
    .run();
}

/** @returns how often and when an order's page was opened, before its reading was sent and with it */
export function listPageViews(db: Queryable, orderId: string): PageViews[] {
  return db
    .select()
    .from(orderPageViews)
    .where(eq(orderPageViews.orderId, orderId))
    .orderBy(asc(orderPageViews.shown))
    .all();
}
