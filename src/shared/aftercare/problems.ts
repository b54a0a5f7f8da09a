import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** How often a customer can report a problem with one order. */
export const problemsOfOrder = 10;

/** Within how many business days an answer is promised. */
export const problemBusinessDays = 2;

/** What the form on the customer's page sends. */
export const tellProblemSchema = z.object({
  words: z
    .string({ error: 'Your message is missing.' })
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(requiredText('Your message', limits.noteCharacters)),
});

/** What a customer told is wrong with their order, as the admin sees it. */
export interface OrderProblem {
  id: string;
  words: string;
  /** ISO 8601 */
  toldAt: string;
  /** ISO 8601: by when the customer was promised an answer */
  answerBy: string;
  /** ISO 8601; null while it is open */
  closedAt: string | null;
  /** A username */
  closedBy: string | null;
}
