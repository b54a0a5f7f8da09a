import { z } from '../zod.ts';

/** Whole days in the business's time zone, as `2026-11-30`; both are part of it. */
export interface DaysAway {
  from: string;
  to: string;
}

/** Sorts spans, joins those that touch or overlap, and drops past ones. */
export function tidyDaysAway(daysAway: readonly DaysAway[], today: string): DaysAway[] {
  const tidied: DaysAway[] = [];
  for (const { from, to } of daysAway.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = tidied.at(-1);
    if (to < today) continue;
    if (!last || shiftDay(last.to, 1) < from) tidied.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return tidied;
}

/** Returns the last day of the span that `today` is in, null when it is in none. */
export function awayUntil(daysAway: readonly DaysAway[], today: string): string | null {
  return daysAway.find(({ from, to }) => from <= today && today <= to)?.to ?? null;
}

export function shiftDay(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the problem if a day's year isn't from `first` to `last`, else null. Browsers turn a typed 90 into 0090. */
export function yearProblem(label: string, day: string, first: number, last: number): string | null {
  const year = Number(day.slice(0, 4));
  if (year >= first && year <= last) return null;
  return `${label} must be between ${first} and ${last}. Use a four-digit year.`;
}

/** Returns the schema of a day from 2000 to 2100 as `2026-11-30`; `label` names it in messages. */
export const dayText = (label: string) =>
  z.iso
    .date({
      error: ({ input }) => (input ? `${label} isn’t a valid date.` : `${label} is missing.`),
      abort: true,
    })
    .superRefine((day, context) => {
      const message = yearProblem(label, day, 2000, 2100);
      if (message) context.addIssue({ code: 'custom', message });
    });

/** Returns the schema of a list of spans; `what` names such days in messages: "away". */
export const spansOfDays = (name: string) =>
  z
    .array(
      z
        .strictObject({ from: dayText('The first day'), to: dayText('The last day') })
        .refine(({ from, to }) => from <= to, 'The last day is before the first.'),
      { error: `${name} is a list of days.` },
    )
    .max(50, 'You can save at most 50 date ranges.');
