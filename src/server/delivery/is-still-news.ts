import { isRefundLost } from '../../shared/orders/money-states.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { isFeedbackWelcome } from '../feedback/feedback.ts';
import { findFeedback } from '../feedback/feedback-repository.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal } from '../orders/withdrawal-repository.ts';
import { aboutOf } from '../outbox/enqueue-mail.ts';
import type { CustomerMailRow } from '../outbox/outbox-repository.ts';
import { findRefundById, listDisputes } from '../payments/money/money-repository.ts';
import { findOpenQuestion } from '../questions/question-repository.ts';

/**
 * @returns whether what a mail tells its customer is still true: much can happen between its cause and its sending. A
 *   deleted order's customer gets no mail.
 */
export function isStillNews(
  { db }: Pick<Context, 'db'>,
  mail: Pick<CustomerMailRow, 'kind' | 'messageId'>,
  order: OrderRow,
): boolean {
  const about = aboutOf(mail) ?? '';
  const isThere = order.deletedAt === null;
  switch (mail.kind) {
    case 'order_confirmation':
      return isThere && findWithdrawal(db, order.id) === undefined;
    case 'reading_delivery':
      return true;
    case 'customer_question':
    case 'question_reminder':
      return isThere && findOpenQuestion(db, order.id) !== undefined;
    // The customer may have answered already, or the order may have a problem by now.
    case 'feedback_request':
      return isThere && isFeedbackWelcome(order) && typeof findFeedback(db, order.id)?.helped !== 'string';
    case 'withdrawal_receipt':
      return findWithdrawal(db, order.id) !== undefined;
    case 'refund_made':
      return isThere && findRefundById(db, about)?.status === 'succeeded';
    case 'refund_failed': {
      const refund = findRefundById(db, about);
      return isThere && refund !== undefined && isRefundLost(refund);
    }
    case 'dispute_closed': {
      const isEnd = listDisputes(db, order.id).some(({ id, status }) => `${id}.${status}` === about);
      // Another dispute about the same payment may still be open.
      return isThere && isEnd && !(about.endsWith('.won') && order.paymentStatus === 'disputed');
    }
    case 'new_day':
      return isThere && isDueOn(db, order, about);
  }
}

/** Whether the order is still due on the day that the mail tells; the customer may have been asked something since. */
function isDueOn(db: Context['db'], order: OrderRow, about: string): boolean {
  const move = findLastMove(db, order.id);
  return isAwaited(order) && order.dueAt !== null && about === `${order.id}.${move?.toDay}`;
}
