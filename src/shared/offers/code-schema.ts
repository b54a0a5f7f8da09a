import { requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { dayText, yearProblem } from '../people/days-away.ts';
import { asCode } from '../text.ts';
import { z } from '../zod.ts';
import { wholeNumber } from './offer-schema.ts';

const mostUses = 1_000_000;

/** A promotion code in the admin's API; amounts are in the currency's main unit, days in the business's time zone. */
export interface Code {
  id: string;
  code: string;
  /** Either this or `amountOff`. */
  percentOff?: number;
  amountOff?: number;
  /** The currency of `amountOff`; null for a percentage. */
  currency: string | null;
  limit: number | null;
  perAddress: number | null;
  /** The first and last valid day. */
  from: string | null;
  until: string | null;
  /** The slugs of the offers it is for; empty for all. */
  offers: string[];
  isActive: boolean;
  /** The number of paid orders with it. */
  used: number;
  createdAt: string;
}

const invalidAmount = 'Please enter a valid amount.';

const uses = (label: string) => wholeNumber(label, 1, mostUses).nullable().default(null);

/** `POST /api/codes` */
export const createCodeSchema = z
  .strictObject({
    code: requiredLine('The code', limits.codeCharacters)
      .transform((code) => asCode(code).replace(/^["'“”„«‘’]+|["'“”»‘’.,;:!?…]+$/gu, ''))
      .refine(
        (code) => /^(?:[_-]*[\p{L}\p{N}]\p{M}*){3}[\p{L}\p{M}\p{N}_-]*$/u.test(code),
        'Use at least 3 letters or digits, without spaces.',
      ),
    percentOff: wholeNumber('The percentage', 1, 100).nullable().default(null),
    amountOff: z.number(invalidAmount).min(0, invalidAmount).nullable().default(null),
    limit: uses('The number of uses'),
    perAddress: uses('The uses for each customer'),
    from: dayText('The first day').nullable().default(null),
    until: dayText('The last day').nullable().default(null),
    offers: z
      .array(requiredLine('An offer', 60), 'offers is a list of slugs.')
      .max(100)
      .nullish()
      .transform((slugs) => slugs ?? []),
  })
  .superRefine(({ percentOff, amountOff, from, until }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (percentOff !== null && amountOff !== null)
      refuse('amountOff', 'Enter a percentage or an amount, not both.');
    else if (percentOff === null && !amountOff)
      refuse(amountOff === 0 ? 'amountOff' : 'percentOff', 'Enter a percentage or an amount above 0.');
    if (from && until && until < from) refuse('until', 'The last day is before the first.');
  });
export type NewCode = z.output<typeof createCodeSchema>;
export type CodeInput = z.input<typeof createCodeSchema>;

/** Returns each day's problem, if any: it must be in this year or the next ten. Does not compare the two. */
export function codeDayProblems({ from, until }: Pick<Code, 'from' | 'until'>, today: string) {
  const year = Number(today.slice(0, 4));
  return {
    from: from && yearProblem('The first day', from, year, year + 10),
    until: until && yearProblem('The last day', until, year, year + 10),
  };
}

/** `PUT /api/codes/{id}` */
export const changeCodeSchema = z.strictObject({
  isActive: z.boolean({ error: 'isActive is true or false.' }),
});
