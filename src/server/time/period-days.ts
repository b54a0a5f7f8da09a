import { countDays, type PeriodName, readDays } from '../../shared/periods.ts';
import { type LocalDay, readIsoDay, startOfDay } from './local-days.ts';

/** A stretch of time, in milliseconds since 1970; `to` is not part of it. */
export interface Span {
  from: number;
  to: number;
}

/** Days that follow each other. */
export interface PeriodDays {
  /** May be beyond its month, as in a month's day 0. */
  first: LocalDay;
  count: number;
}

const byName: Record<PeriodName, (today: LocalDay) => PeriodDays> = {
  '7-days': (today) => lastDays(today, 7),
  '30-days': (today) => lastDays(today, 30),
  '90-days': (today) => lastDays(today, 90),
  month: (today) => ({ first: { ...today, day: 1 }, count: today.day }),
  'last-month': ({ year, month }) => ({
    first: { year, month: month - 1, day: 1 },
    count: new Date(Date.UTC(year, month - 1, 0)).getUTCDate(),
  }),
};

/**
 * @param period a name, or two days, as `isPeriod` knows them
 * @param today in the business's time zone
 */
export function periodDays(period: string, today: LocalDay): PeriodDays {
  const own = readDays(period);
  if (!own) return byName[period as PeriodName](today);
  return { first: readIsoDay(own.from), count: countDays(own) };
}

/** @returns the day that comes so many days after another one */
export function dayAfter(day: LocalDay, count: number): LocalDay {
  return { ...day, day: day.day + count };
}

/** @returns from when to when these days are, in a time zone */
export function spanOfDays({ first, count }: PeriodDays, timeZone: string): Span {
  return { from: startOfDay(first, timeZone), to: startOfDay(dayAfter(first, count), timeZone) };
}

function lastDays(today: LocalDay, count: number): PeriodDays {
  return { first: dayAfter(today, 1 - count), count };
}
