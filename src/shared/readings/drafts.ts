import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { DrawnCard } from './cards.ts';
import { drawnCardsSchema } from './cards-schema.ts';

export const saveDraftSchema = z.strictObject({
  content: z
    .string({ error: 'The reading must be text.' })
    .max(limits.readingCharacters, `The reading may be at most ${limits.readingCharacters} characters long.`),
  cards: drawnCardsSchema,
  /** The version that this text was made from; 0 for a new draft. */
  version: z.int('The version must be a whole number.').min(0, 'The version is at least 0.'),
});
export type SaveDraft = z.output<typeof saveDraftSchema>;

export interface SavedDraft {
  content: string;
  cards: DrawnCard[];
  /** From 1; 0 for a text that another person began. */
  version: number;
  /** The username of that person. */
  begunBy: string | null;
  /** ISO 8601 */
  savedAt: string;
  /** Why the submitted reading will wait, as a sentence. */
  held?: string;
}
