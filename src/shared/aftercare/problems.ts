import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { unifyLineEnds } from '../text.ts';
import { z } from '../zod.ts';

export const maxProblemsPerOrder = 10;

export const problemBusinessDays = 2;

export const reportProblemSchema = z.object({
  words: z
    .string({ error: 'Your message is missing.' })
    .transform(unifyLineEnds)
    .pipe(requiredText('Your message', limits.noteCharacters)),
});

/** A report as the admin sees it; times in ISO 8601. */
export interface OrderProblem {
  id: string;
  words: string;
  toldAt: string;
  answerBy: string;
  closedAt: string | null;
  closedBy: string | null;
}
