import type { Queryable } from '../../../db/client.ts';
import { and, asc, count, desc, eq, isNotNull, isNull, ne, or } from '../../../db/drizzle.ts';
import { insertInto, type Params, prepared, storeIn } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { codes, offers, orders } from '../../../db/schema.ts';

export type OfferRow = typeof offers.$inferSelect;

const allOffers = prepared((db) => db.select().from(offers).orderBy(asc(offers.position)));

/** Returns all offers in the shop's order, archived ones too. */
export function listOffers(db: Queryable): OfferRow[] {
  return allOffers(db).all();
}

export const storeOffer = storeIn(offers, offers.id);

export const storePosition = prepared((db, { id, position }: Params<{ id: string; position: number }>) =>
  db.update(offers).set({ position }).where(eq(offers.id, id)),
);

export type CodeRow = typeof codes.$inferSelect;

/** Newest first. */
export const listCodes = prepared((db) =>
  db
    .select()
    .from(codes)
    .orderBy(desc(codes.createdAt), desc(rowOrder(codes))),
);

export const findCode = prepared((db, { code }: Params<{ code: string }>) =>
  db.select().from(codes).where(eq(codes.code, code)),
);

export const insertCode = insertInto(codes);

export const switchCode = prepared((db, { id, isActive }: Params<Pick<CodeRow, 'id' | 'isActive'>>) =>
  db.update(codes).set({ isActive }).where(eq(codes.id, id)).returning(),
);

/** An order uses its code while it is paid or can still be: refunds give nothing back. */
const isUse = or(ne(orders.paymentStatus, 'unpaid'), isNull(orders.abandonedAt));

export const countUses = prepared((db, { codeId }: Params<{ codeId: string }>) =>
  db
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.codeId, codeId), isUse)),
);

/** Counts the uses by an address, in any of its spellings. */
export const countUsesBy = prepared((db, { codeId, email }: Params<{ codeId: string; email: string }>) =>
  db
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.codeId, codeId), eq(orders.canonicalEmail, email), isUse)),
);

export const countAllUses = prepared((db) =>
  db
    .select({ codeId: orders.codeId, count: count() })
    .from(orders)
    .where(and(isNotNull(orders.codeId), isUse))
    .groupBy(orders.codeId),
);
