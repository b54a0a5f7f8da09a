import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** How many a customer is asked about one order. */
export const questionsOfOrder = 20;

/** How many business days a customer has to answer before a reminder, and after it before an admin decides. */
export const answerBusinessDays = 2;

export const askCustomerSchema = z.strictObject({
  question: requiredText('The question', limits.noteCharacters),
});

/** What the form on the customer's page sends: browsers end its lines as mails do, which counts for nothing. */
export const answerQuestionSchema = z.object({
  question: z.string().max(60),
  answer: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(requiredText('Your answer', limits.noteCharacters)),
});

/** What the customer was asked about their order, as those see it who work on it. */
export interface CustomerQuestion {
  id: string;
  question: string;
  /** A username */
  askedBy: string;
  /** ISO 8601 */
  askedAt: string;
  /** The customer's words; null until they come, and when it was closed without */
  answer: string | null;
  /** ISO 8601: when it was answered or given up; null while the order waits */
  closedAt: string | null;
  /** ISO 8601 */
  remindedAt: string | null;
  /** Whether the caller may close it: its author and admins may */
  canBeClosed: boolean;
}
