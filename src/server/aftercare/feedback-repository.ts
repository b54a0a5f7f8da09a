import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { feedback, orders } from '../../../db/schema.ts';
import { workablePaymentStatuses } from '../../shared/orders/order-status.ts';

export type FeedbackRow = typeof feedback.$inferSelect;

export function findFeedback(db: Queryable, orderId: string): FeedbackRow | undefined {
  return db.select().from(feedback).where(eq(feedback.orderId, orderId)).get();
}

export function insertFeedback(tx: Transaction, row: typeof feedback.$inferInsert) {
  tx.insert(feedback).values(row).run();
}

/** Stores or replaces an order's feedback, and takes it off the site. */
export function storeFeedback(tx: Transaction, answer: Omit<FeedbackRow, 'askedAt' | 'publishedAt'>) {
  // After any change, an admin has to publish it again.
  const set = { ...answer, publishedAt: null };
  tx.insert(feedback).values(answer).onConflictDoUpdate({ target: feedback.orderId, set }).run();
}

/** Ends the customer's permission to publish an order's feedback, and takes it off the site. */
export function endPublishPermission(tx: Transaction, orderId: string) {
  const ended = { mayPublish: false, publishedAt: null };
  tx.update(feedback).set(ended).where(eq(feedback.orderId, orderId)).run();
}

/** Puts feedback on the site or, with null, takes it off. */
export function setPublished(tx: Transaction, orderId: string, publishedAt: number | null) {
  tx.update(feedback).set({ publishedAt }).where(eq(feedback.orderId, orderId)).run();
}

/** Excludes deleted, held, refunded and disputed orders. */
const isInOrder = and(
  isNull(orders.deletedAt),
  sql`+${orders.paymentStatus} IN ${[...workablePaymentStatuses]}`,
  isNull(orders.hold),
  sql`${orders.dispute} IS NOT 'inquiry'`,
);

/** Lists the feedback on the site, the last published first; not of deleted, held, refunded or disputed orders. */
export function listPublished(db: Queryable, limit: number) {
  return db
    .select({ ...getTableColumns(feedback), order: orders })
    .from(feedback)
    .innerJoin(orders, eq(orders.id, feedback.orderId))
    .where(and(isNotNull(feedback.publishedAt), eq(feedback.mayPublish, true), isInOrder))
    .orderBy(desc(feedback.publishedAt))
    .limit(limit)
    .all();
}

/** Lists feedback, published or not, newest first, without that of deleted orders. */
export function listGiven(db: Queryable, limit: number) {
  return db
    .select({ feedback, order: orders })
    .from(feedback)
    .innerJoin(orders, eq(orders.id, feedback.orderId))
    .where(and(isNotNull(feedback.givenAt), isNull(orders.deletedAt)))
    .orderBy(desc(feedback.givenAt))
    .limit(limit)
    .all();
}

/**
 * Lists orders delivered after `after`, until `until`, whose customers were not asked for feedback yet, oldest first;
 * not deleted, held, refunded or disputed ones.
 */
export function listUnasked(
  db: Queryable,
  { after, until, limit }: Record<'after' | 'until' | 'limit', number>,
) {
  const asked = db.select({ id: feedback.orderId }).from(feedback).where(eq(feedback.orderId, orders.id));
  const isInTime = and(gt(orders.deliveredAt, after), lte(orders.deliveredAt, until));
  const isApproved = eq(sql`+${orders.status}`, 'approved');
  return db
    .select()
    .from(orders)
    .where(and(isInTime, isApproved, isInOrder, isNull(orders.erasedAt), notExists(asked)))
    .orderBy(asc(orders.deliveredAt))
    .limit(limit)
    .all();
}
