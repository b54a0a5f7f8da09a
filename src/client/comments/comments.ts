import type { NewComment, Passage } from '../../shared/readings/comments.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { Rejection } from '../desk/staff-api.ts';
import { findWords, type QuotedWords, quoteOf } from './passages.ts';

/** A comment that was not sent yet, on this device. */
export interface UnsentComment extends QuotedWords {
  text: string;
  /** While it is being written: what it said before, nothing for a new one. */
  before?: string;
}

/** The comments as JSON. */
export type CommentFields = { comments: string };

/** As they were kept until November 2026: with places in a text, and the one being written apart. */
interface PlacedComments {
  list: PlacedComment[];
  open: (PlacedComment & { changed: number | null }) | null;
}
type PlacedComment = Passage & { quote: string; text: string };

/** @returns the comments of a draft, with the one that is being written */
export function readUnsent(fields: (CommentFields & { content?: string }) | null): UnsentComment[] {
  const kept: UnsentComment[] | PlacedComments = JSON.parse(fields?.comments ?? '[]');
  return Array.isArray(kept) ? kept : withoutPlaces(kept, fields?.content ?? '');
}

function withoutPlaces({ list, open }: PlacedComments, content: string): UnsentComment[] {
  const written = open?.text.trim() ? open : null;
  const all =
    written?.changed == null ? [...list, ...(written ? [written] : [])] : list.with(written.changed, written);
  return all.map(({ text, quote, ...place }) => {
    const isThere = content.slice(place.from, place.to) === quote;
    return { text, ...(isThere ? quoteOf(content, place) : { quote, nth: 0, of: 1, prefix: '' }) };
  });
}

/** What an admin says about passages of a reading, until it is sent with the rejection. */
export type UnsentComments = ReturnType<typeof commentsOn>;

/** @returns comments of which none is being written: one that was emptied says what it said before, or goes */
export function finish(comments: UnsentComment[]): UnsentComment[] {
  return comments.flatMap(({ before = '', ...comment }) => {
    const text = comment.text.trim() || before;
    return text ? { ...comment, text } : [];
  });
}

/** @returns the comments of a draft, each of which is named by its index */
export function commentsOn(draft: Draft<CommentFields>, toast: DeskBase['toast']) {
  const read = () => readUnsent(draft.$fields.get());
  const write = (comments: UnsentComment[]) =>
    comments.length > 0 ? draft.write({ comments: JSON.stringify(comments) }) : draft.clear();
  const typed = (text: string) =>
    read().map((comment) => (comment.before === undefined ? comment : { ...comment, text }));
  return {
    draft,
    begin: (content: string, passage: Passage) =>
      write([...finish(read()), { ...quoteOf(content, passage), text: '', before: '' }]),
    change(chosen: number): void {
      const comments = read().map((comment, index) =>
        index === chosen ? { ...comment, before: comment.text } : finish([comment]),
      );
      write(comments.flat());
    },
    type: (text: string) => write(typed(text)),
    keep: () => write(finish(read())),
    cancel: () => write(finish(typed(''))),
    remove(index: number): void {
      const comments = read();
      write(comments.toSpliced(index, 1));
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
  for (const comment of finish(readUnsent(fields))) {
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
