import type { Queryable } from '../../../../db/client.ts';
import { and, asc, eq } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { rowOrder } from '../../../../db/row-order.ts';
import { readingComments, readingRevisions, users } from '../../../../db/schema.ts';

type CommentRow = typeof readingComments.$inferSelect;

export const insertComment = prepared((db, given: Given<CommentRow>) => {
  const { id, readingId, revision, fromCharacter, toCharacter, text, authorId, createdAt } = given;
  return db
    .insert(readingComments)
    .values({ id, readingId, revision, fromCharacter, toCharacter, text, authorId, createdAt });
});

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
      content: readingRevisions.content,
    })
    .from(readingComments)
    .innerJoin(users, eq(users.id, readingComments.authorId))
    .innerJoin(
      readingRevisions,
      and(
        eq(readingRevisions.readingId, readingComments.readingId),
        eq(readingRevisions.revision, readingComments.revision),
      ),
    )
    .where(eq(readingComments.readingId, readingId))
    .orderBy(
      asc(readingComments.revision),
      asc(readingComments.fromCharacter),
      asc(rowOrder(readingComments)),
    ),
);

/** @returns comments on all versions, the oldest version first, in the sequence of the text, with the version's text */
export function listComments(db: Queryable, readingId: string) {
  return commentsOfReading(db).all({ readingId });
}
