import type { Order } from './run-one.ts';

/** Runs that once broke a promise, or that have in them what few have; they are run with every `npm test`. */
export const keptSeeds: readonly (Order & { why: string })[] = [
  {
    seed: '4',
    months: 1,
    ordersPerDay: 6,
    readers: 2,
    why: 'a copy is put back, and approvals after it are new',
  },
  { seed: '11', months: 1, ordersPerDay: 6, readers: 1, why: 'one reader alone, who is closed out or away' },
];
