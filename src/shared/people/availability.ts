import type { ReaderRef } from '../orders/orders.ts';
import { z } from '../zod.ts';
import type { DaysAway } from './days-away.ts';
import { spansOfDays, without } from './days-schema.ts';
import { maxOpenOrdersProblem, readingsPerDayProblem } from './max-open-orders.ts';

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
  /** How many readings they write on a business day; null: nobody counts them. */
  readingsPerDay: number | null;
}

/** A reader who can be given an order, and whether one comes to them by itself. */
export type ReaderChoice = ReaderRef & Omit<Availability, 'daysAway' | 'readingsPerDay'>;

const spans = (name: string) => spansOfDays(name, 'away');

/**
 * `PUT /api/account/days-away`: all of them, in place of those there are. With `daysAwayBefore`, which is what the
 * caller saw, it is refused when somebody else has changed them meanwhile.
 */
export const daysAwaySchema = z.strictObject({
  daysAway: spans('daysAway'),
  daysAwayBefore: spans('daysAwayBefore').optional(),
});
export type DaysAwayChange = z.infer<typeof daysAwaySchema>;

/** `PUT /api/staff/:id/availability`: what is left out stays. */
export const availabilitySchema = daysAwaySchema.partial().extend({
  maxOpenOrders: z
    .number({ error: 'The most open orders are a whole number.' })
    .superRefine(without(maxOpenOrdersProblem))
    .nullable()
    .optional(),
  readingsPerDay: z
    .number({ error: 'The readings a day are a whole number.' })
    .superRefine(without(readingsPerDayProblem))
    .nullable()
    .optional(),
});
export type AvailabilityChange = z.infer<typeof availabilitySchema>;
