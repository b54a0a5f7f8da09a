import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import type { Context } from '../context/context.ts';
import { listReachable } from '../people/directory/people-repository.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { addBusinessDays } from '../time/business-days.ts';
import { listOverdueUntold, listUnreminded } from './notice-repository.ts';
import { notify, wantsNotice } from './notify.ts';
import { toldDay } from './told-day.ts';

/** How many orders one run writes reminders for. */
const remindersAtOnce = 100;

/** What is overdue for longer is old news: whoever enters their address is not flooded with it. */
const overdueMemory = days(7);

/**
 * Reminds readers of what falls due within a business day, and tells the admins of what is overdue: of each
 * day that was promised once.
 */
export async function writeReminders(context: Context): Promise<void> {
  remindReaders(context);
  tellOfOverdue(context);
}

function remindReaders(context: Context): void {
  const { db, clock, config } = context;
  const readers = listReachable(db, 'reader').filter((user) => wantsNotice(user, 'due_soon'));
  if (readers.length === 0) return;
  const now = clock.now();
  const isClosed = readClosedDays(db);
  const shift = (time: number, count: number) =>
    addBusinessDays(time, count, config.businessTimeZone, isClosed);
  const found = listUnreminded(db, {
    readerIds: readers.map(({ id }) => id),
    after: now,
    // From a closed day, one business day leads to some hour of the next open one, and all of it is near enough.
    until: shift(now, 1) + days(1),
    limit: remindersAtOnce,
  });
  const near = found.filter(({ dueAt }) => shift(dueAt, -1) <= now);
  if (near.length === 0) return;
  writeTransaction(db, (tx) => {
    for (const { orderId, readerId, dueAt } of near) {
      const about = toldDay(context, dueAt);
      notify(context, tx, { kind: 'due_soon', orderIds: [orderId], readerId, about });
    }
  });
}

function tellOfOverdue(context: Context): void {
  const { db, clock } = context;
  if (!listReachable(db, 'admin').some((user) => wantsNotice(user, 'order_overdue'))) return;
  const now = clock.now();
  const late = listOverdueUntold(db, { after: now - overdueMemory, until: now, limit: remindersAtOnce });
  if (late.length === 0) return;
  writeTransaction(db, (tx) => {
    for (const { orderId, dueAt } of late) {
      notify(context, tx, { kind: 'order_overdue', orderIds: [orderId], about: toldDay(context, dueAt) });
    }
  });
}
