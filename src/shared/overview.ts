import { periodSchema } from './period-schema.ts';
import { type Days, usualPeriod } from './periods.ts';
import { z } from './zod.ts';

/** The query of `GET /api/overview` and its parts. */
export const periodQuerySchema = z.strictObject({
  period: periodSchema('period').default(usualPeriod),
});

/** What happened in a day, a month or some days. Money is in dollars. */
export interface Figures {
  /** Orders that were paid. */
  orders: number;
  /** What they brought, less what was given back; disputed payments count as nothing. */
  revenue: number;
  /** Readings that were delivered. */
  delivered: number;
  /** Of those, how many before they were due. */
  onTime: number;
  /** Readings that were handed in, new versions included. */
  submitted: number;
  /** Of those, how many were sent back. */
  rejected: number;
  /** Cards that were declined. */
  failedPayments: number;
}

export interface Period extends Figures {
  /** The first day, `2026-11-20`, in the business's time zone. */
  from: string;
}

/** What happened in some days. */
export interface Totals extends Figures {
  /** Orders that were due by the end of these days, and are late without being delivered yet. */
  overdue: number;
  /** Hours from payment to delivery, of the one in the middle; null without deliveries. */
  medianHours: number | null;
}

export interface Overview {
  /** The first and the last day that are asked for, `2026-11-20`, in the business's time zone. */
  period: Days;
  /** These days, the oldest first. */
  days: Period[];
  /** The last 12 months, the current one included, the oldest first. */
  months: Period[];
  /** These days together, and as many before them. */
  recent: Totals;
  previous: Totals;
  toDo: ToDo[];
}

/** What a reader did in some days, and what they have before them now. */
export interface ReaderFigures {
  /** Null: delivered without a reader assigned. */
  reader: string | null;
  /** Readings of theirs that were delivered. */
  delivered: number;
  /** Of those, how many before they were due. */
  onTime: number;
  /** Orders of theirs that were due by the end of these days, and are late without being delivered yet. */
  overdue: number;
  /** Readings they handed in, new versions included. */
  submitted: number;
  /** Of those, how many were sent back. */
  returned: number;
  /** In the delivered readings. */
  words: number;
  /** Hours from assignment to delivery, of the one in the middle; null without deliveries. */
  medianHours: number | null;
  /** Orders that wait for delivery now, and how many of them are late. */
  open: number;
  late: number;
}

/** How much waits for the admin. */
export interface Waiting {
  /** Readings that were handed in. */
  toReview: number;
  /** Open orders without a reader. */
  unassigned: number;
}

/** Something that waits for the admin, with the filter of the list that shows it. */
export interface ToDo {
  code: 'to_review' | 'overdue' | 'unassigned';
  count: number;
}
