import { writeTransaction } from '../../../db/client.ts';
import { isOnReadersDesk } from '../../shared/orders/order-status.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { notify } from '../notices/notify.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { closeOpenQuestion, questionNotFound } from './close-question.ts';
import { findQuestion } from './question-repository.ts';

/**
 * Takes the customer's answer, and notifies all who work on the order. A repeated answer, as after a double click, is
 * taken once.
 *
 * @param order the one behind the customer's link
 * @throws {DomainError} `question_not_found`, also for one about another order; `question_conflict` when it was closed
 */
export async function answerQuestion(
  context: Context,
  order: OrderRow,
  questionId: string,
  answer: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const question = findQuestion(tx, questionId);
    if (question?.orderId !== order.id) throw questionNotFound();
    if (question.answer === answer) return;
    if (question.closedAt !== null) {
      throw new DomainError(
        'question_conflict',
        question.answer === null
          ? 'We’ve gone ahead without an answer, so this wasn’t sent. If it still matters, please email us and give your order number.'
          : 'We already have an answer from you, so this wasn’t sent. If you’d like to add something, please email us and give your order number.',
      );
    }
    closeOpenQuestion(context, tx, order.id, { actor: 'customer', answer });
    notify(context, tx, { kind: 'answer_for_admin', orderIds: [order.id] });
    const { assignedReaderId: readerId } = order;
    if (readerId !== null && isOnReadersDesk(order)) {
      notify(context, tx, { kind: 'answer_for_reader', orderIds: [order.id], readerId });
    }
  });
  context.mailIsWaiting();
}
