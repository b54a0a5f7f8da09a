import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** A stretch of a text: where it begins, and where it ends, in characters. */
export interface Passage {
  from: number;
  to: number;
}

/** Room for the longest feedback and comments of any script, which take three bytes a character, and what is around. */
export const rejectionBodyBytes =
  3 * (limits.feedbackCharacters + limits.comments * limits.commentCharacters) + limits.bodyBytes;

const character = z
  .int('A passage begins and ends at a whole number.')
  .min(0, 'A passage begins at 0 at least.');

const commentSchema = z
  .strictObject({
    /** Where the passage begins and ends in the reading's text, in characters. */
    from: character,
    to: character,
    text: requiredText('The comment', limits.commentCharacters),
  })
  .refine(({ from, to }) => from < to, 'A passage has to end after it begins.');

/** What is said about passages when a reading is rejected. */
export const commentsSchema = z
  .array(commentSchema, { error: 'The comments must be a list.' })
  .max(limits.comments, `There may be at most ${limits.comments} comments.`)
  .default([]);
export type NewComment = z.output<typeof commentSchema>;

/** What an admin said about a passage when they rejected a version of a reading. */
export interface ReadingComment extends Passage {
  id: string;
  /** The version whose passage it is, from 1. */
  revision: number;
  /** The passage as it was. */
  quote: string;
  text: string;
  /** A username. */
  author: string;
  /** ISO 8601 */
  createdAt: string;
}
