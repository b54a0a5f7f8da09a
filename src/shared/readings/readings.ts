import { optionalText, requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { PaymentStatus } from '../orders/order-status.ts';
import type { ReadingType } from '../orders/reading-types.ts';
import { z } from '../zod.ts';
import type { DrawnCard } from './cards.ts';
import { drawnCardsSchema } from './cards-schema.ts';
import { commentsSchema, type ReadingComment } from './comments.ts';

export const submitReadingSchema = z.strictObject({
  orderId: requiredLine('The order', 60),
  content: requiredText('The reading', limits.readingCharacters),
  cards: drawnCardsSchema,
  internalNotes: optionalText('The internal notes', limits.notesCharacters),
});

/** The version of the text that the caller has seen; a newer one is a conflict, not overwritten. */
const seenRevision = z
  .int('The revision must be a whole number.')
  .min(1, 'The revision is at least 1.')
  .optional();

const notes = z
  .string({ error: 'The internal notes must be text.' })
  .max(
    limits.notesCharacters,
    `The internal notes may be at most ${limits.notesCharacters} characters long.`,
  );

/** `PUT /api/orders/:id/notes`. Notes that the caller has not seen are a conflict, not overwritten. */
export const saveNotesSchema = z.strictObject({
  internalNotes: notes,
  notesSeen: z.string({ error: 'Say which internal notes you have seen: notesSeen.' }),
});

export const approveReadingSchema = z.strictObject({ revision: seenRevision });

export const editReadingSchema = z
  .strictObject({
    revision: seenRevision,
    content: requiredText('The reading', limits.readingCharacters).optional(),
    cards: drawnCardsSchema,
    internalNotes: notes.optional(),
    notesSeen: notes.optional(),
  })
  .refine(
    ({ content, cards, internalNotes }) => [content, cards, internalNotes].some((part) => part !== undefined),
    { message: 'Send the reading, the internal notes, or both.' },
  );

export const rejectReadingSchema = z
  .strictObject({
    feedback: optionalText('The feedback', limits.feedbackCharacters),
    revision: seenRevision,
    /** About passages of that version. */
    comments: commentsSchema,
  })
  .refine(({ revision, comments }) => revision !== undefined || comments.length === 0, {
    message: 'Say which version of the reading the comments are about.',
  });

export const previewDeliverySchema = z.strictObject({
  content: requiredText('The reading', limits.readingCharacters),
  cards: drawnCardsSchema,
});

/** A mail as its recipient will see it. */
export interface MailPreview {
  /** Its recipient; null for a caller who must not know the address. */
  to: { name: string; address: string } | null;
  subject: string;
  html: string;
  text: string;
}

/** One version of a reading: its text and its cards. */
export interface ReadingRevision {
  /** From 1. */
  revision: number;
  content: string;
  cards: DrawnCard[];
  /** A username; null when it is no longer known. */
  author: string | null;
  /** ISO 8601 */
  createdAt: string;
}

/** What the reader of an order and the admins note about it: the same before there is a reading, and with it. */
export interface InternalNotes {
  internalNotes: string | null;
}

/** A reading as the API shows it (docs/product.md §11). */
export interface Reading extends InternalNotes {
  id: string;
  orderId: string;
  content: string;
  /** The cards that were drawn for it, in their sequence. */
  cards: DrawnCard[];
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601: when it was last submitted. */
  submittedAt: string;
  /** The number of this version of the text and the cards, from 1. */
  revision: number;
  /** What the admin wanted to be changed when it was last rejected; null when nothing was said. */
  lastFeedback: string | null;
  /** ISO 8601: until when its approval can be undone; null when it cannot. */
  undoUntil: string | null;
  /** The same as milliseconds from now, for browsers whose clock is wrong. */
  undoForMs: number | null;
  order: {
    orderNumber: string;
    customerName: string;
    readingAddresseeName: string;
    paymentStatus: PaymentStatus;
    readingType: ReadingType;
    customQuestion: string | null;
    backgroundContext: string | null;
    /** ISO 8601: when it should be delivered; null when it is not paid, or waits for its customer. */
    dueAt: string | null;
    /** ISO 8601: since when the customer has a question to answer, and the due date stands still. */
    waitsSince: string | null;
    /** The username of the order's reader; null when it has none. */
    reader: string | null;
  };
}

/** The reading of one order; while it is rejected it carries the admin's feedback. */
export interface OrderReading extends Reading {
  feedback: string | null;
  /** On passages of every version that was rejected, those of the oldest first, in the sequence of the text. */
  comments: ReadingComment[];
}
