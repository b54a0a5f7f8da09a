import type { Passage } from '../../shared/readings/passages.ts';
import type { Draft, Drafts } from '../desk/draft.ts';

/** A comment that was not sent yet, on this device. */
export interface UnsentComment extends Passage {
  /** The passage as it was when it was chosen. */
  quote: string;
  text: string;
  /** Whether the reading has been changed meanwhile, and the passage is not in it any more. */
  isGone?: boolean;
}

/** What an admin says about passages of one reading, until it is sent with the rejection. */
export interface UnsentComments {
  /** In the sequence of the text; those whose passage is gone stand at the end. */
  list: UnsentComment[];
  /** The one that is being written: `changed` is the one in the list that it replaces. */
  open: (UnsentComment & { changed: number | null }) | null;
}

/** As it is kept: the version of the text that the passages are of, the text itself, and the comments as JSON. */
export type CommentFields = { revision: string; content: string; comments: string };

export type CommentDraft = Draft<CommentFields>;

/** @returns what is said about passages of a reading, and goes with its rejection */
export function commentDraft(drafts: Drafts, readingId: string): CommentDraft {
  return drafts.of<CommentFields>(`comments/${readingId}`);
}

export const noComments: UnsentComments = { list: [], open: null };

/** @returns the comments that a draft holds */
export function readUnsent(fields: CommentFields | null): UnsentComments {
  if (!fields) return noComments;
  const { list, open }: UnsentComments = JSON.parse(fields.comments);
  return { list, open };
}

/** @returns the comments with the one that is being written among them, as long as it says something */
export function withOpen({ list, open }: UnsentComments): UnsentComment[] {
  const text = open?.text.trim();
  if (!open || !text) return list;
  const { changed, ...comment } = { ...open, text };
  return changed === null ? [...list, comment] : list.with(changed, comment);
}

/** Keeps comments on a version of a text. */
export function writeUnsent(
  draft: CommentDraft,
  { revision, content }: { revision: number; content: string },
  { list, open }: UnsentComments,
): void {
  if (list.length === 0 && !open) {
    draft.clear();
    return;
  }
  const sorted = list.toSorted(
    (a, b) => Number(a.isGone ?? false) - Number(b.isGone ?? false) || a.from - b.from,
  );
  const replaced = list[open?.changed ?? -1];
  const unsent: UnsentComments = {
    list: sorted,
    open: open && { ...open, changed: replaced ? sorted.indexOf(replaced) : null },
  };
  draft.write({ revision: String(revision), content, comments: JSON.stringify(unsent) });
}

/** @returns comments with the words that they are about */
export function inWords(comments: readonly UnsentComment[]): string {
  return comments.map(({ quote, text }) => `On “${quote}”: ${text}`).join('\n\n');
}
