/* Days on which a reader gets no orders by themselves: whole ones, in the business's time zone. */

/** Days as `2026-11-30`, the first and the last among them. */
export interface DaysAway {
  from: string;
  to: string;
}

/** @returns why a text is no day as `2026-11-30`, or null when it is; `label` is how the sentence calls it */
export function dayProblem(label: string, text: string): string | null {
  if (text === '') return `${label} is missing.`;
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && shiftDay(text, 0) === text;
  return isDay ? null : `${label} is no day of the calendar.`;
}

/** @returns why a period away, or closed, is not valid; null when it is */
export function daysAwayProblem({ from, to }: DaysAway, what = 'away'): string | null {
  return from <= to ? null : `The last day ${what} is before the first.`;
}

/** @returns them from the earliest, in as few spans as they take, without those that ended before `today` */
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

/** @returns the last day of the time away that `today` lies in; null when there is none */
export function awayUntil(daysAway: readonly DaysAway[], today: string): string | null {
  return daysAway.find(({ from, to }) => from <= today && today <= to)?.to ?? null;
}

/** @returns the day that comes so many days after another one; before, when negative */
export function shiftDay(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}
