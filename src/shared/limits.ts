import { orderLimits } from './orders/order-form.ts';

/** Limits for texts, in characters, for bodies, in bytes, and for calls (docs/product.md §9). */
export const limits = {
  ...orderLimits,
  readingCharacters: 50_000,
  /** As much as 200 notes of 2,000 characters and a text of 10,000 had, before they became one text. */
  notesCharacters: 500_000,
  feedbackCharacters: 5_000,
  cards: 30,
  cardPositionCharacters: 60,
  commentCharacters: 2_000,
  comments: 50,
  noteCharacters: 2_000,
  messageCharacters: 2_000,
  notes: 200,
  snippetTitleCharacters: 80,
  snippetCharacters: 2_000,
  snippets: 100,
  usernameCharacters: 60,
  passwordCharacters: 256,
  passwordMinimumCharacters: 6,
  codeCharacters: 40,
  errorMessageCharacters: 500,
  searchCharacters: 100,
  ordersAtOnce: 200,
  bodyBytes: 64 * 1024,
  readingBodyBytes: 256 * 1024,
  notesBodyBytes: 4 * 1024 * 1024,
} as const;
