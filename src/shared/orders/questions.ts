import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { dayText } from '../people/days-away.ts';
import { unifyLineEnds } from '../text.ts';
import { z } from '../zod.ts';

export const maxQuestionsPerOrder = 20;

/** How many business days a customer has to answer before a reminder, and after it before an admin decides. */
export const answerBusinessDays = 2;

export const askCustomerSchema = z.strictObject({
  question: requiredText('The question', limits.noteCharacters),
});

/** The form on the customer's page; browsers end its lines with CR LF. */
export const answerQuestionSchema = z.object({
  question: z.string().max(60),
  answer: z.string().transform(unifyLineEnds).pipe(requiredText('Your answer', limits.noteCharacters)),
});

/** A question to the customer, as staff see it. Times are ISO 8601. */
export interface CustomerQuestion {
  id: string;
  question: string;
  /** A username */
  askedBy: string;
  askedAt: string;
  answer: string | null;
  closedAt: string | null;
  remindedAt: string | null;
  canBeClosed: boolean;
}

export const newDaySchema = z.strictObject({ day: dayText('The new day') });

/** What `GET /api/orders/:id/new-day` answers. Days as `2026-11-25`, where the business is. */
export interface NewDayOffer {
  dueDay: string;
  offeredDay: string;
  firstDay: string;
  lastDay: string;
  closedDays: string[];
  /** Whether to tell the customer: due within a business day, or overdue, and not handed in */
  isLate: boolean;
}
