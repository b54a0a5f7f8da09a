import { isPeriod, maxPeriodDays, periodNames } from './periods.ts';
import { z } from './zod.ts';

export const pageRows = 200;

export const pageQuerySchema = z.strictObject({ cursor: z.string().max(1_000).optional() });

export function periodSchema(name: string) {
  return z.string().refine(isPeriod, {
    error: `${name} is one of ${periodNames.join(', ')}, or two days: 2026-11-01..2026-11-20, ${maxPeriodDays} at most.`,
  });
}

export interface Page<Row> {
  /** More rows may follow, even after fewer than asked for, or none. */
  rows: Row[];
  next: string | null;
  /** Of all pages; null where it is unknown. */
  total?: number | null;
}
