import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, ne, sql } from '../../../db/drizzle.ts';
import { orders, readingDrafts, users } from '../../../db/schema.ts';

export type DraftRow = typeof readingDrafts.$inferSelect;
/** With the username of whoever began the text, if it was somebody else. */
export type DraftWithBeginner = DraftRow & { begunBy: string | null };

export function findDraft(db: Queryable, orderId: string, authorId: string): DraftWithBeginner | undefined {
  return selectDrafts(db, readingDrafts.begunById)
    .where(and(eq(readingDrafts.orderId, orderId), eq(readingDrafts.authorId, authorId)))
    .get();
}

/** @returns what somebody else wrote last for an order, as begun by them */
export function findDraftOfOthers(
  db: Queryable,
  orderId: string,
  authorId: string,
): DraftWithBeginner | undefined {
  return selectDrafts(db, readingDrafts.authorId)
    .where(
      and(
        eq(readingDrafts.orderId, orderId),
        ne(readingDrafts.authorId, authorId),
        ne(sql`trim(${readingDrafts.content})`, ''),
      ),
    )
    .orderBy(desc(readingDrafts.savedAt))
    .limit(1)
    .get();
}

export function storeDraft(db: Queryable, draft: DraftRow): void {
  const { content, internalNotes, version, savedAt } = draft;
  db.insert(readingDrafts)
    .values(draft)
    .onConflictDoUpdate({
      target: [readingDrafts.orderId, readingDrafts.authorId],
      set: { content, internalNotes, version, savedAt },
    })
    .run();
}

export function deleteDraft(db: Queryable, orderId: string, authorId: string): void {
  db.delete(readingDrafts)
    .where(and(eq(readingDrafts.orderId, orderId), eq(readingDrafts.authorId, authorId)))
    .run();
}

/** Deletes what was left of orders whose reading was delivered before a time (milliseconds since 1970). */
export function deleteDraftsDeliveredBefore(db: Queryable, time: number): void {
  db.delete(readingDrafts)
    .where(
      sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${readingDrafts.orderId}) < ${time}`,
    )
    .run();
}

function selectDrafts(
  db: Queryable,
  beginner: typeof readingDrafts.begunById | typeof readingDrafts.authorId,
) {
  return db
    .select({
      orderId: readingDrafts.orderId,
      authorId: readingDrafts.authorId,
      content: readingDrafts.content,
      internalNotes: readingDrafts.internalNotes,
      version: readingDrafts.version,
      begunById: readingDrafts.begunById,
      savedAt: readingDrafts.savedAt,
      begunBy: users.username,
    })
    .from(readingDrafts)
    .leftJoin(users, eq(users.id, beginner));
}
