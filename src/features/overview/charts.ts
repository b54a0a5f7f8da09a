import { formatDay } from '../../lib/format.ts';
import type { Period } from '../../shared/overview.ts';

/** Charts of more days than this group by week, and of more than `mostDaysInWeeks` by month. */
const mostSingleDays = 31;
const mostDaysInWeeks = 92;

function unitOf(count: number) {
  if (count <= mostSingleDays) return 'day';
  return count <= mostDaysInWeeks ? 'week' : 'month';
}

/** Returns a chart's unit and named groups of days: up to 31 stay single, up to 92 form sevens, more go by month. */
export function groupDays(days: Period[]) {
  const unit = unitOf(days.length);
  const groups = Map.groupBy(days.entries(), ([index, { from }]) => {
    if (unit === 'month') return from.slice(0, 7);
    return unit === 'week' ? Math.floor(index / 7) : index;
  });
  const stretches = [...groups.values()].map((group) => {
    const part = group.map(([, day]) => day);
    const [first = '', last = ''] = [part[0]?.from, part.at(-1)?.from];
    if (unit === 'month') return { name: monthName(first), start: monthName(first), days: part };
    const name = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
    return { name, start: formatDay(first), days: part };
  });
  return { unit, stretches };
}

/** Returns an axis's values: at most five, whole and round, from 0 to `highest` or the next above it. */
export function ticksUpTo(highest: number): number[] {
  const decade = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(highest, 1) / 4)));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((size) => highest <= 4 * size) ?? decade;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2026-11-20` → `Nov 2026` */
export const monthName = (day: string): string => monthFormat.format(new Date(day));
