import { isAwaited, isOnReadersDesk, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { isLateSoon } from '../late-readings/late-orders.ts';
import { toldDay } from '../notices/told-day.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal } from '../orders/withdrawal-repository.ts';
import { aboutOf } from '../outbox/enqueue-mail.ts';
import { listMailsOfOrder, type NoticeRow } from '../outbox/outbox-repository.ts';
import { listProblems } from '../problems/problem-repository.ts';
import { isMailOn } from '../settings/mail-settings.ts';

/** @returns whether a notice is still true: much can happen between its cause and its sending */
export function isStillSo(context: Context, notice: NoticeRow, order: OrderRow): boolean {
  const { db, clock } = context;
  if (order.deletedAt !== null) return false;
  const isTheirs = order.assignedReaderId === notice.userId;
  const { dueAt } = order;
  switch (notice.kind) {
    case 'order_assigned':
      return isTheirs && isToWrite(order);
    case 'due_soon':
      return isTheirs && isToWrite(order) && isAboutDay(context, notice, dueAt);
    case 'reading_rejected':
      return isTheirs && isToWrite(order) && order.status === 'rejected';
    case 'reading_submitted':
      return order.status === 'reading_uploaded';
    case 'mail_failed':
      return listMailsOfOrder(db, order.id).some(({ state }) => state === 'failed');
    case 'answer_for_reader':
      return isTheirs && isOnReadersDesk(order);
    case 'answer_for_admin':
      return true;
    case 'problem_for_admin':
      return listProblems(db, order.id).some(({ closedAt }) => closedAt === null);
    case 'withdrawal_for_admin':
      return findWithdrawal(db, order.id) !== undefined;
    case 'reading_late':
      return (
        isMailOn(db, 'lateReadings') && isLateSoon(context, db, order) && isAboutDay(context, notice, dueAt)
      );
    case 'order_overdue':
      return isAwaited(order) && isAboutDay(context, notice, dueAt) && dueAt <= clock.now();
  }
}

/** Whether an order is still due on the day of its notice: the day may have been moved since. */
function isAboutDay(context: Context, notice: NoticeRow, dueAt: number | null): dueAt is number {
  if (dueAt === null) return false;
  const about = aboutOf(notice);
  return about === null || about === toldDay(context, dueAt);
}

/** Whether the order's reader has to write its reading, for the first time or again. */
function isToWrite(order: OrderRow): boolean {
  return isToBeWritten(order.status) && isAwaited(order);
}
