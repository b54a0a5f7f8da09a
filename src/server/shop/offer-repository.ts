import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, getTableColumns, isNull, ne, sql } from '../../../db/drizzle.ts';
import {
  type Builder,
  countIn,
  insertInto,
  type Params,
  prepared,
  storeIn,
  updateIn,
} from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { codes, offers, orders, paymentOrigins } from '../../../db/schema.ts';
import type { Offer } from '../../shared/offers/offers.ts';
import { asCode, foldCode } from '../../shared/text.ts';

const { position, ...offerColumns } = getTableColumns(offers);

const allOffers = prepared((db) => db.select(offerColumns).from(offers).orderBy(asc(position)));

/** Returns all offers in the shop's order, archived ones too. */
export function listOffers(db: Queryable): Offer[] {
  return allOffers(db).all();
}

/** Stores an offer, a new one at the end of the shop's order. */
export const storeOffer = storeIn(offers, offers.id);
export const updateOffer = updateIn(offers);

/** Refunds give no use back. */
const isPaid = ne(orders.paymentStatus, 'unpaid');

const selectCodes = (db: Builder) =>
  db
    .select({
      ...getTableColumns(codes),
      used: sql<number>`(SELECT count(*) FROM ${orders} WHERE ${and(eq(orders.codeId, codes.id), isPaid)})`,
    })
    .from(codes);

/** Newest first. */
export const listCodes = prepared((db) =>
  selectCodes(db).orderBy(desc(codes.createdAt), desc(rowOrder(codes))),
);

const codeByText = prepared((db, { code, folded }: Params<{ code: string; folded: string }>) =>
  selectCodes(db)
    .where(eq(sql`fold_code(${codes.code})`, folded))
    // Older codes may differ by a dash or an accent alone.
    .orderBy(desc(eq(codes.code, code)))
    .limit(1),
);

/** Finds a code in any of its spellings. */
export function findCode(db: Queryable, code: string): CodeRow | undefined {
  return codeByText(db).get({ code: asCode(code), folded: foldCode(code) });
}

export type CodeRow = ReturnType<ReturnType<typeof listCodes>['all']>[number];

export const insertCode = insertInto(codes);
export const updateCode = updateIn(codes);

/** Counts the paid orders with a code of all addresses of a mailbox. */
export const countUsesBy = countIn(
  orders,
  ({ codeId, mailbox }: Params<{ codeId: string; mailbox: string }>) =>
    and(eq(orders.codeId, codeId), isPaid, eq(sql`mailbox_of(${orders.canonicalEmail})`, mailbox)),
);

/** Lists the orders with a code that can still be paid, oldest first, with the hash of the visitor's address. */
export const listUnpaidUses = prepared((db, { codeId }: Params<{ codeId: string }>) => {
  const { id, paymentIntentId, canonicalEmail, createdAt } = orders;
  return db
    .select({ id, paymentIntentId, canonicalEmail, createdAt, address: paymentOrigins.address })
    .from(orders)
    .leftJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, paymentIntentId))
    .where(and(eq(orders.codeId, codeId), eq(orders.paymentStatus, 'unpaid'), isNull(orders.abandonedAt)))
    .orderBy(asc(orders.seq));
});
