import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, eq, gt, lt } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orderLinks } from '../../../db/schema.ts';

type Link = typeof orderLinks.$inferInsert;

const linkUpsert = prepared((db, { id, orderId, expiresAt }: Given<Link>) =>
  db
    .insert(orderLinks)
    .values({ id, orderId, expiresAt })
    .onConflictDoUpdate({ target: orderLinks.id, set: { expiresAt } }),
);

/** Stores a link, or extends it. */
export function keepLink(db: Transaction, link: Link): void {
  linkUpsert(db).run(link);
}

const livingLink = prepared((db, { linkId, now }: Given<{ linkId: string; now: number }>) =>
  db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(and(eq(orderLinks.id, linkId), gt(orderLinks.expiresAt, now))),
);

export function findLinkedOrder(db: Queryable, linkId: string, now: number): string | undefined {
  return livingLink(db).get({ linkId, now })?.orderId;
}

const expiredLinksDelete = prepared((db, { now }: Given<{ now: number }>) =>
  db.delete(orderLinks).where(lt(orderLinks.expiresAt, now)),
);

export function deleteExpiredLinks(db: Transaction, now: number): void {
  expiredLinksDelete(db).run({ now });
}

const linksOfOrderDelete = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db.delete(orderLinks).where(eq(orderLinks.orderId, orderId)),
);

export function deleteLinks(db: Transaction, orderId: string): void {
  linksOfOrderDelete(db).run({ orderId });
}
