import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { DrawnCard } from './cards.ts';
import { drawnCardsSchema } from './cards-schema.ts';

const text = (label: string, most: number) =>
  z.string({ error: `${label} must be text.` }).max(most, `${label} may be at most ${most} characters long.`);

/** `PUT /api/orders/:id/draft`. */
export const saveDraftSchema = z.strictObject({
  content: text('The reading', limits.readingCharacters),
  cards: drawnCardsSchema,
  internalNotes: text('The internal notes', limits.notesCharacters),
  /** The version this text was made from; 0 when nothing was saved before. */
  version: z.int('The version must be a whole number.').min(0, 'The version is at least 0.'),
});
export type SaveDraft = z.output<typeof saveDraftSchema>;

/** What a reader has typed and not handed in yet. */
export interface SavedDraft {
  content: string;
  cards: DrawnCard[];
  internalNotes: string;
  /** Counts the savings, from 1; 0 for a text that somebody else began. */
  version: number;
  /** The username of whoever began it, if it was somebody else. */
  begunBy: string | null;
  /** ISO 8601 */
  savedAt: string;
  /** Why the reading will wait once it is handed in, in words for its writer; left out when it will not. */
  held?: string;
}
