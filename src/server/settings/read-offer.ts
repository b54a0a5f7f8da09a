import type { Queryable } from '../../../db/client.ts';
import type { CalendarSettings, Closed } from '../../shared/checkout/calendar.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import { awayUntil } from '../../shared/people/days-away.ts';
import type { Context } from '../context/context.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import { deliveryBusinessDays } from '../time/business-days.ts';
import { promiseDay } from '../time/promise-day.ts';
import { readCalendar, readClosedDays } from './calendar.ts';
import { countOrdersToWrite, listWriters, type Writer } from './queue-repository.ts';
import { readPriceCents } from './settings-repository.ts';

type Offering = Pick<Context, 'clock' | 'config'>;

/**
 * @returns what a visitor can order now (docs/product.md §13): the one source of what the pages, the settings and the
 *   button say
 */
export function readOffer(context: Offering & Pick<Context, 'db'>): Offer {
  const { db } = context;
  const calendar = readCalendar(db);
  const queue = countOrdersToWrite(db);
  return {
    priceCents: readPriceCents(db),
    currency: 'usd',
    promisedDay: findDay(context, db, calendar, queue),
    closed: whyClosed(calendar, queue, businessDay(context)),
  };
}

/** @returns by which day a reading that is paid for now is promised, whether or not anything is sold */
export function readPromisedDay(context: Offering, db: Queryable): string {
  return findDay(context, db, readCalendar(db), countOrdersToWrite(db));
}

/** @returns the day by which an order of today was promised; null for one of another day, for which it is found anew */
export function keptPromise(
  context: Offering,
  { createdAt, promisedDay }: { createdAt: number; promisedDay: string | null },
): string | null {
  return businessDay(context, createdAt) === businessDay(context) ? promisedDay : null;
}

function findDay(
  { clock, config }: Offering,
  db: Queryable,
  calendar: CalendarSettings,
  queue: number,
): string {
  return promiseDay({
    now: clock.now(),
    timeZone: config.businessTimeZone,
    businessDays: deliveryBusinessDays * roundsOf(calendar, queue),
    isClosed: readClosedDays(db, calendar),
    queue,
    capacityOn: capacityOf(listWriters(db)),
  });
}

/** Who goes on selling has as many orders as they take at once written in the usual time, and then as many again. */
function roundsOf({ mostOpenOrders, whenClosed }: CalendarSettings, queue: number): number {
  if (mostOpenOrders === null || whenClosed === 'sell nothing') return 1;
  return Math.floor(queue / mostOpenOrders) + 1;
}

/** Without a reader an admin writes, whom nobody reckons with. */
function capacityOf(readers: Writer[]): ((day: string) => number) | null {
  if (readers.length === 0) return null;
  return (day) =>
    readers
      .filter(({ daysAway }) => awayUntil(daysAway, day) === null)
      .reduce((sum, { readingsPerDay }) => sum + (readingsPerDay ?? Number.POSITIVE_INFINITY), 0);
}

function whyClosed(
  { closedUntil, mostOpenOrders, whenClosed }: CalendarSettings,
  queue: number,
  today: string,
): Closed | null {
  if (whenClosed === 'sell for later') return null;
  if (closedUntil !== null && today < closedUntil) return { until: closedUntil, reason: 'closed' };
  return mostOpenOrders !== null && queue >= mostOpenOrders ? { until: null, reason: 'full' } : null;
}
