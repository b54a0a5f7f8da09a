import type { Queryable } from '../../../db/client.ts';
import type { CalendarSettings, Closed } from '../../shared/checkout/calendar.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import { awayUntil, type DaysAway, shiftDay, tidyDaysAway } from '../../shared/people/days-away.ts';
import type { Context } from '../base/context.ts';
import {
  businessDay,
  deliveryBusinessDays,
  isBusinessDay,
  nextBusinessDay,
} from '../base/time/business-days.ts';
import { maxPromisedBusinessDays, type PromisedDay, promiseDay } from '../base/time/promise-day.ts';
import { readCalendar } from './calendar.ts';
import { countOrdersToWrite, listActive, type UserRow } from './people-repository.ts';
import { readPriceCents } from './settings-repository.ts';

type Offering = Pick<Context, 'clock' | 'config'>;

/** Returns what a visitor can order now (docs/product.md §13), or why not (`closed`). */
export function readOffer(context: Offering & Pick<Context, 'db'>): Offer {
  const { db } = context;
  const shop = readShop(db);
  const { day, canBeKept } = findDay(context, shop);
  return {
    priceCents: shop.priceCents,
    currency: 'usd',
    promisedDay: day,
    closed: whyClosed(shop, businessDay(context)) ?? (canBeKept ? null : whyTooLate(shop, context, day)),
  };
}

/** Returns the day that is promised for a reading paid now, even while sales are paused. */
export function readPromisedDay(context: Offering, db: Queryable): string {
  return findDay(context, readShop(db)).day;
}

/** Returns the first day on which a late reading can be done, behind `queue` others. */
export function readEarliestLateDay({ clock, config }: Offering, db: Queryable, queue: number): string {
  const { isClosed, writers } = readShop(db);
  return promiseDay({
    now: clock.now(),
    timeZone: config.businessTimeZone,
    businessDays: 1,
    isClosed,
    queue,
    capacityOn: capacityOf(writers),
  }).day;
}

/** @returns the promised day of an order of today; null for an older one, whose day is computed again */
export function promisedDayOfToday(
  context: Offering,
  { createdAt, promisedDay }: { createdAt: number; promisedDay: string | null },
): string | null {
  return businessDay(context, createdAt) === businessDay(context) ? promisedDay : null;
}

type Shop = ReturnType<typeof readShop>;

function readShop(db: Queryable) {
  const { calendar, isClosed } = readCalendar(db);
  const queue = countOrdersToWrite(db);
  return { priceCents: readPriceCents(db), calendar, isClosed, queue, writers: listActive(db, 'reader') };
}

function findDay({ clock, config }: Offering, { calendar, isClosed, queue, writers }: Shop): PromisedDay {
  return promiseDay({
    now: clock.now(),
    timeZone: config.businessTimeZone,
    businessDays: deliveryBusinessDays * roundsOf(calendar, queue),
    isClosed,
    queue,
    capacityOn: capacityOf(writers),
  });
}

/** @returns how many times the usual time a reading may take in a full shop that sells for later */
function roundsOf({ mostOpenOrders, whenClosed }: CalendarSettings, queue: number): number {
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

/** Sales begin again when the return of the first reader is as near as a day may be promised ahead. */
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
