import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { disputes, paymentWarnings, refunds } from '../../../db/schema.ts';
import { rowOrder } from '../../../db/sql.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;

/** Lists an order's refunds, oldest first. */
export function listRefunds(db: Queryable, orderId: string): RefundRow[] {
  const isOfOrder = eq(refunds.orderId, orderId);
  return db.select().from(refunds).where(isOfOrder).orderBy(refunds.createdAt, rowOrder(refunds)).all();
}

/** Finds a refund by Stripe's id, or by our own. */
export function findRefund(db: Queryable, stripeId: string, id: string | null) {
  const isMeant = or(eq(refunds.stripeId, stripeId), id === null ? undefined : eq(refunds.id, id));
  return db.select().from(refunds).where(isMeant).get();
}

export function findRefundById(db: Queryable, id: string) {
  return db.select().from(refunds).where(eq(refunds.id, id)).get();
}

/** Marks an order's failed refunds as seen by an admin, and returns how many were not yet. */
export function markFailuresSeen(tx: Transaction, orderId: string, now: number): number {
  return tx
    .update(refunds)
    .set({ seenAt: now })
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'failed'), isNull(refunds.seenAt)))
    .run().changes;
}

export function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): RefundRow {
  return tx.insert(refunds).values(refund).returning().get();
}

/** Updates a refund with the `expected` status, and returns it; undefined if it has another. */
export function updateRefundIf(
  tx: Transaction,
  id: string,
  expected: RefundRow['status'],
  changes: Partial<RefundRow>,
): RefundRow | undefined {
  const isExpected = and(eq(refunds.id, id), eq(refunds.status, expected));
  return tx.update(refunds).set(changes).where(isExpected).returning().get();
}

/** Finds an order's refund whose outcome at Stripe is still unknown. */
export function findAskedRefund(db: Queryable, orderId: string): RefundRow | undefined {
  return listRefunds(db, orderId).find(({ status }) => status === 'asked');
}

/** Updates a refund, which must exist, and returns it. */
export function updateRefund(tx: Transaction, id: string, changes: Partial<RefundRow>): RefundRow {
  return tx.update(refunds).set(changes).where(eq(refunds.id, id)).returning().get();
}

/** Lists refunds created before a time whose outcome at Stripe is still unknown. */
export function listAskedRefunds(db: Queryable, before: number): RefundRow[] {
  const isAsked = and(sql`${refunds.status} = 'asked'`, lt(refunds.createdAt, before));
  return db.select().from(refunds).where(isAsked).all();
}

/** Lists an order's disputes, oldest first. */
export function listDisputes(db: Queryable, orderId: string): DisputeRow[] {
  const isOfOrder = eq(disputes.orderId, orderId);
  return db.select().from(disputes).where(isOfOrder).orderBy(disputes.createdAt).all();
}

export function storeDispute(tx: Transaction, dispute: typeof disputes.$inferInsert): void {
  tx.insert(disputes).values(dispute).onConflictDoUpdate({ target: disputes.id, set: dispute }).run();
}

/** Lists an order's warnings, also closed and dismissed ones, oldest first. */
export function listWarnings(db: Queryable, orderId: string) {
  const isOfOrder = eq(paymentWarnings.orderId, orderId);
  return db.select().from(paymentWarnings).where(isOfOrder).orderBy(paymentWarnings.createdAt).all();
}

/** Stores a warning, or updates it and keeps its dismissal. */
export function storeWarning(tx: Transaction, warning: typeof paymentWarnings.$inferInsert): void {
  const conflict = { target: paymentWarnings.id, set: warning };
  tx.insert(paymentWarnings).values(warning).onConflictDoUpdate(conflict).run();
}

/** Dismisses an order's open warnings, and returns how many there were. */
export function dismissWarnings(tx: Transaction, orderId: string, now: number): number {
  const isUndismissed = and(eq(paymentWarnings.isOpen, true), isNull(paymentWarnings.dismissedAt));
  return tx
    .update(paymentWarnings)
    .set({ dismissedAt: now })
    .where(and(eq(paymentWarnings.orderId, orderId), isUndismissed))
    .run().changes;
}
