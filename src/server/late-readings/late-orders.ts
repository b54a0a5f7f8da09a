import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { isAwaited, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { notify, toldDay, wantsNotice } from '../notices/notify.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listReachable } from '../people/directory/people-repository.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { isMailOn } from '../settings/mail-settings.ts';
import { addBusinessDays, dayOf, isBusinessDay, nextBusinessDay } from '../time/business-days.ts';
import { localDay, readIsoDay, startOfDay } from '../time/local-days.ts';
import { type DueOrder, listDueUntil, listNotAskedAbout } from './late-order-repository.ts';

/** How many orders one run asks about. */
const askedAtOnce = 100;

type Timing = Pick<Context, 'clock' | 'config'>;

/** Counts in business days, with the closed days read once. */
function businessDaysOf({ clock, config }: Timing, db: Queryable) {
  const isClosed = readClosedDays(db);
  const zone = config.businessTimeZone;
  return {
    /** The latest due date of an order to ask about: one business day, and the closed days around it. */
    latest: addBusinessDays(clock.now(), 1, zone, isClosed) + days(1),
    /**
     * @returns when to begin asking about an order with this due date; a later one gives a later time. If the due day
     *   was closed after it was promised, asking begins with the business day before.
     */
    askedFrom(dueAt: number): number {
      const day = dayOf(dueAt, zone);
      if (isBusinessDay(day, isClosed)) return addBusinessDays(dueAt, -1, zone, isClosed);
      return startOfDay(readIsoDay(nextBusinessDay(day, isClosed, -1)), zone);
    },
  };
}

/** A customer who was told a later day today is not asked about again today, however near that day is. */
function startOfToday({ clock, config }: Timing): number {
  return startOfDay(localDay(clock.now(), config.businessTimeZone), config.businessTimeZone);
}

/**
 * @returns whether it is time to tell an order's customer of a later day: no reading is handed in, and it is nearly due
 */
export function isLateSoon(context: Timing, db: Queryable, order: OrderRow): boolean {
  if (!isToBeWritten(order.status) || !isAwaited(order) || order.dueAt === null) return false;
  if (order.hold !== null) return false;
  if ((findLastMove(db, order.id)?.at ?? 0) >= startOfToday(context)) return false;
  return businessDaysOf(context, db).askedFrom(order.dueAt) <= context.clock.now();
}

/**
 * @param limit how many are counted at most
 * @returns the orders that are due within a business day, or were before, and are not handed in; none when this mail is
 *   switched off
 */
export function listLateOrders(context: Timing, db: Queryable, limit: number): DueOrder[] {
  if (!isMailOn(db, 'lateReadings')) return [];
  const now = context.clock.now();
  const { latest, askedFrom } = businessDaysOf(context, db);
  const found = listDueUntil(db, { until: latest, movedBefore: startOfToday(context), limit });
  return found.filter(({ dueAt }) => askedFrom(dueAt) <= now);
}

/**
 * Asks the admins, a business day before the due date of a reading that is not handed in, whether to tell its customer
 * of a later one. It asks once about each promised day: after a move, it asks about the new day when that is near.
 */
export async function askAboutLateReadings(context: Context): Promise<void> {
  const { db } = context;
  if (!isMailOn(db, 'lateReadings')) return;
  if (!listReachable(db, 'admin').some((user) => wantsNotice(user, 'reading_late'))) return;
  if (listNotAsked(context).length === 0) return;
  await writeTransaction(db, (tx) => {
    // Looked up again: others may have written while this waited for a lock.
    for (const { id, dueAt } of listNotAsked(context))
      notify(context, tx, { kind: 'reading_late', orderIds: [id], about: toldDay(context, dueAt) });
  });
  context.mailIsWaiting();
}

/**
 * @returns the orders that are due later than now and near enough to ask about, and whose day was not asked about yet
 */
function listNotAsked(context: Context): DueOrder[] {
  const { db, clock } = context;
  const now = clock.now();
  const { latest, askedFrom } = businessDaysOf(context, db);
  const movedBefore = startOfToday(context);
  const found = listNotAskedAbout(db, { movedBefore, after: now, until: latest, limit: askedAtOnce });
  return found.filter(({ dueAt }) => askedFrom(dueAt) <= now);
}
