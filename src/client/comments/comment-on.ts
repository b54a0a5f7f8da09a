import { type Passage, placesOf } from '../../shared/readings/passages.ts';
import type { Rejection } from '../desk/staff-api.ts';
import {
  type CommentDraft,
  type CommentFields,
  inWords,
  readUnsent,
  type UnsentComment,
  type UnsentComments,
  withOpen,
  writeUnsent,
} from './unsent-comments.ts';

/** The version of a reading that is looked at. */
export interface SeenText {
  revision: number;
  content: string;
}

/** What can be done with the comments on one version of a reading. */
export interface Commenting {
  /** Begins one, or goes on with what was begun: nothing that was written is thrown away for another passage. */
  begin(passage: Passage): void;
  /** Opens one of the list to be changed. What was being written goes into the list. */
  change(index: number): void;
  type(text: string): void;
  /** Puts what was written into the list. @returns whether there was anything to keep */
  keep(): boolean;
  cancel(): void;
  /** Takes what was written about another version along to this one. */
  follow(): void;
  /** What is being written stays. @returns puts it back */
  remove(index: number): () => void;
}

/**
 * @returns the comments of a draft on the text as it is seen: of another version's passages those that are in it
 *   still, where they stand now
 */
export function unsentOn(fields: CommentFields | null, seen: SeenText): UnsentComments {
  const unsent = readUnsent(fields);
  if (!fields || fields.revision === String(seen.revision)) return unsent;
  const all = unsent.open ? [...unsent.list, unsent.open] : unsent.list;
  const places = placesOf(all, fields.content, seen.content);
  const follow = <Comment extends UnsentComment>(comment: Comment, index: number): Comment => {
    const place = places[index];
    if (comment.isGone || !place || place.state === 'gone')
      return { ...comment, from: 0, to: 0, isGone: true };
    return { ...comment, from: place.from, to: place.to };
  };
  return { list: unsent.list.map(follow), open: unsent.open && follow(unsent.open, unsent.list.length) };
}

/**
 * @param seen the version that is rejected: comments on another one move to where their passages are in it
 * @param feedback what is said about the whole
 * @returns what a rejection sends, with the comment that is being written; one whose passage is gone is said with the
 *   words it was about
 */
export function rejectionOf(fields: CommentFields | null, seen: SeenText, feedback: string): Rejection {
  const all = withOpen(unsentOn(fields, seen));
  const said = [feedback, inWords(all.filter(({ isGone }) => isGone))].filter(Boolean).join('\n\n');
  const comments = all.filter(({ isGone }) => !isGone).map(({ from, to, text }) => ({ from, to, text }));
  return {
    revision: seen.revision,
    ...(said && { feedback: said }),
    ...(comments.length > 0 && { comments: comments.sort((a, b) => a.from - b.from) }),
  };
}

/** @returns what can be done with the comments of a draft on a text */
export function commentOn(draft: CommentDraft, seen: SeenText): Commenting {
  const read = () => unsentOn(draft.$fields.get(), seen);
  const write = (unsent: UnsentComments) => writeUnsent(draft, seen, unsent);
  return {
    begin({ from, to }) {
      const unsent = read();
      const isNew = unsent.open?.changed === null;
      write({
        list: isNew ? unsent.list : withOpen(unsent),
        open: {
          from,
          to,
          quote: seen.content.slice(from, to),
          text: (isNew && unsent.open?.text) || '',
          changed: null,
        },
      });
    },
    change(index) {
      const list = withOpen(read());
      const comment = list[index];
      if (comment) write({ list, open: { ...comment, changed: index } });
    },
    type(text) {
      const { list, open } = read();
      if (open) write({ list, open: { ...open, text } });
    },
    keep() {
      const unsent = read();
      if (!unsent.open?.text.trim()) return false;
      write({ list: withOpen(unsent), open: null });
      return true;
    },
    cancel: () => write({ ...read(), open: null }),
    follow() {
      const fields = draft.$fields.get();
      if (fields && fields.revision !== String(seen.revision)) write(read());
    },
    remove(index) {
      const { list, open } = read();
      const removed = list[index];
      const changed = open?.changed ?? index;
      // Without the one that it was to replace, it is one more.
      const shifted = changed === index ? null : changed - Number(changed > index);
      write({ list: list.toSpliced(index, 1), open: open && { ...open, changed: shifted } });
      return () => {
        const now = read();
        if (removed) write({ ...now, list: [...now.list, removed] });
      };
    },
  };
}
