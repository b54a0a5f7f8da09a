import type { Period } from '../../shared/overview.ts';
import { formatDay } from '../format.ts';

/** A chart shows more days than this by week, and more than the other by month. */
const mostSingleDays = 31;
const mostDaysInWeeks = 92;

export interface Stretch {
  name: string;
  start: string;
  days: Period[];
}

/** @returns days one by one, by week or by month, so that columns stay wide enough */
export function stretchesOf(days: Period[]): { unit: 'day' | 'week' | 'month'; stretches: Stretch[] } {
  if (days.length <= mostSingleDays) {
    return { unit: 'day', stretches: days.map((day) => stretchOf([day])) };
  }
  if (days.length <= mostDaysInWeeks) {
    const weeks = Map.groupBy(days.entries(), ([index]) => Math.floor(index / 7));
    return {
      unit: 'week',
      stretches: [...weeks.values()].map((week) => stretchOf(week.map(([, day]) => day))),
    };
  }
  const months = Map.groupBy(days, ({ from }) => from.slice(0, 7));
  return { unit: 'month', stretches: [...months.values()].map((month) => stretchOf(month, monthName)) };
}

function stretchOf(days: Period[], nameOf?: (day: string) => string): Stretch {
  const [first = '', last = ''] = [days[0]?.from, days.at(-1)?.from];
  const name = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
  return { name: nameOf?.(first) ?? name, start: (nameOf ?? formatDay)(first), days };
}

/** @returns at most five whole, round values of an axis from 0 to `highest` or a little more */
export function ticksUpTo(highest: number): number[] {
  const decade = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(highest, 1) / 4)));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((size) => highest <= 4 * size) ?? decade;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export const monthName = (day: string): string => monthFormat.format(new Date(day));
