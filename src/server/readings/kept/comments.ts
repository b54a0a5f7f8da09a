import type { Queryable, Transaction } from '../../../../db/client.ts';
import type { NewComment, ReadingComment } from '../../../shared/readings/comments.ts';
import { isVisible } from '../../../shared/text.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { isoTime } from '../../time/iso-time.ts';
import { insertComment, listComments } from './comment-repository.ts';
import type { ReadingRow } from './reading-repository.ts';

/**
 * Stores comments on passages of the newest version of a reading.
 *
 * @throws {DomainError} `invalid_request` for a passage that is not in the text
 */
export function storeComments(
  context: Context,
  tx: Transaction,
  { id: readingId, revision, content }: ReadingRow,
  author: SignedIn,
  comments: NewComment[],
): void {
  for (const { from, to, text } of comments) {
    if (to > content.length || !isVisible(content.slice(from, to))) {
      throw new DomainError('invalid_request', 'A comment is about no passage of the reading.');
    }
    const place = { fromCharacter: from, toCharacter: to };
    const said = { text, authorId: author.id, createdAt: context.clock.now() };
    insertComment(tx).run({ id: context.random.newId(), readingId, revision, ...place, ...said });
  }
}

export function readComments(db: Queryable, readingId: string): ReadingComment[] {
  return listComments(db, readingId).map(({ content, createdAt, ...comment }) => ({
    ...comment,
    quote: content.slice(comment.from, comment.to),
    createdAt: isoTime(createdAt),
  }));
}
