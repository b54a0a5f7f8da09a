import type { ReaderRef } from '../orders/orders.ts';
import type { DaysAway } from './days-away.ts';

/** What decides whether a reader is given an order. */
export interface Availability {
  /** Sorted and joined, without past ones. */
  daysAway: DaysAway[];
  /** Null when they are here today. */
  awayUntil: string | null;
  openOrders: number;
  /** Null: no limit. */
  maxOpenOrders: number | null;
  /** Null: not counted. */
  readingsPerDay: number | null;
}

export type ReaderChoice = ReaderRef & Omit<Availability, 'daysAway' | 'readingsPerDay'>;
