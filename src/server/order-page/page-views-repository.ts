import { asc, lte, sql } from '../../../db/drizzle.ts';
import { listIn, type Params, prepared } from '../../../db/prepared.ts';
import { orderPageViews } from '../../../db/schema.ts';

export type PageViews = typeof orderPageViews.$inferSelect;

export const countPageView = prepared(
  (db, given: Params<{ orderId: string; shown: PageViews['shown']; at: number; pauseStart: number }>) => {
    const { orderId, shown, at, pauseStart } = given;
    return db
      .insert(orderPageViews)
      .values({ orderId, shown, count: 1, firstAt: at, lastAt: at })
      .onConflictDoUpdate({
        target: [orderPageViews.orderId, orderPageViews.shown],
        set: { count: sql`${orderPageViews.count} + 1`, lastAt: at },
        setWhere: lte(orderPageViews.lastAt, pauseStart),
      });
  },
);

export const listPageViews = listIn(orderPageViews, orderPageViews.orderId, asc(orderPageViews.shown));
