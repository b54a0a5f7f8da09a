import type { NewComment, Passage } from '../../shared/readings/comments.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { Rejection } from '../desk/staff-api.ts';
import { findWords, type QuotedWords } from './passages.ts';

/** A comment that was not sent yet, on this device. */
export interface UnsentComment extends QuotedWords {
  text: string;
}

/** The comments as JSON. */
export type CommentFields = { comments: string };

/** As they were kept until November 2026: with the one being written apart. */
interface OlderComments {
  list: UnsentComment[];
  open: UnsentComment | null;
}

/** @returns the comments of a draft, also those without a text yet */
export function readUnsent(fields: CommentFields | null): UnsentComment[] {
  const kept: UnsentComment[] | OlderComments = JSON.parse(fields?.comments ?? '[]');
  const comments = Array.isArray(kept) ? kept : [...kept.list, ...(kept.open ? [kept.open] : [])];
  return comments.map(({ quote, text, from = 0 }) => ({ quote, text, from }));
}

/** @returns the comments of a draft that say something */
export function readSaid(fields: CommentFields | null): UnsentComment[] {
  return readUnsent(fields).flatMap((comment) => {
    const text = comment.text.trim();
    return text ? { ...comment, text } : [];
  });
}

/** What an admin says about passages of a reading, until it is sent with the rejection. */
export type UnsentComments = ReturnType<typeof commentsOn>;

/** @returns the comments of a draft, each of which is named by its index */
export function commentsOn(draft: Draft<CommentFields>, toast: DeskBase['toast']) {
  const read = () => readUnsent(draft.$fields.get());
  const write = (comments: UnsentComment[]) =>
    comments.length > 0 ? draft.write({ comments: JSON.stringify(comments) }) : draft.clear();
  return {
    draft,
    /** Adds a comment without a text. @returns its index */
    begin(content: string, { from, to }: Passage): number {
      const said = readSaid(draft.$fields.get());
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
        description: 'Its reader will not see it.',
        action: { label: 'Undo', run: () => write([...read(), ...comments.slice(index, index + 1)]) },
      });
    },
  };
}

/**
 * @param seen the version that is rejected
 * @param feedback what is said about the whole
 * @returns what a rejection sends; comments whose words are no longer in the text go with the feedback
 */
export function rejectionOf(
  fields: CommentFields | null,
  { revision, content }: { revision: number; content: string },
  feedback: string,
): Rejection {
  const comments: NewComment[] = [];
  const gone: UnsentComment[] = [];
  for (const comment of readSaid(fields)) {
    const place = findWords(content, comment);
    if (place) comments.push({ ...place, text: comment.text });
    else gone.push(comment);
  }
  const said = [feedback, inWords(gone)].filter(Boolean).join('\n\n');
  return {
    revision,
    ...(said && { feedback: said }),
    ...(comments.length > 0 && { comments: comments.sort((a, b) => a.from - b.from) }),
  };
}

/** @returns comments with the words that they are about */
export function inWords(comments: readonly UnsentComment[]): string {
  return comments.map(({ quote, text }) => `On “${quote}”: ${text}`).join('\n\n');
}
