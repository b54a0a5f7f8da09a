import type { Draft } from '../../../lib/kept-text.ts';
import { readJson } from '../../../lib/page-storage.ts';
import type { NewComment, Passage } from '../../../shared/readings/comment-schema.ts';
import type { DeskBase } from '../../desk/desk-base.ts';
import type { Rejection } from '../../desk/staff-api.ts';
import { findQuote, type QuotedPassage } from './passages.ts';

export type UnsentComment = QuotedPassage & { text: string };

export type CommentFields = { comments: string };

/** The format until November 2026, with the comment being written apart. */
type OlderComments = { list: UnsentComment[]; open: UnsentComment | null };

/** Returns a draft's comments, blank ones too; also reads the format until November 2026. */
export function unsentComments(fields: CommentFields | null): UnsentComment[] {
  const stored = readJson<UnsentComment[] | OlderComments>(fields?.comments) ?? [];
  const comments = Array.isArray(stored) ? stored : [...stored.list, ...(stored.open ? [stored.open] : [])];
  return comments.map(({ quote, text, from = 0, prefix }) => ({ quote, text, from, prefix }));
}

/** Returns a draft's comments that are not blank, trimmed. */
export function writtenComments(fields: CommentFields | null): UnsentComment[] {
  return unsentComments(fields).flatMap((comment) => {
    const text = comment.text.trim();
    return text ? { ...comment, text } : [];
  });
}

/** Returns changes of a draft's comments: `begin` drops blank ones and returns its index, `remove` offers Undo. */
export function createCommentDraft(draft: Draft<CommentFields>, toast: DeskBase['toast']) {
  const read = () => unsentComments(draft.$fields.get());
  const write = (comments: UnsentComment[]) =>
    comments.length > 0 ? draft.write({ comments: JSON.stringify(comments) }) : draft.clear();
  return {
    draft,
    begin(content: string, { from, to }: Passage): number {
      const said = writtenComments(draft.$fields.get());
      write([...said, { quote: content.slice(from, to), from, text: '' }]);
      return said.length;
    },
    type: (index: number, text: string) =>
      write(read().map((comment, at) => (at === index ? { ...comment, text } : comment))),
    remove(index: number): void {
      const comments = read();
      write(comments.toSpliced(index, 1));
      if (!comments[index]?.text) return;
      toast({
        title: 'Comment Removed',
        description: 'The reader won’t see it.',
        action: { label: 'Undo', run: () => write([...read(), ...comments.slice(index, index + 1)]) },
      });
    },
  };
}

/** Returns the rejection to send. Comments whose words are no longer in the text become part of the feedback. */
export function rejectionOf(
  fields: CommentFields | null,
  { revision, content }: { revision: number; content: string },
  feedback: string,
): Rejection {
  const comments: NewComment[] = [];
  const gone: UnsentComment[] = [];
  for (const comment of writtenComments(fields)) {
    const place = findQuote(content, comment);
    if (place) comments.push({ ...place, text: comment.text });
    else gone.push(comment);
  }
  const said = [feedback, commentsAsText(gone)].filter(Boolean).join('\n\n');
  return {
    revision,
    ...(said && { feedback: said }),
    ...(comments.length > 0 && { comments: comments.sort((a, b) => a.from - b.from) }),
  };
}

export function commentsAsText(comments: readonly UnsentComment[]): string {
  return comments.map(({ quote, text }) => `On “${quote}”: ${text}`).join('\n\n');
}
