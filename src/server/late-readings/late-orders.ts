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
import { addBusinessDays, dayOf, isBusinessDay, nextBusinessDay, startOfDay } from '../time/business-days.ts';
import { listDueOrders } from './late-order-repository.ts';

/** For one run. */
const askedAtOnce = 100;

type Timing = Pick<Context, 'clock' | 'config'>;

/** Counts in business days, with the closed days read once. */
function businessDaysOf({ clock, config }: Timing, db: Queryable) {
  const isClosed = readClosedDays(db);
  const zone = config.businessTimeZone;
  return {
    /** The latest due date of an order to ask about. */
    latest: addBusinessDays(clock.now(), 1, zone, isClosed) + days(1),
    /** @returns when to begin asking about a due date, which may be on a day that was closed later */
    askedFrom(dueAt: number): number {
      const day = dayOf(dueAt, zone);
      if (isBusinessDay(day, isClosed)) return addBusinessDays(dueAt, -1, zone, isClosed);
      return startOfDay(nextBusinessDay(day, isClosed, -1), zone);
    },
  };
}

/** Who was told a later day today is not asked about again today. */
function startOfToday({ clock, config }: Timing): number {
  return startOfDay(dayOf(clock.now(), config.businessTimeZone), config.businessTimeZone);
}

/** @returns whether an unwritten reading is so nearly due that its customer should be told a later day */
export function isLateSoon(context: Timing, db: Queryable, order: OrderRow): boolean {
  if (!isToBeWritten(order.status) || !isAwaited(order) || order.dueAt === null) return false;
  if (order.hold !== null) return false;
  if ((findLastMove(db, order.id)?.at ?? 0) >= startOfToday(context)) return false;
  return businessDaysOf(context, db).askedFrom(order.dueAt) <= context.clock.now();
}

/** @returns the unwritten orders due within a business day or before; none when this mail is switched off */
export function listLateOrders(context: Timing, db: Queryable, limit: number) {
  return isMailOn(db, 'lateReadings') ? listNearlyDue(context, db, 'all', { after: 0, limit }) : [];
}

function listNearlyDue(
  context: Timing,
  db: Queryable,
  which: 'all' | 'not asked about',
  part: { after: number; limit: number },
) {
  const { latest, askedFrom } = businessDaysOf(context, db);
  const due = { ...part, until: latest, movedBefore: startOfToday(context) };
  return listDueOrders(db, which, due).filter(({ dueAt }) => askedFrom(dueAt) <= context.clock.now());
}

/** Asks the admins, once per promised day, whether to tell the customer of an unwritten reading a later day. */
export async function askAboutLateReadings(context: Context): Promise<void> {
  const { db, clock } = context;
  if (!isMailOn(db, 'lateReadings')) return;
  if (!listReachable(db, 'admin').some((user) => wantsNotice(user, 'reading_late'))) return;
  const notAsked = () =>
    listNearlyDue(context, db, 'not asked about', { after: clock.now(), limit: askedAtOnce });
  if (notAsked().length === 0) return;
  await writeTransaction(db, (tx) => {
    // Read again inside the transaction.
    for (const { id, dueAt } of notAsked())
      notify(context, tx, { kind: 'reading_late', orderIds: [id], about: toldDay(context, dueAt) });
  });
  context.mailIsWaiting();
}
