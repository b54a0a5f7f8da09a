import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { isAwaited, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { notify, wantsNotice } from '../notices/notify.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listReachable } from '../people/directory/people-repository.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { isMailOn } from '../settings/mail-settings.ts';
import { addBusinessDays } from '../time/business-days.ts';
import { localDay, startOfDay } from '../time/local-days.ts';
import { dayAfter } from '../time/period-days.ts';
import { type DueOrder, listDueUntil, listNotAskedAbout } from './late-order-repository.ts';

/** How many orders one run asks about. */
const askedAtOnce = 100;

type Timing = Pick<Context, 'clock' | 'config'>;

/** Moves times by business days, of which what is closed is looked up once. */
function businessDaysOf({ config }: Timing, db: Queryable) {
  const isClosed = readClosedDays(db);
  const shift = (time: number, count: number) =>
    addBusinessDays(time, count, config.businessTimeZone, isClosed);
  return {
    shift,
    /** From when on an order that is due at a time is to be asked about. */
    askedFrom: (dueAt: number) => shift(dueAt, -1),
  };
}

/** Whoever was told a later day today is not asked about again today, however near that day is. */
function startOfToday({ clock, config }: Timing): number {
  return startOfDay(localDay(clock.now(), config.businessTimeZone), config.businessTimeZone);
}

/** @returns whether it is time to tell an order's customer of a later day: nothing is handed in, and it is nearly due */
export function isLateSoon(context: Timing, db: Queryable, order: OrderRow): boolean {
  if (!isToBeWritten(order.status) || !isAwaited(order) || order.dueAt === null) return false;
  if ((findLastMove(db, order.id)?.at ?? 0) >= startOfToday(context)) return false;
  return businessDaysOf(context, db).askedFrom(order.dueAt) <= context.clock.now();
}

/**
 * @param limit how many are counted at most
 * @returns the orders that are due within a business day, or were before, and are not handed in; none when nobody wants
 *   to be asked
 */
export function listLateOrders(context: Timing, db: Queryable, limit: number): DueOrder[] {
  if (!isMailOn(db, 'lateReadings')) return [];
  const now = context.clock.now();
  const { shift, askedFrom } = businessDaysOf(context, db);
  // From a closed day, one business day leads to some hour of the next open one, and all of it is near enough.
  const until = shift(now, 1) + days(1);
  const found = listDueUntil(db, { until, movedBefore: startOfToday(context), limit });
  return found.slice(
    0,
    countUntil(found, ({ dueAt }) => askedFrom(dueAt) > now),
  );
}

/**
 * @param isBeyond false for some of the first, true for all that follow: a few of a thousand are looked at, since each
 *   look asks the calendar
 * @returns how many come before the first that is beyond
 */
function countUntil<Item>(sorted: Item[], isBeyond: (item: Item) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = sorted[middle];
    if (item !== undefined && isBeyond(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Asks the admins, a business day before a reading is due that is not handed in, whether its customer is to be told of
 * a later one. About each day once: after it was moved, the new one is asked about when it is near.
 */
export async function askAboutLateReadings(context: Context): Promise<void> {
  const { db } = context;
  if (!isMailOn(db, 'lateReadings')) return;
  if (!listReachable(db, 'admin').some((user) => wantsNotice(user, 'reading_late'))) return;
  const ids = [...listDueOn(context, 'today'), ...listDueOn(context, 'next business day')];
  if (ids.length === 0) return;
  writeTransaction(db, (tx) => {
    for (const id of ids) notify(context, tx, { kind: 'reading_late', orderIds: [id] });
  });
  context.mailIsWaiting();
}

/** @returns the orders due on a day, later than now, that are to be asked about and were not since its eve began */
function listDueOn(context: Context, which: 'today' | 'next business day'): string[] {
  const { db, clock, config } = context;
  const now = clock.now();
  const zone = config.businessTimeZone;
  const { shift, askedFrom } = businessDaysOf(context, db);
  const day = localDay(which === 'today' ? now : shift(now, 1), zone);
  const starts = startOfDay(day, zone);
  const eve = localDay(askedFrom(starts), zone);
  const found = listNotAskedAbout(db, {
    movedBefore: startOfToday(context),
    after: Math.max(now, starts - 1),
    until: startOfDay(dayAfter(day, 1), zone) - 1,
    since: startOfDay(eve, zone),
    limit: askedAtOnce,
  });
  const count = countUntil(found, ({ dueAt }) => askedFrom(dueAt) > now);
  return found.slice(0, count).map(({ id }) => id);
}
