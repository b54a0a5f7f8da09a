import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, desc, eq, ne, or, sql } from '../../../db/drizzle.ts';
import { type Builder, type Given, prepared } from '../../../db/prepared.ts';
import { orders, readingDrafts, users } from '../../../db/schema.ts';
import type { OrderRow } from '../orders/order-repository.ts';

export type DraftRow = typeof readingDrafts.$inferSelect;
/** A draft with the username of the person who began it; null when it is its author. */
export type DraftWithBeginner = DraftRow & { begunBy: string | null };

const draftOfAuthor = prepared((db, { orderId, authorId }: Given<{ orderId: string; authorId: string }>) =>
  selectDrafts(db, readingDrafts.begunById).where(
    and(eq(readingDrafts.orderId, orderId), eq(readingDrafts.authorId, authorId)),
  ),
);

export function findDraft(db: Queryable, orderId: string, authorId: string): DraftWithBeginner | undefined {
  return draftOfAuthor(db).get({ orderId, authorId });
}

const draftOfOthers = prepared(
  (db, given: Given<{ orderId: string; authorId: string; assigneeId: string }>) =>
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

/** @returns the newest draft of an order by another author, as begun by them; not that of the order's own reader */
export function findDraftOfOthers(
  db: Queryable,
  { id: orderId, assignedReaderId }: OrderRow,
  authorId: string,
): DraftWithBeginner | undefined {
  return draftOfOthers(db).get({ orderId, authorId, assigneeId: assignedReaderId ?? authorId });
}

const draftOfAnybody = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ orderId: readingDrafts.orderId })
    .from(readingDrafts)
    .where(eq(readingDrafts.orderId, orderId))
    .limit(1),
);

/** @returns whether an order has a draft, by any author */
export function hasDraft(db: Queryable, orderId: string): boolean {
  return draftOfAnybody(db).get({ orderId }) !== undefined;
}

const draftWrite = prepared((db, given: Given<DraftRow>) => {
  const { orderId, authorId, content, cards, version, begunById, savedAt } = given;
  return db
    .insert(readingDrafts)
    .values({ orderId, authorId, content, cards, version, begunById, savedAt })
    .onConflictDoUpdate({
      target: [readingDrafts.orderId, readingDrafts.authorId],
      set: { content, cards, version, savedAt },
    });
});

export function storeDraft(db: Transaction, draft: DraftRow): void {
  draftWrite(db).run(draft);
}

const draftDelete = prepared((db, { orderId, authorId }: Given<{ orderId: string; authorId: string }>) =>
  db
    .delete(readingDrafts)
    .where(and(eq(readingDrafts.orderId, orderId), eq(readingDrafts.authorId, authorId))),
);

export function deleteDraft(db: Transaction, orderId: string, authorId: string): void {
  draftDelete(db).run({ orderId, authorId });
}

const deliveredDelete = prepared((db, { time }: Given<{ time: number }>) =>
  db
    .delete(readingDrafts)
    .where(
      sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${readingDrafts.orderId}) < ${time}`,
    ),
);

/** Deletes what was left of orders whose reading was delivered before a time (milliseconds since 1970). @returns how many */
export function deleteDraftsDeliveredBefore(db: Transaction, time: number): number {
  return deliveredDelete(db).run({ time }).changes;
}

function selectDrafts(db: Builder, beginner: typeof readingDrafts.begunById | typeof readingDrafts.authorId) {
  return db
    .select({
      orderId: readingDrafts.orderId,
      authorId: readingDrafts.authorId,
      content: readingDrafts.content,
      cards: readingDrafts.cards,
      version: readingDrafts.version,
      begunById: readingDrafts.begunById,
      savedAt: readingDrafts.savedAt,
      begunBy: users.username,
    })
    .from(readingDrafts)
    .leftJoin(users, eq(users.id, beginner));
}
