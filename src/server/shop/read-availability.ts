import type { Queryable } from '../../../db/client.ts';
import type { Closed } from '../../shared/checkout/calendar-schema.ts';
import type { OfferOnSale } from '../../shared/checkout/offer.ts';
import { awayUntil, type DaysAway, shiftDay, tidyDaysAway } from '../../shared/people/days-away.ts';
import type { Context } from '../base/context.ts';
import {
  businessDay,
  dayOf,
  type IsClosed,
  isBusinessDay,
  nextBusinessDay,
} from '../base/time/business-days.ts';
import { listActive, type UserRow } from '../people/people-repository.ts';
import { readCalendar } from './business-calendar.ts';
import { countOrdersToWrite } from './offer-repository.ts';
import { readMoneyStyle } from './settings-repository.ts';

type Offering = Pick<Context, 'clock' | 'config'>;

/** Returns when an order that takes `days` business days is due, and if it can be placed now (docs/product.md §13). */
export function readAvailability(context: Offering & { db: Queryable }, days: number): Availability {
  return findAvailability(context, readShop(context.db), days);
}

export type Availability = Pick<OfferOnSale, 'promisedDay' | 'closed' | 'isFull'>;

/** Does the work of `readAvailability` for a shop from `readShop`. */
export function findAvailability(context: Offering, shop: Shop, days: number): Availability {
  const { day, canBeKept } = findDay(context, shop, days * roundsOf(shop));
  return {
    promisedDay: day,
    closed: whyClosed(shop, businessDay(context)) ?? (canBeKept ? null : whyTooLate(shop, context, day)),
    isFull: roundsOf(shop) > 1,
  };
}

/** Returns the first day by which a late reading can be written, behind `queue` others. */
export function readEarliestLateDay(context: Offering, db: Queryable, queue: number): string {
  return findDay(context, { ...readShop(db), queue }, 1).day;
}

/** Returns the promised day of an order placed today; null for an older one, whose day is computed again. */
export function promisedDayOfToday(
  context: Offering,
  { createdAt, promisedDay }: { createdAt: number; promisedDay: string | null },
): string | null {
  return businessDay(context, createdAt) === businessDay(context) ? promisedDay : null;
}

type Shop = ReturnType<typeof readShop>;

/** Reads all that decides when readings are due and whether orders can be placed. */
export function readShop(db: Queryable) {
  const { calendar, isClosed } = readCalendar(db);
  const queue = countOrdersToWrite(db);
  const { locale, csv } = readMoneyStyle(db);
  return { calendar, isClosed, queue, locale, csv, writers: listActive(db, 'reader') };
}

function findDay(
  { clock, config }: Offering,
  { isClosed, queue, writers }: Shop,
  businessDays: number,
): PromisedDay {
  return promiseDay({
    now: clock.now(),
    timeZone: config.businessTimeZone,
    businessDays,
    isClosed,
    queue,
    capacityOn: capacityOf(writers),
  });
}

/** Returns how many times the usual turnaround a reading may take in a full shop that sells for later. */
function roundsOf({ calendar: { mostOpenOrders, whenClosed }, queue }: Shop): number {
  if (mostOpenOrders === null || whenClosed === 'sell nothing') return 1;
  return Math.floor(queue / mostOpenOrders) + 1;
}

function capacityOf(readers: UserRow[]): ((day: string) => number) | null {
  if (readers.length === 0) return null;
  return (day) =>
    readers
      .filter(({ daysAway }) => awayUntil(daysAway, day) === null)
      .reduce((sum, { readingsPerDay }) => sum + (readingsPerDay ?? Number.POSITIVE_INFINITY), 0);
}

function whyClosed(
  { calendar: { isPaused, closedUntil, mostOpenOrders, whenClosed }, queue }: Shop,
  today: string,
): Closed | null {
  if (isPaused) return { until: null, reason: 'closed' };
  if (closedUntil !== null && today < closedUntil) return { until: closedUntil, reason: 'closed' };
  const isFull = mostOpenOrders !== null && queue >= mostOpenOrders;
  return isFull && whenClosed === 'sell nothing' ? { until: null, reason: 'full' } : null;
}

/** Returns when sales resume: once the first reader's return is within the longest promise. */
function whyTooLate({ writers, isClosed }: Shop, context: Offering, last: string): Closed {
  const [back = ''] = writers.map(({ daysAway }) => backOn(daysAway, businessDay(context))).sort();
  if (back <= last) return { until: null, reason: 'full' };
  let until = isBusinessDay(back, isClosed) ? back : nextBusinessDay(back, isClosed);
  for (let left = maxPromisedBusinessDays; left > 0; left -= 1) until = nextBusinessDay(until, isClosed, -1);
  return { until, reason: 'away' };
}

function backOn(daysAway: DaysAway[], today: string): string {
  let day = today;
  for (const { to } of tidyDaysAway(daysAway, today))
    if (awayUntil(daysAway, day) !== null) day = shiftDay(to, 1);
  return day;
}

/** The longest promise, in business days: a quarter of a year. */
const maxPromisedBusinessDays = 60;

export interface Promising {
  now: number;
  timeZone: string;
  businessDays: number;
  isClosed: IsClosed;
  /** How many readings are to be written before this one. */
  queue: number;
  /** How many readings can be written on a business day; null when there are no readers. */
  capacityOn: ((day: string) => number) | null;
}

interface PromisedDay {
  day: string;
  /** Whether the reading can be done by then; if not, the day is the last one that may be promised. */
  canBeKept: boolean;
}

/** Returns the first possible day, `businessDays` ahead or later by the queue; after 60 days `canBeKept` is false. */
export function promiseDay(promising: Promising): PromisedDay {
  const { now, timeZone, businessDays, isClosed, queue, capacityOn } = promising;
  let day = dayOf(now, timeZone);
  let written = 0;
  for (let ahead = 1; ahead <= maxPromisedBusinessDays; ahead += 1) {
    day = nextBusinessDay(day, isClosed);
    written += capacityOn ? capacityOn(day) : Number.POSITIVE_INFINITY;
    if (ahead >= businessDays && written > queue) return { day, canBeKept: true };
  }
  return { day, canBeKept: false };
}
