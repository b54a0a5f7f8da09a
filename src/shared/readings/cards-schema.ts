import { limits } from '../limits.ts';
import { cleanLine } from '../text.ts';
import { z } from '../zod.ts';
import { findCard } from './cards.ts';

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
      `A card's position may be at most ${limits.cardPositionCharacters} characters long.`,
    )
    .transform(cleanLine)
    .default(''),
});

/** In their sequence. Left out, the cards stay as they are. */
export const drawnCardsSchema = z
  .array(drawnCardSchema, { error: 'The cards must be a list.' })
  .max(limits.cards, `A reading may have at most ${limits.cards} cards.`)
  .optional();
