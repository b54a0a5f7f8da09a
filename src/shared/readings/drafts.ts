import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { DrawnCard } from './cards.ts';
import { drawnCardsSchema } from './cards-schema.ts';

/** `PUT /api/orders/:id/draft`. */
export const saveDraftSchema = z.strictObject({
  content: z
    .string({ error: 'The reading must be text.' })
    .max(limits.readingCharacters, `The reading may be at most ${limits.readingCharacters} characters long.`),
  cards: drawnCardsSchema,
  /** The version this text was made from; 0 when nothing was saved before. */
  version: z.int('The version must be a whole number.').min(0, 'The version is at least 0.'),
});
export type SaveDraft = z.output<typeof saveDraftSchema>;

/** What a reader has typed and not submitted yet. */
export interface SavedDraft {
  content: string;
  cards: DrawnCard[];
  /** How often it was saved, from 1; 0 for a text that another person began. */
  version: number;
  /** The username of the person who began it; null when it is its author. */
  begunBy: string | null;
  /** ISO 8601 */
  savedAt: string;
  /** Why the reading will wait once it is submitted, in words for its writer; left out when it will not. */
  held?: string;
}
