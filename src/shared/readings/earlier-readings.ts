import type { ReadingType } from '../orders/reading-types.ts';
import { z } from '../zod.ts';
import type { DrawnCard } from './cards.ts';

/** How many earlier readings a reader is shown beside an order. */
export const earlierReadingsShown = 5;

/** An earlier order of the same customer and the text they were sent, for the reader who writes for them now. */
export interface EarlierReading {
  orderNumber: string;
  readingType: ReadingType;
  customQuestion: string | null;
  content: string;
  /** In the order in which they were drawn. */
  cards: DrawnCard[];
  /** ISO 8601 */
  deliveredAt: string;
}

/** `PUT /api/settings/readers`: what readers get to see. */
export const readerSettingsSchema = z.strictObject({
  showEarlierReadings: z.boolean({ error: 'showEarlierReadings is true or false.' }),
});
export type ReaderSettings = z.output<typeof readerSettingsSchema>;
