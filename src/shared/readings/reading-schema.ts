import { optionalText, requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { AskedOrder, Order } from '../orders/order-schema.ts';
import { cleanLine, cleanText } from '../text.ts';
import { z } from '../zod.ts';
import { type DrawnCard, findCard } from './cards.ts';
import { commentsSchema, type ReadingComment } from './comment-schema.ts';

const drawnCardSchema = z.strictObject({
  card: z
    .string({ error: 'A card is named like "the-star" or "ten-of-cups".' })
    .refine((slug) => findCard(slug) !== undefined, {
      error: ({ input }) => `There is no card called "${String(input).slice(0, 40)}".`,
    }),
  isReversed: z.boolean({ error: 'Whether a card is reversed must be true or false.' }).default(false),
  position: z
    .string({ error: "A card's position must be text." })
    .max(
      limits.cardPositionCharacters,
      `A card's position can be up to ${limits.cardPositionCharacters} characters long.`,
    )
    .transform(cleanLine)
    .default(''),
});

const drawnCardsSchema = z
  .array(drawnCardSchema, { error: 'The cards must be a list.' })
  .max(limits.cards, `A reading may have at most ${limits.cards} cards.`)
  .optional();

/** A draft without its internal notes; it may be empty. `version` guards against overwriting a newer one. */
export const saveDraftSchema = z.strictObject({
  content: z
    .string({ error: 'The reading must be text.' })
    .max(limits.readingCharacters, `The reading can be up to ${limits.readingCharacters} characters long.`),
  cards: drawnCardsSchema,
  /** The version this text was made from; 0 for a new draft. */
  version: z.int('The version must be a whole number.').min(0, 'The version is at least 0.'),
});
export type SaveDraft = z.output<typeof saveDraftSchema>;

export interface SavedDraft {
  content: string;
  cards: DrawnCard[];
  /** From 1; 0 for a text begun by another person. */
  version: number;
  /** The username of that person. */
  begunBy: string | null;
  /** ISO 8601 */
  savedAt: string;
  held?: string;
}

export const submitReadingSchema = z.strictObject({
  orderId: requiredLine('The order', 60),
  content: requiredText('The reading', limits.readingCharacters),
  cards: drawnCardsSchema,
  internalNotes: optionalText('The internal notes', limits.notesCharacters),
  /** Approves it at once; for admins. */
  send: z.boolean({ error: 'send is true or false.' }).default(false),
});
export type Submission = z.output<typeof submitReadingSchema>;

/** The version the caller has seen; a newer one is a conflict. */
const seenRevision = z
  .int('The revision must be a whole number.')
  .min(1, 'The revision is at least 1.')
  .optional();

const notes = z
  .string({ error: 'The internal notes must be text.' })
  .max(limits.notesCharacters, `The internal notes can be up to ${limits.notesCharacters} characters long.`)
  .transform(cleanText);

/** Saving over notes the caller has not seen is a conflict. */
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
    comments: commentsSchema,
  })
  .refine(({ revision, comments }) => revision !== undefined || comments.length === 0, {
    message: 'Say which version of the reading the comments are about.',
  });

export const previewDeliverySchema = z.strictObject({
  content: requiredText('The reading', limits.readingCharacters),
  cards: drawnCardsSchema,
});

/** A mail as its recipient will see it; `to` is null for a caller who must not know the address. */
export interface MailPreview {
  to: { name: string; address: string } | null;
  subject: string;
  html: string;
  text: string;
}

export interface ReadingRevision {
  revision: number;
  content: string;
  cards: DrawnCard[];
  /** A username; null when it is no longer known. */
  author: string | null;
  /** ISO 8601 */
  createdAt: string;
}

export type InternalNotes = { internalNotes: string | null };

/** A reading as the API shows it (docs/product.md §11); times are ISO 8601. */
export interface Reading extends InternalNotes {
  id: string;
  orderId: string;
  content: string;
  cards: DrawnCard[];
  createdAt: string;
  submittedAt: string;
  revision: number;
  lastFeedback: string | null;
  /** Null when the approval cannot be undone anymore. */
  undoUntil: string | null;
  /** The same in milliseconds from now, for browsers whose clock is wrong. */
  undoForMs: number | null;
  /** `reader` is a username. */
  order: AskedOrder & Pick<Order, 'paymentStatus'> & { reader: string | null };
}

export interface OrderReading extends Reading {
  feedback: string | null;
  /** On all versions, oldest version first, in the order of the text. */
  comments: ReadingComment[];
}
