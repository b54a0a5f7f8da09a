import { periodSchema } from './list-page.ts';
import { type Days, defaultPeriod } from './periods.ts';
import { z } from './zod.ts';

export const periodQuerySchema = z.strictObject({
  period: periodSchema('period').default(defaultPeriod),
});

/** Money is in the main unit of the shop's currency. */
export interface Figures {
  orders: number;
  /** In the shop's currency, less refunds; disputed payments count as 0. */
  revenue: number;
  delivered: number;
  onTime: number;
  submitted: number;
  rejected: number;
  failedPayments: number;
}

export interface Period extends Figures {
  /** `2026-11-20`, in the business’s time zone. */
  from: string;
}

export interface Totals extends Figures {
  /** Undelivered, and due by the end of these days. */
  overdue: number;
  medianHours: number | null;
}

export interface Overview {
  period: Days;
  /** The shop's */
  currency: string;
  days: Period[];
  months: Period[];
  recent: Totals;
  previous: Totals;
  /** What orders in other currencies brought in the period. */
  otherRevenues: Revenue[];
  /** In the period, in the shop's order; empty in a shop with one offer. */
  offers: OfferFigures[];
}

/** In the currency's main unit. */
export interface Revenue {
  currency: string;
  revenue: number;
}

export interface OfferFigures {
  id: string;
  name: string;
  orders: number;
  /** In each currency that it was sold in. */
  revenues: Revenue[];
}

export interface ReaderFigures {
  reader: string | null;
  delivered: number;
  onTime: number;
  overdue: number;
  submitted: number;
  returned: number;
  words: number;
  medianHours: number | null;
  open: number;
  late: number;
}
