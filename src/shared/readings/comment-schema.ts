import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

export type Passage = { from: number; to: number };

/** Fits the longest feedback and comments, at three bytes a character, and the JSON around them. */
export const rejectionBodyBytes =
  3 * (limits.feedbackCharacters + limits.comments * limits.commentCharacters) + limits.bodyBytes;

const character = z
  .int('A passage begins and ends at a whole number.')
  .min(0, 'A passage begins at 0 at least.');

const commentSchema = z
  .strictObject({
    from: character,
    to: character,
    text: requiredText('The comment', limits.commentCharacters),
  })
  .refine(({ from, to }) => from < to, 'A passage has to end after it begins.');

export const commentsSchema = z
  .array(commentSchema, { error: 'The comments must be a list.' })
  .max(limits.comments, `There may be at most ${limits.comments} comments.`)
  .default([]);
export type NewComment = z.output<typeof commentSchema>;

export interface ReadingComment extends Passage {
  id: string;
  revision: number;
  quote: string;
  text: string;
  /** A username. */
  author: string;
  /** ISO 8601 */
  createdAt: string;
}
