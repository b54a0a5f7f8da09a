import { type DaysAway, dayText, spansOfDays } from '../people/days-away.ts';
import { z } from '../zod.ts';

export const whenClosedChoices = ['sell nothing', 'sell for later'] as const;

const code = (label: string, pattern: RegExp) =>
  z.string({ error: `${label} is missing.` }).regex(pattern, `${label} is not known.`);

const country = code('The country', /^[A-Z]{2}$/);

const mostOpenOrdersError = 'The open order limit must be a whole number from 1 to 10000.';

const calendarFields = z.strictObject({
  /** The country whose holidays are not business days: ISO 3166-1, two letters; null for none */
  country: country.nullable(),
  /** The region code of `date-holidays` */
  region: code('The region', /^[\w-]{1,12}$/).nullable(),
  closedDays: spansOfDays('closedDays'),
  isPaused: z.boolean({ error: 'isPaused is true or false.' }),
  /** The first day on which the shop sells again */
  closedUntil: dayText('The day until which it is closed').nullable(),
  /** `whenClosed` applies from this number of orders to write on; null for no limit */
  mostOpenOrders: z
    .int(mostOpenOrdersError)
    .min(1, mostOpenOrdersError)
    .max(10_000, mostOpenOrdersError)
    .nullable(),
  whenClosed: z.enum(whenClosedChoices, { error: 'whenClosed is "sell nothing" or "sell for later".' }),
});
export type CalendarSettings = z.infer<typeof calendarFields>;

export const calendarSchema = calendarFields.partial();
export type CalendarChanges = z.infer<typeof calendarSchema>;

export const calendarPlacesSchema = z.object({ country: country.optional() });

export const defaultCalendar: CalendarSettings = {
  country: null,
  region: null,
  closedDays: [],
  isPaused: false,
  closedUntil: null,
  mostOpenOrders: null,
  whenClosed: 'sell nothing',
};

export interface Place {
  code: string;
  name: string;
}

export interface Places {
  countries: Place[];
  regions: Place[];
}

export interface KnownCalendar extends CalendarSettings {
  nextHolidays: Holiday[];
  /** How many confirmed addresses wait for sales to reopen; absent for 0. */
  waiting?: number;
}

export interface Holiday {
  /** `2026-11-26` */
  day: string;
  name: string;
}

export interface Closed {
  /** The day on which sales open again, `2026-11-26`; null when unknown */
  until: DaysAway['to'] | null;
  /** `closed`: sales are paused; `away`: no reader can write in time; `full`: too many open orders */
  reason: 'closed' | 'away' | 'full';
}
