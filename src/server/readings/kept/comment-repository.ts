import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, asc, eq, inArray, sql } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { rowOrder } from '../../../../db/row-order.ts';
import { readingComments, readingRevisions, users } from '../../../../db/schema.ts';

type CommentRow = typeof readingComments.$inferSelect;

const commentInsert = prepared((db, given: Given<CommentRow>) => {
  const { id, readingId, revision, fromCharacter, toCharacter, text, authorId, createdAt } = given;
  return db
    .insert(readingComments)
    .values({ id, readingId, revision, fromCharacter, toCharacter, text, authorId, createdAt });
});

export function insertComment(db: Transaction, comment: CommentRow): void {
  commentInsert(db).run(comment);
}

const commentsOfReading = prepared((db, { readingId }: Given<{ readingId: string }>) =>
  db
    .select({
      id: readingComments.id,
      revision: readingComments.revision,
      from: readingComments.fromCharacter,
      to: readingComments.toCharacter,
      text: readingComments.text,
      author: users.username,
      createdAt: readingComments.createdAt,
    })
    .from(readingComments)
    .innerJoin(users, eq(users.id, readingComments.authorId))
    .where(eq(readingComments.readingId, readingId))
    .orderBy(
      asc(readingComments.revision),
      asc(readingComments.fromCharacter),
      asc(rowOrder(readingComments)),
    ),
);

/** @returns the comments on every version of a reading, those of the oldest first, in the sequence of the text */
export function listComments(db: Queryable, readingId: string) {
  return commentsOfReading(db).all({ readingId });
}

const commentCount = prepared((db, given: Given<{ readingId: string; revision: number }>) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(readingComments)
    .where(and(eq(readingComments.readingId, given.readingId), eq(readingComments.revision, given.revision))),
);

/** @returns how many comments there are on a reading as it is */
export function countComments(db: Queryable, { id, revision }: { id: string; revision: number }): number {
  return commentCount(db).get({ readingId: id, revision })?.count ?? 0;
}

const commentedTexts = prepared((db, { readingId }: Given<{ readingId: string }>) =>
  db
    .select({ revision: readingRevisions.revision, content: readingRevisions.content })
    .from(readingRevisions)
    .where(
      and(
        eq(readingRevisions.readingId, readingId),
        inArray(
          readingRevisions.revision,
          db
            .select({ revision: readingComments.revision })
            .from(readingComments)
            .where(eq(readingComments.readingId, readingId)),
        ),
      ),
    ),
);

/** @returns the versions of a reading that have comments */
export function listCommentedTexts(db: Queryable, readingId: string) {
  return commentedTexts(db).all({ readingId });
}
