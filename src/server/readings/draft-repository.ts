import { and, type Column, desc, eq, getTableColumns, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { maybePersonName, orders, readingDrafts, users } from '../../../db/schema.ts';

/** A draft, with the username of the person who began it; null for its author. */
export type DraftWithBeginner = NonNullable<ReturnType<typeof findDraft>>;

/** Finds an author's draft, with the name of who began it if it was another (`begunBy`). */
export function findDraft(db: Queryable, orderId: string, authorId: string) {
  return selectDrafts(db, readingDrafts.begunById).where(isDraft(orderId, authorId)).get();
}

/** Finds the newest draft of an order by anyone but this author and the assigned reader, if not empty. */
export function findNewestOtherDraft(db: Queryable, orderId: string, authorId: string, assigneeId: string) {
  return selectDrafts(db, readingDrafts.authorId)
    .where(
      and(
        eq(readingDrafts.orderId, orderId),
        ne(readingDrafts.authorId, authorId),
        ne(readingDrafts.authorId, assigneeId),
        or(ne(sql`trim(${readingDrafts.content})`, ''), sql`${readingDrafts.cards} <> '[]'`),
      ),
    )
    .orderBy(desc(readingDrafts.savedAt))
    .limit(1)
    .get();
}

export function findAnyDraft(db: Queryable, orderId: string) {
  return db.select().from(readingDrafts).where(eq(readingDrafts.orderId, orderId)).get();
}

/** Stores a draft; one that exists gets text, cards, version and time, but keeps who began it. */
export function storeDraft(tx: Transaction, draft: typeof readingDrafts.$inferSelect) {
  const { content, cards, version, savedAt } = draft;
  tx.insert(readingDrafts)
    .values(draft)
    .onConflictDoUpdate({
      target: [readingDrafts.orderId, readingDrafts.authorId],
      set: { content, cards, version, savedAt },
    })
    .run();
}

export function deleteDraft(tx: Transaction, orderId: string, authorId: string) {
  tx.delete(readingDrafts).where(isDraft(orderId, authorId)).run();
}

/** Deletes the drafts of orders delivered before a time. */
export function deleteOldDrafts(tx: Transaction, before: number) {
  const delivered = sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${readingDrafts.orderId})`;
  return tx.delete(readingDrafts).where(lt(delivered, before)).run();
}

function selectDrafts(db: Queryable, beginner: Column) {
  return db
    .select({ ...getTableColumns(readingDrafts), begunBy: maybePersonName })
    .from(readingDrafts)
    .leftJoin(users, eq(users.id, beginner));
}

function isDraft(orderId: string, authorId: string) {
  return and(eq(readingDrafts.orderId, orderId), eq(readingDrafts.authorId, authorId));
}
