import type { Queryable } from '../../../db/client.ts';
import { and, eq, gt, lt } from '../../../db/drizzle.ts';
import { deleteIn, type Params, prepared, storeIn } from '../../../db/prepared.ts';
import { orderLinks } from '../../../db/schema.ts';

export const storeLink = storeIn(orderLinks, orderLinks.id);

const livingLink = prepared((db, { linkId, now }: Params<{ linkId: string; now: number }>) =>
  db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(and(eq(orderLinks.id, linkId), gt(orderLinks.expiresAt, now))),
);

export function findLinkedOrderId(db: Queryable, linkId: string, now: number): string | undefined {
  return livingLink(db).get({ linkId, now })?.orderId;
}

export const deleteExpiredLinks = prepared((db, { now }: Params<{ now: number }>) =>
  db.delete(orderLinks).where(lt(orderLinks.expiresAt, now)),
);

export const deleteLinks = deleteIn(orderLinks, orderLinks.orderId);
