import { and, asc, gte, lt } from '../../../db/drizzle.ts';
import { insertInto, listIn, type Params, prepared } from '../../../db/prepared.ts';
import { receipts } from '../../../db/schema.ts';

export type ReceiptRow = typeof receipts.$inferSelect;
export type NewReceipt = Omit<ReceiptRow, 'number'>;

/** Adds a paper with the next number. */
export const insertReceipt = insertInto(receipts);

export const listReceipts = listIn(receipts, receipts.orderId, asc(receipts.number));

/** Lists the papers of a stretch of time, in milliseconds since 1970; `to` is not part of it. */
export const listReceiptsWithin = prepared((db, { from, to }: Params<{ from: number; to: number }>) =>
  db
    .select()
    .from(receipts)
    .where(and(gte(receipts.issuedAt, from), lt(receipts.issuedAt, to)))
    .orderBy(asc(receipts.number)),
);
