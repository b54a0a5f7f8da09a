import type { ReaderRef } from '../orders/orders.ts';
import type { DaysAway } from './days-away.ts';

/** What decides whether a reader is given an order, as the admin sees it. */
export interface Availability {
  /** From the earliest; none is over, none touches another. */
  daysAway: DaysAway[];
  /** The last day of those of today; null when they are here. */
  awayUntil: string | null;
  /** Orders that wait for them. */
  openOrders: number;
  /** With so many open orders they get no more; null: there is no limit. */
  maxOpenOrders: number | null;
  /** How many readings they write on a business day; null: not counted. */
  readingsPerDay: number | null;
}

/** A reader who can be given an order, and whether one comes to them by itself. */
export type ReaderChoice = ReaderRef & Omit<Availability, 'daysAway' | 'readingsPerDay'>;
