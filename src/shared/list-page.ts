import { isPeriod, maxPeriodDays, periodNames } from './periods.ts';
import { z } from './zod.ts';

export const pageRows = 200;

export const pageQuerySchema = z.strictObject({ cursor: z.string().max(1_000).optional() });

/** Returns the schema of a period's text (`isPeriod`), which it does not parse. @param name the field in messages */
export function periodSchema(name: string) {
  return z.string().refine(isPeriod, {
    error: `${name} is one of ${periodNames.join(', ')}, or two days: 2026-11-01..2026-11-20, ${maxPeriodDays} at most.`,
  });
}

export interface Page<Row> {
  /** May be fewer than requested, or none, on a page that is not the last. */
  rows: Row[];
  /** The next page's cursor; null on the last page. */
  next: string | null;
  /** The number of rows on all pages; null if unknown. */
  total?: number | null;
}
