import { and, asc, count, desc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import {
  codes,
  isTalliedToWrite,
  offers,
  openOrderCount,
  orders,
  orderTallies,
  paymentOrigins,
} from '../../../db/schema.ts';
import { prepareOnce, rowOrder } from '../../../db/sql.ts';
import type { Offer } from '../../shared/offers/offer-types.ts';
import { asCode, foldCode } from '../../shared/text.ts';

const { position, pictureFile, ...offerColumns } = getTableColumns(offers);

const allOffers = prepareOnce((db) => db.select(offerColumns).from(offers).orderBy(asc(position)).prepare());

/** Returns all offers in the shop's order, archived ones too. */
export function listOffers(db: Queryable): Offer[] {
  return allOffers(db).all();
}

/** Stores an offer, a new one at the end of the list. With `picture` null it also deletes the picture's file. */
export function storeOffer(tx: Transaction, stored: typeof offers.$inferInsert) {
  const offer = stored.picture === null ? { ...stored, pictureFile: null } : stored;
  tx.insert(offers).values(offer).onConflictDoUpdate({ target: offers.id, set: offer }).run();
}

/** Returns the file of the picture at an address, if it belongs to an offer on sale. */
export function findOfferPicture(db: Queryable, address: string) {
  const isShown = and(eq(offers.picture, address), ne(offers.visibility, 'archived'));
  return db.select({ picture: offers.pictureFile }).from(offers).where(isShown).get()?.picture;
}

export function moveOffer(tx: Transaction, id: string, position: number) {
  tx.update(offers).set({ position }).where(eq(offers.id, id)).run();
}

/** Refunds do not return a use. */
const isPaid = ne(orders.paymentStatus, 'unpaid');

const selectCodes = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(codes),
      used: sql<number>`(SELECT count(*) FROM ${orders} WHERE ${and(eq(orders.codeId, codes.id), isPaid)})`,
    })
    .from(codes);

/** Lists all promotion codes with their uses, newest first. */
export function listCodes(db: Queryable) {
  return selectCodes(db)
    .orderBy(desc(codes.createdAt), desc(rowOrder(codes)))
    .all();
}

export type CodeRow = ReturnType<typeof listCodes>[number];

/** Finds a promotion code in any of its spellings. */
export function findCode(db: Queryable, code: string): CodeRow | undefined {
  const isAlike = eq(sql`fold_code(${codes.code})`, foldCode(code));
  // Older codes may differ only by a dash or an accent.
  const isSame = eq(codes.code, asCode(code));
  return selectCodes(db).where(isAlike).orderBy(desc(isSame)).limit(1).get();
}

export function insertCode(tx: Transaction, code: typeof codes.$inferInsert) {
  tx.insert(codes).values(code).run();
}

export function switchCode(tx: Transaction, id: string, isActive: boolean) {
  tx.update(codes).set({ isActive }).where(eq(codes.id, id)).run();
}

/** Counts the paid orders with a code from all addresses of a mailbox. */
export function countUsesBy(db: Queryable, codeId: string, mailbox: string): number {
  const isOfMailbox = eq(sql`mailbox_of(${orders.canonicalEmail})`, mailbox);
  const isUse = and(eq(orders.codeId, codeId), isPaid, isOfMailbox);
  return db.select({ count: count() }).from(orders).where(isUse).get()?.count ?? 0;
}

/** Lists the orders with a code that can still be paid, oldest first, with the hash of the visitor's address. */
export function listUnpaidUses(db: Queryable, codeId: string) {
  const { id, paymentIntentId, canonicalEmail, createdAt } = orders;
  return db
    .select({ id, paymentIntentId, canonicalEmail, createdAt, address: paymentOrigins.address })
    .from(orders)
    .leftJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, paymentIntentId))
    .where(and(eq(orders.codeId, codeId), eq(orders.paymentStatus, 'unpaid'), isNull(orders.abandonedAt)))
    .orderBy(asc(orders.seq))
    .all();
}

const ordersToWrite = prepareOnce((db) =>
  db.select({ count: openOrderCount }).from(orderTallies).where(isTalliedToWrite).prepare(),
);

/** Counts the paid orders that wait for their reading, except those refunded or withdrawn. */
export function countOrdersToWrite(db: Queryable): number {
  return ordersToWrite(db).get()?.count ?? 0;
}
