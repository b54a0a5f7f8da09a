import type { Queryable } from '../../../db/client.ts';
import { isRefundLost } from '../../shared/orders/money-states.ts';
import { awaitsReading, isListedForReader, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../base/context.ts';
import { type CustomerMailRow, listMailsOfOrder, type NoticeRow } from '../mail/outbox-repository.ts';
import { isNearlyLate } from '../orders/messages/late-orders.ts';
import { findMessage, findOpenQuestion, listMessages } from '../orders/messages/message-repository.ts';
import { endOfDueDay } from '../orders/notify.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findRefundById, listDisputes } from '../payments/money-repository.ts';
import { findWithdrawal } from '../payments/withdrawal-repository.ts';
import { isMailOn } from '../shop/change-settings.ts';
import { isFeedbackWelcome } from './customer-feedback.ts';
import { findFeedback } from './feedback-repository.ts';

/**
 * Returns whether what a mail says is still true: always for a reading; about a deleted order, only for a reading or
 * the receipt of a withdrawal.
 */
export function isStillRelevant(
  context: Context,
  mail: CustomerMailRow | NoticeRow,
  order: OrderRow,
): boolean {
  const { db, clock } = context;
  const { kind, userId, subjectState } = mail;
  if (kind === 'reading_delivery') return true;
  if (kind === 'withdrawal_receipt') return findWithdrawal(db, order.id) !== undefined;
  if (order.deletedAt !== null) return false;
  const subjectId = mail.subjectId ?? '';
  const isToWrite = isToBeWritten(order.status) && awaitsReading(order);
  const isReaders = order.assignedReaderId === userId;
  const { dueAt } = order;
  // The day may have been moved since.
  const isDueAsTold = dueAt !== null && mail.dueUntil === endOfDueDay(context, dueAt);
  switch (kind) {
    case 'order_confirmation':
      return findWithdrawal(db, order.id) === undefined;
    case 'customer_question':
    case 'question_reminder':
      return findOpenQuestion(db, order.id, mail.subjectId) !== undefined;
    case 'customer_message':
      return findMessage(db, subjectId) !== undefined;
    // The customer may have answered already, or reported a problem.
    case 'feedback_request':
      return isFeedbackWelcome(order) && typeof findFeedback(db, order.id)?.helped !== 'string';
    case 'refund_made':
      return findRefundById(db, subjectId)?.status === 'succeeded';
    case 'refund_failed': {
      const refund = findRefundById(db, subjectId);
      return refund !== undefined && isRefundLost(refund);
    }
    case 'dispute_closed': {
      const dispute = listDisputes(db, order.id).find(({ id }) => id === subjectId);
      const isAsTold = dispute?.status === subjectState;
      return isAsTold && !(subjectState === 'won' && order.paymentStatus === 'disputed');
    }
    case 'new_day':
      return awaitsReading(order) && dueAt !== null && subjectId === String(findLastMove(db, order.id)?.id);
    case 'order_assigned':
      return isReaders && isToWrite;
    case 'due_soon':
      return isReaders && isToWrite && isDueAsTold;
    case 'reading_rejected':
      return isReaders && isToWrite && order.status === 'rejected';
    case 'reading_submitted':
      return order.status === 'reading_uploaded';
    case 'mail_failed':
      return listMailsOfOrder(db, order.id).some(({ state }) => state === 'failed');
    case 'message_for_reader':
      return isReaders && isListedForReader(order) && isNews(db, order.id);
    case 'message_for_admin':
      return isNews(db, order.id);
    case 'withdrawal_for_admin':
      return findWithdrawal(db, order.id) !== undefined;
    case 'reading_late':
      return isMailOn(db, 'lateReadings') && isNearlyLate(context, db, order) && isDueAsTold;
    case 'order_overdue':
      return awaitsReading(order) && isDueAsTold && dueAt <= clock.now();
  }
}

/** Returns whether the customer's last message is an answer or has no reply yet. */
function isNews(db: Queryable, orderId: string): boolean {
  const last = listMessages(db, orderId).findLast(({ sender }) => sender === 'customer');
  return last !== undefined && (last.kind === 'answer' || last.closedAt === null);
}
