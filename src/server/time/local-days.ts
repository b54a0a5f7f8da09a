import { offset } from './business-days.ts';

/** A day of the calendar; months count from 1. */
export interface LocalDay {
  year: number;
  month: number;
  day: number;
}

export function localDay(time: number, timeZone: string): LocalDay {
  const local = new Date(time + offset(time, timeZone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** A day beyond its month is counted on, as in a month's day 0. */
export function startOfDay({ year, month, day: date }: LocalDay, timeZone: string): number {
  const local = Date.UTC(year, month - 1, date);
  const guess = local - offset(local, timeZone);
  const start = local - offset(guess, timeZone);
  // Where clocks go forward at midnight the day begins at one, and the offset before is that of the day before.
  return new Date(start + offset(start, timeZone)).getUTCDate() === new Date(local).getUTCDate()
    ? start
    : guess;
}

export function formatIsoDay({ year, month, day: date }: LocalDay): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

export function readIsoDay(day: string): LocalDay {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
}
