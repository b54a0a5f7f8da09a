import { type Queryable, writeTransaction } from '../../../../db/client.ts';
import { days } from '../../../shared/durations.ts';
import type { NewDayOffer, Order } from '../../../shared/orders/order-schema.ts';
import { awaitsReading, isToBeWritten } from '../../../shared/orders/order-status.ts';
import { shiftDay } from '../../../shared/people/days-away.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import {
  addBusinessDays,
  atTimeOfDay,
  businessDay,
  dayOf,
  isBusinessDay,
  nextBusinessDay,
  startOfDay,
} from '../../base/time/business-days.ts';
import { enqueueCustomerMail } from '../../mail/outbox-repository.ts';
import { listReachable } from '../../people/people-repository.ts';
import { readClosedDays } from '../../shop/business-calendar.ts';
import { isMailOn } from '../../shop/change-settings.ts';
import { readEarliestLateDay } from '../../shop/read-availability.ts';
import { readOrder, requireOrder } from '../find-order.ts';
import { endOfDueDay, notify, wantsNotice } from '../notify.ts';
import { findLastMove, recordEvent } from '../order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../order-repository.ts';
import { countDueBefore, listDueOrders } from './late-order-repository.ts';

/** The most orders that one run asks about. */
const askedAtOnce = 100;

/** How far ahead a new day may be, in days. */
const latestDays = 366;

type Timing = Pick<Context, 'clock' | 'config'>;

type Dated = { dueAt: number; paidAt: number | null };

/** Returns a function that says when to begin asking about a due date, even one on a day closed later. */
function firstAskTime(db: Queryable, zone: string): (order: Dated) => number {
  const isClosed = readClosedDays(db);
  return ({ dueAt, paidAt }) => {
    const day = dayOf(dueAt, zone);
    if (!isBusinessDay(day, isClosed)) return startOfDay(nextBusinessDay(day, isClosed, -1), zone);
    const eve = addBusinessDays(dueAt, -1, zone, isClosed);
    if (paidAt === null || eve > paidAt) return eve;
    // An order that is due a business day after it was paid is not late from the start.
    return (paidAt + dueAt) / 2;
  };
}

/** Skips orders whose customers got a later day today. */
function startOfToday({ clock, config }: Timing): number {
  return startOfDay(dayOf(clock.now(), config.businessTimeZone), config.businessTimeZone);
}

/**
 * Returns whether an unwritten reading is overdue or due within a business day; from halfway there if it was paid
 * within that day. Never if the order is held or its promised day was moved today.
 */
export function isNearlyLate(context: Timing, db: Queryable, order: OrderRow): boolean {
  if (!isToBeWritten(order.status) || !awaitsReading(order)) return false;
  const { dueAt, paidAt } = order;
  if (dueAt === null || order.hold !== null) return false;
  if ((findLastMove(db, order.id)?.at ?? 0) >= startOfToday(context)) return false;
  return firstAskTime(db, context.config.businessTimeZone)({ dueAt, paidAt }) <= context.clock.now();
}

/** Returns unwritten orders that are overdue or due within a business day; [] if this mail is switched off. */
export function listNearlyLateOrders(context: Timing, db: Queryable, limit: number) {
  return isMailOn(db, 'lateReadings') ? listNearlyDue(context, db, 'all', { after: 0, limit }) : [];
}

function listNearlyDue(
  context: Timing,
  db: Queryable,
  which: 'all' | 'not asked about',
  part: { after: number; limit: number },
) {
  const now = context.clock.now();
  const zone = context.config.businessTimeZone;
  const until = addBusinessDays(now, 1, zone, readClosedDays(db)) + days(1);
  const from = firstAskTime(db, zone);
  const due = { ...part, until, movedBefore: startOfToday(context) };
  return listDueOrders(db, which, due).filter((order) => from(order) <= now);
}

/** Asks admins by mail whether to promise a later day, once per promised day of a reading that will soon be late. */
export async function remindAboutLateReadings(context: Context): Promise<void> {
  const { db, clock } = context;
  if (!isMailOn(db, 'lateReadings')) return;
  if (!listReachable(db, 'admin').some((user) => wantsNotice(user, 'reading_late'))) return;
  const notAsked = () =>
    listNearlyDue(context, db, 'not asked about', { after: clock.now(), limit: askedAtOnce });
  if (notAsked().length === 0) return;
  await writeTransaction(db, (tx) => {
    // Read again inside the transaction.
    for (const { id, dueAt } of notAsked())
      notify(context, tx, { kind: 'reading_late', orderIds: [id], dueUntil: endOfDueDay(context, dueAt) });
  });
  context.signals.wakeMailWorker();
}

/** Returns the later days an order's customer can be promised; null if no reading is due. @throws {DomainError} */
export function readNewDayOffer(context: Context, orderId: string): NewDayOffer | null {
  const { db } = context;
  const order = requireOrder(db, orderId);
  if (order.dueAt === null || !awaitsReading(order)) return null;
  return { ...findDays(context, db, order.dueAt), isLate: isNearlyLate(context, db, order) };
}

function findDays(context: Context, db: Queryable, dueAt: number) {
  const zone = context.config.businessTimeZone;
  const now = context.clock.now();
  const isClosed = readClosedDays(db);
  const firstDay = dayOf(addBusinessDays(Math.max(dueAt, now), 1, zone, isClosed), zone);
  const lastDay = shiftDay(dayOf(now, zone), latestDays);
  const kept = readEarliestLateDay(context, db, countDueBefore(db, dueAt));
  const closedDays: string[] = [];
  for (let day = firstDay; day <= lastDay; day = shiftDay(day, 1))
    if (isBusinessDay(day, () => false) && isClosed(day)) closedDays.push(day);
  const offeredDay = kept > firstDay ? kept : firstDay;
  return { dueDay: businessDay(context, dueAt), offeredDay, firstDay, lastDay, closedDays };
}

/** Moves an order's due date and mails its customer; does nothing if repeated. @throws {DomainError} if impossible */
export async function sendNewDay(
  context: Context,
  user: SignedIn,
  orderId: string,
  day: string,
): Promise<Order> {
  const isMoved = await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const { dueAt } = order;
    if (dueAt === null || !awaitsReading(order)) {
      throw new DomainError('order_conflict', 'This order has no due date, so there is nothing to move.');
    }
    const dueDay = businessDay(context, dueAt);
    if (day === dueDay && findLastMove(tx, orderId)?.toDay === day) return false;
    refuseUnlessPossible(tx, day, findDays(context, tx, dueAt));
    updateOrderIf(tx, orderId, {}, { dueAt: atTimeOfDay(day, dueAt, context.config.businessTimeZone) });
    const at = context.clock.now();
    const data = { fromDay: dueDay, toDay: day };
    const move = recordEvent(tx, { orderId, type: 'day_moved', actor: user.username, at, data });
    enqueueCustomerMail(context, tx, 'new_day', order, { subjectId: String(move) });
    return true;
  });
  if (isMoved) context.signals.wakeMailWorker();
  return readOrder(context, orderId);
}

function refuseUnlessPossible(
  tx: Queryable,
  day: string,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): void {
  const refusal = (message: string) => new DomainError('invalid_request', message);
  if (day < firstDay)
    throw refusal(`The new date has to be a later one: ${firstDay} is the earliest available date.`);
  if (day > lastDay) throw refusal(`The latest date you can promise is ${lastDay}.`);
  if (!isBusinessDay(day, readClosedDays(tx))) {
    throw refusal('That is not a business day. Choose another date.');
  }
}
