import { days } from './durations.ts';

export const periodNames = ['7-days', '30-days', '90-days', 'month', 'last-month'] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodLabels: Record<PeriodName, string> = {
  '7-days': 'Last 7 days',
  '30-days': 'Last 30 days',
  '90-days': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
};

export const defaultPeriod: PeriodName = '30-days';

export const maxPeriodDays = 366;

/** For example `2026-11-20`; both days are included. */
export interface Days {
  from: string;
  to: string;
}

/** Formats days as `2026-11-01..2026-11-20`. */
export function daysText({ from, to }: Days): string {
  return `${from}..${to}`;
}

/** Parses `2026-11-01..2026-11-20`; null for other text, another century, days out of order, or more than 366. */
export function readDays(text: string): Days | null {
  const [, from = '', to = ''] = /^(20\d\d-\d\d-\d\d)\.\.(20\d\d-\d\d-\d\d)$/.exec(text) ?? [];
  if (!isDay(from) || !isDay(to)) return null;
  const count = countDays({ from, to });
  return count >= 1 && count <= maxPeriodDays ? { from, to } : null;
}

/** Counts the days of a period, including the first and the last. */
export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / days(1) + 1;
}

/** Returns whether a text is a period: a name such as `30-days` or `last-month`, or two days for `readDays`. */
export function isPeriod(text: string): boolean {
  return periodNames.some((name) => name === text) || readDays(text) !== null;
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
