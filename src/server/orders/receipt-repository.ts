import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gte, lt } from '../../../db/drizzle.ts';
import { insertInto, type Params, prepared } from '../../../db/prepared.ts';
import { receipts } from '../../../db/schema.ts';

export type ReceiptRow = typeof receipts.$inferSelect;
export type NewReceipt = Omit<ReceiptRow, 'number'>;

/** Adds a paper with the next number. */
export const insertReceipt = insertInto(receipts);

const receiptsOfOrder = prepared((db, { orderId }: Params<{ orderId: string }>) =>
  db.select().from(receipts).where(eq(receipts.orderId, orderId)).orderBy(asc(receipts.number)),
);

export function listReceipts(db: Queryable, orderId: string): ReceiptRow[] {
  return receiptsOfOrder(db).all({ orderId });
}

/** Lists the papers of a stretch of time, in milliseconds since 1970; `to` is not part of it. */
export const listReceiptsWithin = prepared((db, { from, to }: Params<{ from: number; to: number }>) =>
  db
    .select()
    .from(receipts)
    .where(and(gte(receipts.issuedAt, from), lt(receipts.issuedAt, to)))
    .orderBy(asc(receipts.number)),
);
