import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { receipts } from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';

export type ReceiptRow = typeof receipts.$inferSelect;
export type NewReceipt = Omit<ReceiptRow, 'number'>;

/** Adds a receipt or refund receipt with the next number. */
export function insertReceipt(tx: Transaction, receipt: NewReceipt): void {
  tx.insert(receipts).values(receipt).run();
}

const receiptsOfOrder = prepareOnce((db) =>
  db
    .select()
    .from(receipts)
    .where(eq(receipts.orderId, sql.placeholder('orderId')))
    .orderBy(asc(receipts.number))
    .prepare(),
);

export function listReceipts(db: Queryable, orderId: string) {
  return receiptsOfOrder(db).all({ orderId });
}

/** Lists the receipts issued from `from` until just before `to`, in milliseconds since 1970, by number. */
export function listReceiptsWithin(db: Queryable, from: number, to: number) {
  return db
    .select()
    .from(receipts)
    .where(and(gte(receipts.issuedAt, from), lt(receipts.issuedAt, to)))
    .orderBy(asc(receipts.number))
    .all();
}
