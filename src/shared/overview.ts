import { periodSchema } from './list-page.ts';
import { type Days, defaultPeriod } from './periods.ts';
import { z } from './zod.ts';

export const periodQuerySchema = z.strictObject({
  period: periodSchema('period').default(defaultPeriod),
});

export interface Figures {
  orders: number;
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
  revenues: Revenue[];
  /** Undelivered, and due by the end of the period. */
  overdue: number;
  medianHours: number | null;
}

export interface Overview {
  period: Days;
  /** The shop's currency */
  currency: string;
  days: Period[];
  /** At most twelve, from the month of the first paid order on. */
  months: { from: string; revenues: Revenue[] }[];
  recent: Totals;
  previous: Totals;
  /** In the period, in the shop's order; empty in a shop with one offer. */
  offers: OfferFigures[];
}

/** Revenue from orders in one currency, in its main unit, less refunds; disputed payments count as 0. */
export interface Revenue {
  currency: string;
  revenue: number;
}

export interface OfferFigures {
  id: string;
  name: string;
  orders: number;
  /** In each currency the offer was sold in. */
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
