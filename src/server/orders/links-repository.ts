import { and, eq, gt, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { orderLinks } from '../../../db/schema.ts';

/** Stores a link; one with the same id gets the new order and expiry. */
export function storeLink(tx: Transaction, link: typeof orderLinks.$inferInsert): void {
  tx.insert(orderLinks).values(link).onConflictDoUpdate({ target: orderLinks.id, set: link }).run();
}

/** Finds the order of a link that has not expired. @param linkId the hash of its secret */
export function findLinkedOrderId(db: Queryable, linkId: string, now: number): string | undefined {
  return db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(and(eq(orderLinks.id, linkId), gt(orderLinks.expiresAt, now)))
    .get()?.orderId;
}

export function deleteExpiredLinks(tx: Transaction, now: number): void {
  tx.delete(orderLinks).where(lt(orderLinks.expiresAt, now)).run();
}

export function deleteLinks(tx: Transaction, orderId: string): void {
  tx.delete(orderLinks).where(eq(orderLinks.orderId, orderId)).run();
}
