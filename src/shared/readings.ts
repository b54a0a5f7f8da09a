import { z } from 'zod';
import { optionalText, requiredLine, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import type { ReadingType } from './reading-types.ts';

export const submitReadingSchema = z.strictObject({
  orderId: requiredLine('The order', 60),
  content: requiredText('The reading', limits.readingCharacters),
  internalNotes: optionalText('The internal notes', limits.notesCharacters),
});

export const editReadingSchema = z
  .strictObject({
    content: requiredText('The reading', limits.readingCharacters).optional(),
    internalNotes: z
      .string({ error: 'The internal notes must be text.' })
      .max(
        limits.notesCharacters,
        `The internal notes may be at most ${limits.notesCharacters} characters long.`,
      )
      .optional(),
  })
  .refine((edit) => edit.content !== undefined || edit.internalNotes !== undefined, {
    message: 'Send the reading, the internal notes, or both.',
  });

export const rejectReadingSchema = z.strictObject({
  feedback: optionalText('The feedback', limits.feedbackCharacters),
});

/** A reading as the API shows it (spec/contract.md). */
export interface Reading {
  id: string;
  orderId: string;
  content: string;
  internalNotes: string | null;
  /** ISO 8601 */
  createdAt: string;
  order: {
    orderNumber: string;
    customerName: string;
    readingType: ReadingType;
    customQuestion: string | null;
    backgroundContext: string | null;
  };
}

/** The reading of one order; after a rejection it carries the admin's feedback. */
export interface OrderReading extends Reading {
  feedback: string | null;
}
