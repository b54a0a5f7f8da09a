import type { Queryable } from '../../../db/client.ts';
import { and, eq, gt, lt } from '../../../db/drizzle.ts';
import { orderLinks } from '../../../db/schema.ts';

export function insertLink(db: Queryable, link: typeof orderLinks.$inferInsert): void {
  db.insert(orderLinks).values(link).run();
}

/** @returns the order a link leads to, unless it has expired */
export function findLinkedOrder(db: Queryable, linkId: string, now: number): string | undefined {
  return db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(and(eq(orderLinks.id, linkId), gt(orderLinks.expiresAt, now)))
    .get()?.orderId;
}

export function deleteExpiredLinks(db: Queryable, now: number): void {
  db.delete(orderLinks).where(lt(orderLinks.expiresAt, now)).run();
}
