import type { ShownAnswer } from '../offers/offer-answers.ts';
import type { ReadingType } from '../orders/order-form.ts';
import { z } from '../zod.ts';
import type { DrawnCard } from './cards.ts';

export const maxEarlierReadings = 5;

export interface EarlierReading {
  orderNumber: string;
  readingType: ReadingType;
  customQuestion: string | null;
  offer: { name: string };
  answers: ShownAnswer[];
  content: string;
  cards: DrawnCard[];
  /** ISO 8601 */
  deliveredAt: string;
}

export const readerSettingsSchema = z.strictObject({
  showEarlierReadings: z.boolean({ error: 'showEarlierReadings is true or false.' }),
});
export type ReaderSettings = z.output<typeof readerSettingsSchema>;
