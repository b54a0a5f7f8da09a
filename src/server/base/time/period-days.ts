import { shiftDay } from '../../../shared/people/days-away.ts';
import { countDays, type PeriodName, readDays } from '../../../shared/periods.ts';
import { startOfDay } from './business-days.ts';

/** A span of time in milliseconds since 1970, without `to` itself. */
export interface Span {
  from: number;
  to: number;
}

export interface PeriodDays {
  first: string;
  count: number;
}

const byName: Record<PeriodName, (today: string) => PeriodDays> = {
  '7-days': (today) => lastDays(today, 7),
  '30-days': (today) => lastDays(today, 30),
  '90-days': (today) => lastDays(today, 90),
  month: monthUntil,
  'last-month': (today) => monthUntil(shiftDay(monthUntil(today).first, -1)),
};

/** Returns the days of a valid period such as `last-month` or `2026-11-01..2026-11-20`. @param today as `2026-11-25` */
export function periodDays(period: string, today: string): PeriodDays {
  const own = readDays(period);
  return own ? { first: own.from, count: countDays(own) } : byName[period as PeriodName](today);
}

export function spanOfDays({ first, count }: PeriodDays, timeZone: string): Span {
  return { from: startOfDay(first, timeZone), to: startOfDay(shiftDay(first, count), timeZone) };
}

function lastDays(today: string, count: number): PeriodDays {
  return { first: shiftDay(today, 1 - count), count };
}

function monthUntil(day: string): PeriodDays {
  return { first: `${day.slice(0, '2026-11-'.length)}01`, count: Number(day.slice('2026-11-'.length)) };
}
