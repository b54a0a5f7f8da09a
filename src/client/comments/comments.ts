import type { DeskBase } from '../desk/desk-base.ts';
import { type CommentDraft, commentDraft } from './unsent-comments.ts';

/** What an admin says about passages of readings, until they are rejected. */
export interface Comments {
  draftOf(readingId: string): CommentDraft;
  /** Tells that a comment was removed. */
  removed(putBack: () => void): void;
}

export function createComments({ drafts, toast }: DeskBase): Comments {
  return {
    draftOf: (readingId) => commentDraft(drafts, readingId),
    removed: (putBack) =>
      toast({
        title: 'Comment Removed',
        description: 'Its reader will not see it.',
        action: { label: 'Undo', run: putBack },
      }),
  };
}
