import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { NewDayOffer } from '../../shared/checkout/new-day.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readOrder, requireOrder } from '../orders/find-order.ts';
import { findLastMove, recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { enqueueMailOnce } from '../outbox/enqueue-mail.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { readNextDay } from '../settings/read-offer.ts';
import { addBusinessDays, dayOf, isBusinessDay, onDay } from '../time/business-days.ts';
import { countDueBefore } from './late-order-repository.ts';
import { isLateSoon } from './late-orders.ts';

const latestDays = 366;

/** @returns the later day to offer the customer of an order; null when no reading is due */
export function readNewDay(context: Context, orderId: string): NewDayOffer | null {
  const { db } = context;
  const order = requireOrder(db, orderId);
  const dueAt = findDue(order);
  if (dueAt === null) return null;
  return { ...findDays(context, db, dueAt), isLate: isLateSoon(context, db, order) };
}

function findDays(context: Context, db: Queryable, dueAt: number) {
  const { clock, config } = context;
  const zone = config.businessTimeZone;
  const now = clock.now();
  const isClosed = readClosedDays(db);
  const firstDay = dayOf(addBusinessDays(Math.max(dueAt, now), 1, zone, isClosed), zone);
  const lastDay = shiftDay(dayOf(now, zone), latestDays);
  const kept = readNextDay(context, db, countDueBefore(db, dueAt));
  return {
    dueDay: businessDay(context, dueAt),
    offeredDay: kept > firstDay ? kept : firstDay,
    firstDay,
    lastDay,
    closedDays: weekdaysBetween(firstDay, lastDay).filter(isClosed),
  };
}

function weekdaysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = shiftDay(day, 1))
    if (isBusinessDay(day, () => false)) days.push(day);
  return days;
}

/** Moves the due date of an order to a day and mails its customer, once when it is repeated. */
export async function sendNewDay(
  context: Context,
  user: SignedIn,
  orderId: string,
  day: string,
): Promise<Order> {
  const isMoved = await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const dueAt = requireDue(order);
    const dueDay = businessDay(context, dueAt);
    if (day === dueDay && findLastMove(tx, orderId)?.toDay === day) return false;
    refuseUnlessPossible(tx, day, findDays(context, tx, dueAt));
    updateOrderIf(tx, orderId, {}, { dueAt: onDay(day, dueAt, context.config.businessTimeZone) });
    recordEvent(tx, {
      orderId,
      type: 'day_moved',
      actor: user.username,
      at: context.clock.now(),
      data: { fromDay: dueDay, toDay: day },
    });
    enqueueMailOnce(context, tx, {
      kind: 'new_day',
      orderId,
      to: { name: order.customerName, address: order.customerEmail },
      about: `${orderId}.${day}`,
    });
    return true;
  });
  if (isMoved) context.mailIsWaiting();
  return readOrder(context, orderId);
}

function findDue(order: OrderRow): number | null {
  return isAwaited(order) ? order.dueAt : null;
}

function requireDue(order: OrderRow): number {
  const dueAt = findDue(order);
  if (dueAt !== null) return dueAt;
  throw new DomainError('order_conflict', 'Nothing is due in this order, so there is no day to move.');
}

function refuseUnlessPossible(
  tx: Queryable,
  day: string,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): void {
  const refusal = (message: string) => new DomainError('invalid_request', message);
  if (day < firstDay) throw refusal(`The new day has to be a later one: ${firstDay} is the first.`);
  if (day > lastDay) throw refusal(`A customer can be put off until ${lastDay} at most.`);
  if (!isBusinessDay(day, readClosedDays(tx))) {
    throw refusal('That is not a business day. Choose another day.');
  }
}
