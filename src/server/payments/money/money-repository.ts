import type { Queryable } from '../../../../db/client.ts';
import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from '../../../../db/drizzle.ts';
import { disputes, paymentWarnings, refunds } from '../../../../db/schema.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;
export type WarningRow = typeof paymentWarnings.$inferSelect;

/** @returns the refunds of an order, the oldest first */
export function listRefunds(db: Queryable, orderId: string): RefundRow[] {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .all();
}

/** @returns the refund with Stripe's id, or ours */
export function findRefund(
  db: Queryable,
  { stripeId, id }: { stripeId: string; id: string | null },
): RefundRow | undefined {
  const isOurs = id === null ? undefined : eq(refunds.id, id);
  return db
    .select()
    .from(refunds)
    .where(or(eq(refunds.stripeId, stripeId), isOurs))
    .get();
}

export function findRefundById(db: Queryable, id: string): RefundRow | undefined {
  return db.select().from(refunds).where(eq(refunds.id, id)).get();
}

/** Somebody took note that refunds of an order have failed. @returns how many */
export function noteFailuresSeen(db: Queryable, orderId: string, now: number): number {
  const isNew = and(eq(refunds.orderId, orderId), eq(refunds.status, 'failed'), isNull(refunds.seenAt));
  return db.update(refunds).set({ seenAt: now }).where(isNew).run().changes;
}

export function insertRefund(db: Queryable, refund: typeof refunds.$inferInsert): RefundRow {
  return db.insert(refunds).values(refund).returning().get();
}

/** @returns the changed refund, or undefined when it is no longer in the expected state */
export function updateRefundIf(
  db: Queryable,
  id: string,
  expected: RefundRow['status'],
  changes: Partial<RefundRow>,
): RefundRow | undefined {
  return db
    .update(refunds)
    .set(changes)
    .where(and(eq(refunds.id, id), eq(refunds.status, expected)))
    .returning()
    .get();
}

/** @returns the intention to refund an order to which the answer is not known yet */
export function findAskedRefund(db: Queryable, orderId: string): RefundRow | undefined {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'asked')))
    .get();
}

/** @returns the refunds of an order that were asked for here and made, and whoever asked was not told so */
export function listUntoldRefunds(db: Queryable, orderId: string): RefundRow[] {
  const isMade = inArray(refunds.status, ['succeeded', 'pending', 'requires_action']);
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isMade, isNotNull(refunds.askedBy), isNull(refunds.toldAt)))
    .all();
}

export function noteTold(db: Queryable, id: string, now: number): void {
  db.update(refunds).set({ toldAt: now }).where(eq(refunds.id, id)).run();
}

/** @returns intentions to refund from before a time to which the answer is not known yet */
export function listAskedRefunds(db: Queryable, before: number): RefundRow[] {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'asked'), lt(refunds.createdAt, before)))
    .all();
}

export function listDisputes(db: Queryable, orderId: string): DisputeRow[] {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.createdAt))
    .all();
}

export function keepDispute(db: Queryable, dispute: DisputeRow): void {
  const { id, ...changes } = dispute;
  db.insert(disputes).values(dispute).onConflictDoUpdate({ target: disputes.id, set: changes }).run();
}

export function listWarnings(db: Queryable, orderId: string): WarningRow[] {
  return db
    .select()
    .from(paymentWarnings)
    .where(eq(paymentWarnings.orderId, orderId))
    .orderBy(asc(paymentWarnings.createdAt))
    .all();
}

export function keepWarning(db: Queryable, warning: Omit<WarningRow, 'dismissedAt'>): void {
  const { id, ...changes } = warning;
  db.insert(paymentWarnings)
    .values(warning)
    .onConflictDoUpdate({ target: paymentWarnings.id, set: changes })
    .run();
}

/** Somebody has decided that what is doubted is all right. @returns how many warnings */
export function dismissWarnings(db: Queryable, orderId: string, now: number): number {
  const { isOpen, dismissedAt } = paymentWarnings;
  const isUndecided = and(eq(paymentWarnings.orderId, orderId), eq(isOpen, true), isNull(dismissedAt));
  return db.update(paymentWarnings).set({ dismissedAt: now }).where(isUndecided).run().changes;
}
