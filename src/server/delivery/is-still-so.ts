import { isAwaited, isOnReadersDesk, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { NoticeKind } from '../../shared/people/notices.ts';
import type { Context } from '../context/context.ts';
import { isLateSoon } from '../late-readings/late-orders.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal } from '../orders/withdrawal-repository.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';
import { listProblems } from '../problems/problem-repository.ts';
import { isMailOn } from '../settings/mail-settings.ts';

/** @returns whether what a notice tells is still so: between its cause and its sending much can happen */
export function isStillSo(context: Context, kind: NoticeKind, order: OrderRow, userId: string): boolean {
  const { db } = context;
  if (order.deletedAt !== null) return false;
  const isTheirs = order.assignedReaderId === userId;
  switch (kind) {
    case 'order_assigned':
      return isTheirs && isToWrite(order);
    case 'due_soon':
      return isTheirs && isToWrite(order) && order.dueAt !== null;
    case 'order_taken_away':
      return !isTheirs && order.status !== 'approved';
    case 'reading_rejected':
      return isTheirs && isToWrite(order) && order.status === 'rejected';
    case 'reading_submitted':
      return order.status === 'reading_uploaded';
    case 'mail_failed':
      return listMailsOfOrder(db, order.id).some(({ state }) => state === 'failed');
    case 'note_from_admin':
    case 'answer_for_reader':
      return isTheirs && isOnReadersDesk(order);
    case 'note_from_reader':
    case 'answer_for_admin':
      return true;
    case 'problem_for_admin':
      return listProblems(db, order.id).some(({ closedAt }) => closedAt === null);
    case 'withdrawal_for_admin':
      return findWithdrawal(db, order.id) !== undefined;
    case 'reading_late':
      return isMailOn(db, 'lateReadings') && isLateSoon(context, db, order);
    case 'order_overdue':
      return isAwaited(order) && order.dueAt !== null;
  }
}

/** Whether the order's reader has to write its reading, or to write it anew. */
function isToWrite(order: OrderRow): boolean {
  return isToBeWritten(order.status) && isAwaited(order);
}
