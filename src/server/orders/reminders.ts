import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { addBusinessDays } from '../base/time/business-days.ts';
import { listReachable } from '../people/people-repository.ts';
import { readClosedDays } from '../shop/business-calendar.ts';
import { listOverdueUnreported, listUnreminded } from './notice-repository.ts';
import { endOfDueDay, notify, wantsNotice } from './notify.ts';

const remindersAtOnce = 100;

/** A user who adds an address gets no notices of orders that are overdue for longer. */
const overdueMemory = days(7);

/** Notifies readers of readings due within a business day, and admins of overdue ones, once per promised day. */
export async function writeReminders(context: Context): Promise<void> {
  await remindReaders(context);
  await notifyOverdue(context);
}

async function remindReaders(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const readers = listReachable(db, 'reader').filter((user) => wantsNotice(user, 'due_soon'));
  if (readers.length === 0) return;
  const now = clock.now();
  const isClosed = readClosedDays(db);
  const shift = (time: number, count: number) =>
    addBusinessDays(time, count, config.businessTimeZone, isClosed);
  const span = {
    readerIds: readers.map(({ id }) => id),
    after: now,
    // From a closed day, one business day ends at some hour of the next open one.
    until: shift(now, 1) + days(1),
    limit: remindersAtOnce,
  };
  const listNear = () => listUnreminded(db, span).filter(({ dueAt }) => shift(dueAt, -1) <= now);
  if (listNear().length === 0) return;
  await writeTransaction(db, (tx) => {
    for (const { orderId, readerId, dueAt } of listNear()) {
      const dueUntil = endOfDueDay(context, dueAt);
      notify(context, tx, { kind: 'due_soon', orderIds: [orderId], readerId, dueUntil });
    }
  });
}

async function notifyOverdue(context: Context): Promise<void> {
  const { db, clock } = context;
  if (!listReachable(db, 'admin').some((user) => wantsNotice(user, 'order_overdue'))) return;
  const now = clock.now();
  const span = { after: now - overdueMemory, until: now, limit: remindersAtOnce };
  if (listOverdueUnreported(db, span).length === 0) return;
  await writeTransaction(db, (tx) => {
    for (const { orderId, dueAt } of listOverdueUnreported(tx, span)) {
      const dueUntil = endOfDueDay(context, dueAt);
      notify(context, tx, { kind: 'order_overdue', orderIds: [orderId], dueUntil });
    }
  });
}
