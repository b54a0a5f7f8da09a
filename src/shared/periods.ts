import { days } from './durations.ts';

/** Days of the business's calendar, counted from today. */
export const periodNames = ['7-days', '30-days', '90-days', 'month', 'last-month'] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodLabels: Record<PeriodName, string> = {
  '7-days': 'Last 7 days',
  '30-days': 'Last 30 days',
  '90-days': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
};

export const usualPeriod: PeriodName = '30-days';

/** How many days a period of one's own has at most: a leap year. */
export const mostDays = 366;

/** Days of the calendar, `2026-11-20`, both part of it. */
export interface Days {
  from: string;
  to: string;
}

/** @returns days as one text, as addresses have them: `2026-11-01..2026-11-20` */
export function daysText({ from, to }: Days): string {
  return `${from}..${to}`;
}

/** @returns the days of such a text, or null when it is none, the last comes before the first, or they are too many */
export function readDays(text: string): Days | null {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (!isDay(from) || !isDay(to)) return null;
  const count = countDays({ from, to });
  return count >= 1 && count <= mostDays ? { from, to } : null;
}

/** @returns how many days they are */
export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / days(1) + 1;
}

/** @returns whether a text names a period: by a name of ours, or by its days */
export function isPeriod(text: string): boolean {
  return periodNames.some((name) => name === text) || readDays(text) !== null;
}

/** A day of the calendar is the same everywhere: it is read as one in UTC. The 30th of February is none. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
