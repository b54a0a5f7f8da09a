import { emailAddress } from '../fields.ts';
import { limits } from '../limits.ts';
import { cleanText, unifyLineEnds } from '../text.ts';
import { z } from '../zod.ts';

/** The parts of an order that its customer can correct until the reader begins to write. */
export type Correctable = 'address' | 'background';

const { backgroundCharacters } = limits;

/** The forms on the customer's page; browsers end their lines with CR LF. */
export const correctionSchemas = {
  address: z.object({ text: emailAddress('Your email address', 'Enter your email address.') }),
  background: z.object({
    // An empty text removes it; a form without the field is invalid.
    text: z
      .string({ error: 'The background is missing.' })
      .transform(unifyLineEnds)
      .refine(
        (text) => text.length <= backgroundCharacters,
        `The background can be up to ${backgroundCharacters} characters long.`,
      )
      .transform((text) => cleanText(text) || null),
  }),
};
