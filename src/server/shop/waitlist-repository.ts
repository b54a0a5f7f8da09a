import { and, count, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { outbox, waitlist } from '../../../db/schema.ts';
import { canonicalEmail } from '../../shared/email/email-address.ts';

export type Waiting = typeof waitlist.$inferSelect;

/** Finds the waitlist entry of an address in any spelling, confirmed or not. */
export function findWaiting(db: Queryable, email: string): Waiting | undefined {
  return db
    .select()
    .from(waitlist)
    .where(eq(waitlist.canonicalEmail, canonicalEmail(email)))
    .get();
}

export function findWaitingById(db: Queryable, id: string): Waiting | undefined {
  return db.select().from(waitlist).where(eq(waitlist.id, id)).get();
}

/** Finds the waitlist entry of a confirmation link, by its hash. */
export function findWaitingByLink(db: Queryable, linkId: string): Waiting | undefined {
  return db.select().from(waitlist).where(eq(waitlist.linkId, linkId)).get();
}

/** Adds an address, unconfirmed. Throws if the list has it in any spelling. */
export function insertWaiting(tx: Transaction, row: { id: string; email: string; createdAt: number }): void {
  tx.insert(waitlist)
    .values({ ...row, canonicalEmail: canonicalEmail(row.email) })
    .run();
}

export function updateWaiting(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<Waiting, 'linkId' | 'confirmedAt'>>,
): void {
  tx.update(waitlist).set(changes).where(eq(waitlist.id, id)).run();
}

/** Counts the confirmed addresses on the waitlist. */
export function countConfirmed(db: Queryable): number {
  const found = db.select({ count: count() }).from(waitlist).where(isNotNull(waitlist.confirmedAt)).get();
  return found?.count ?? 0;
}

/** Deletes all confirmed addresses from the waitlist, and returns them. */
export function takeConfirmed(tx: Transaction): Waiting[] {
  return tx.delete(waitlist).where(isNotNull(waitlist.confirmedAt)).returning().all();
}

/** Deletes an address in any spelling, confirmed or not. Returns how many entries that were. */
export function deleteWaiting(tx: Transaction, email: string): number {
  return tx
    .delete(waitlist)
    .where(eq(waitlist.canonicalEmail, canonicalEmail(email)))
    .run().changes;
}

/** Deletes addresses added before a time and never confirmed, and all mails to the waitlist that are not queued. */
export function deleteExpiredWaiting(tx: Transaction, before: number): void {
  tx.delete(waitlist)
    .where(and(isNull(waitlist.confirmedAt), lt(waitlist.createdAt, before)))
    .run();
  // Written into the statement: by parameters SQLite would not find the index.
  const isOfList = sql`kind IN ('waitlist_confirmation', 'sales_open')`;
  tx.delete(outbox)
    .where(and(isOfList, ne(outbox.state, 'queued')))
    .run();
}

/** Lists the whole waitlist, unconfirmed addresses included. */
export function listWaiting(db: Queryable): Waiting[] {
  return db.select().from(waitlist).all();
}
