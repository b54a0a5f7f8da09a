import { z } from '../zod.ts';

/** A day as `2026-11-30`; `label` is how messages call it. */
export const dayText = (label: string) =>
  z.iso.date({
    error: ({ input }) => (input ? `${label} is no day of the calendar.` : `${label} is missing.`),
  });

/** A list of spans of days; `what` is how messages call such days: "away". */
export const spansOfDays = (name: string, what: string) =>
  z
    .array(
      z
        .strictObject({ from: dayText(`The first day ${what}`), to: dayText(`The last day ${what}`) })
        .refine(({ from, to }) => from <= to, `The last day ${what} is before the first.`),
      { error: `${name} is a list of days.` },
    )
    .max(50, `Say at most 50 times ${what}.`);
