import { isPeriod, maxPeriodDays, periodNames } from './periods.ts';
import { z } from './zod.ts';

export function periodSchema(name: string) {
  return z.string().refine(isPeriod, {
    error: `${name} is one of ${periodNames.join(', ')}, or two days: 2026-11-01..2026-11-20, ${maxPeriodDays} at most.`,
  });
}
