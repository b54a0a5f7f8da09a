import type { Context } from '../context/context.ts';
import { dayOf } from '../time/business-days.ts';
import { readIsoDay, startOfDay } from '../time/local-days.ts';
import { dayAfter } from '../time/period-days.ts';

/**
 * Names the subject of a notice about a due date: the day, and its end, which SQLite can compare (see
 * `isToldOfDueDay`). So each promised day is told once, and a move by hours within it is not a new one.
 *
 * @param dueAt milliseconds since 1970
 * @returns as `2026-11-25.1764133200000`
 */
export function toldDay({ config }: Pick<Context, 'config'>, dueAt: number): string {
  const day = dayOf(dueAt, config.businessTimeZone);
  return `${day}.${startOfDay(dayAfter(readIsoDay(day), 1), config.businessTimeZone)}`;
}
