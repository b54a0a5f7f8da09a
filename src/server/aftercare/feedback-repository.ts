import { and, asc, desc, eq, gt, isNotNull, isNull, lte, notExists, sql } from '../../../db/drizzle.ts';
import { findIn, insertInto, type Params, prepared } from '../../../db/prepared.ts';
import { feedback, orders } from '../../../db/schema.ts';
import { feedbackLimits } from '../../shared/aftercare/feedback.ts';
import { workablePaymentStatuses } from '../../shared/orders/order-status.ts';

export type FeedbackRow = typeof feedback.$inferSelect;
type Answer = Pick<FeedbackRow, 'orderId' | 'helped' | 'words' | 'mayPublish' | 'shownName' | 'givenAt'>;

export const findFeedback = findIn(feedback, feedback.orderId);

export const insertFeedback = insertInto(feedback);

export const storeFeedback = prepared((db, given: Params<Answer>) => {
  const { orderId, helped, words, mayPublish, shownName, givenAt } = given;
  // After any change, an admin has to publish it again.
  const answer = { helped, words, mayPublish, shownName, givenAt, publishedAt: sql`NULL` };
  return db
    .insert(feedback)
    .values({ orderId, helped, words, mayPublish, shownName, givenAt })
    .onConflictDoUpdate({ target: feedback.orderId, set: answer });
});

export const endPermission = prepared((db, { orderId }: Params<{ orderId: string }>) =>
  db
    .update(feedback)
    .set({ mayPublish: sql`0`, publishedAt: sql`NULL` })
    .where(eq(feedback.orderId, orderId)),
);

/** `publishedAt`: null takes it off the site */
export const setPublished = prepared(
  (db, { orderId, publishedAt }: Params<{ orderId: string; publishedAt: number | null }>) =>
    db.update(feedback).set({ publishedAt }).where(eq(feedback.orderId, orderId)),
);

/** Not while the customer has got a refund or asks a bank for one. */
const isInOrder = and(
  isNull(orders.deletedAt),
  sql`+${orders.paymentStatus} IN ${[...workablePaymentStatuses]}`,
  isNull(orders.hold),
  sql`${orders.dispute} IS NOT 'inquiry'`,
);

export const listPublished = prepared((db) =>
  db
    .select({ words: feedback.words, shownName: feedback.shownName, customerName: orders.customerName })
    .from(feedback)
    .innerJoin(orders, eq(orders.id, feedback.orderId))
    .where(and(sql`published_at IS NOT NULL`, eq(feedback.mayPublish, true), isInOrder))
    .orderBy(desc(feedback.publishedAt))
    .limit(feedbackLimits.published),
);

export const countPublished = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(feedback)
    .innerJoin(orders, eq(orders.id, feedback.orderId))
    .where(and(isNotNull(feedback.publishedAt), isNull(orders.deletedAt))),
);

export const listGiven = prepared((db, { limit }: Params<{ limit: number }>) =>
  db
    .select({ feedback, order: orders })
    .from(feedback)
    .innerJoin(orders, eq(orders.id, feedback.orderId))
    .where(and(sql`${feedback.givenAt} IS NOT NULL`, isNull(orders.deletedAt)))
    .orderBy(desc(feedback.givenAt))
    .limit(limit),
);

type DeliveryTime = { after: number; until: number; limit: number };

export const listUnasked = prepared((db, { after, until, limit }: Params<DeliveryTime>) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        gt(orders.deliveredAt, after),
        lte(orders.deliveredAt, until),
        eq(sql`+${orders.status}`, 'approved'),
        isInOrder,
        isNull(orders.erasedAt),
        notExists(
          db.select({ orderId: feedback.orderId }).from(feedback).where(eq(feedback.orderId, orders.id)),
        ),
      ),
    )
    .orderBy(asc(orders.deliveredAt))
    .limit(limit),
);
