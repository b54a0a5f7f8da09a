import { countDays, type PeriodName, readDays } from '../../shared/periods.ts';
import { type LocalDay, readIsoDay, startOfDay } from './local-days.ts';

/** A stretch of time, in milliseconds since 1970; `to` is not part of it. */
export interface Span {
  from: number;
  to: number;
}

export interface PeriodDays {
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

export function periodDays(period: string, today: LocalDay): PeriodDays {
  const own = readDays(period);
  if (!own) return byName[period as PeriodName](today);
  return { first: readIsoDay(own.from), count: countDays(own) };
}

export function dayAfter(day: LocalDay, count: number): LocalDay {
  return { ...day, day: day.day + count };
}

export function spanOfDays({ first, count }: PeriodDays, timeZone: string): Span {
  return { from: startOfDay(first, timeZone), to: startOfDay(dayAfter(first, count), timeZone) };
}

function lastDays(today: LocalDay, count: number): PeriodDays {
  return { first: dayAfter(today, 1 - count), count };
}
