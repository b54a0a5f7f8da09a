import type { Context } from '../context/context.ts';
import { dayOf } from '../time/business-days.ts';
import { readIsoDay, startOfDay } from '../time/local-days.ts';
import { dayAfter } from '../time/period-days.ts';

/**
 * What a notice about a due date is about: the day, and until when it lasts, which SQLite can compare (see
 * `isToldOfDueDay`). So each day that was promised is told of once, and a move by hours within it is no new one.
 *
 * @param dueAt milliseconds since 1970
 * @returns as `2026-11-25.1764133200000`
 */
export function toldDay({ config }: Pick<Context, 'config'>, dueAt: number): string {
  const day = dayOf(dueAt, config.businessTimeZone);
  return `${day}.${startOfDay(dayAfter(readIsoDay(day), 1), config.businessTimeZone)}`;
}
