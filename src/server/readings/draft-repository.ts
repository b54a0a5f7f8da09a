import { and, desc, eq, getTableColumns, ne, or, type SQL, sql } from '../../../db/drizzle.ts';
import { type Builder, findIn, type Params, prepared } from '../../../db/prepared.ts';
import { orders, readingDrafts, users } from '../../../db/schema.ts';

type DraftRow = typeof readingDrafts.$inferSelect;
/** A draft and the username of the person who began it; null when that is its author. */
export type DraftWithBeginner = DraftRow & { begunBy: string | null };

export const findDraft = prepared(
  (db, { orderId, authorId }: Params<{ orderId: string; authorId: string }>) =>
    selectDrafts(db, readingDrafts.begunById).where(isDraft(orderId, authorId)),
);

/** Finds the newest draft of an order by another author, as begun by them; not that of the order's own reader. */
export const findNewestOtherDraft = prepared(
  (db, given: Params<{ orderId: string; authorId: string; assigneeId: string }>) =>
    selectDrafts(db, readingDrafts.authorId)
      .where(
        and(
          eq(readingDrafts.orderId, given.orderId),
          ne(readingDrafts.authorId, given.authorId),
          ne(readingDrafts.authorId, given.assigneeId),
          or(ne(sql`trim(${readingDrafts.content})`, ''), sql`${readingDrafts.cards} <> '[]'`),
        ),
      )
      .orderBy(desc(readingDrafts.savedAt))
      .limit(1),
);

export const findAnyDraft = findIn(readingDrafts, readingDrafts.orderId);

export const storeDraft = prepared((db, given: Params<DraftRow>) => {
  const { orderId, authorId, content, cards, version, begunById, savedAt } = given;
  return db
    .insert(readingDrafts)
    .values({ orderId, authorId, content, cards, version, begunById, savedAt })
    .onConflictDoUpdate({
      target: [readingDrafts.orderId, readingDrafts.authorId],
      set: { content, cards, version, savedAt },
    });
});

export const deleteDraft = prepared(
  (db, { orderId, authorId }: Params<{ orderId: string; authorId: string }>) =>
    db.delete(readingDrafts).where(isDraft(orderId, authorId)),
);

/** Deletes the drafts of orders delivered before a time. */
export const deleteOldDrafts = prepared((db, { before }: Params<{ before: number }>) =>
  db
    .delete(readingDrafts)
    .where(
      sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${readingDrafts.orderId}) < ${before}`,
    ),
);

function selectDrafts(db: Builder, beginner: typeof readingDrafts.begunById | typeof readingDrafts.authorId) {
  return db
    .select({ ...getTableColumns(readingDrafts), begunBy: users.username })
    .from(readingDrafts)
    .leftJoin(users, eq(users.id, beginner));
}

function isDraft(orderId: SQL<string>, authorId: SQL<string>) {
  return and(eq(readingDrafts.orderId, orderId), eq(readingDrafts.authorId, authorId));
}
