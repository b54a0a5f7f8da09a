import { z } from '../zod.ts';
import { dayProblem, daysAwayProblem } from './days-away.ts';

const spansAtMost = 50;

/** @returns a schema's check for what has a function that says what is wrong with it */
export const without =
  <T>(problemOf: (value: T) => string | null) =>
  (value: T, context: z.RefinementCtx) => {
    const message = problemOf(value);
    if (message) context.addIssue({ code: 'custom', message });
  };

/** A day as `2026-11-30`; `label` is how messages call it. */
export const dayText = (label: string) =>
  z.string({ error: `${label} is missing.` }).superRefine(without((text) => dayProblem(label, text)));

/** A list of spans of days; `what` is how messages call such days: "away". */
export const spansOfDays = (name: string, what: string) =>
  z
    .array(
      z
        .strictObject({ from: dayText(`The first day ${what}`), to: dayText(`The last day ${what}`) })
        .superRefine(without((span) => daysAwayProblem(span, what))),
      { error: `${name} is a list of days.` },
    )
    .max(spansAtMost, `Say at most ${spansAtMost} times ${what}.`);
