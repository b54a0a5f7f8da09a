import { writeTransaction } from '../../../db/client.ts';
import { problemOf } from '../../shared/fields.ts';
import { isOnReadersDesk } from '../../shared/orders/order-status.ts';
import { answerQuestionSchema } from '../../shared/orders/questions.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { takeForm } from '../context/take-form.ts';
import { notify } from '../notices/notify.ts';
import { findLinkEvenToDeleted } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { closeOpenQuestion, questionNotFound } from './close-question.ts';
import { findQuestion } from './question-repository.ts';

/**
 * Stores the customer's answer, and notifies all who work on the order. A repeated answer, as after a double click, is
 * ignored.
 *
 * @throws {DomainError} `question_not_found`, also for one about another order; `question_conflict` when it was closed
 */
export async function answerQuestion(
  context: Context,
  order: OrderRow,
  questionId: string,
  answer: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const question = findQuestion(tx).get({ id: questionId });
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

/**
 * Takes the form on the customer's page, also of a deleted order. A refused answer is stored with the reason, for the
 * page to show: the browser has left the form.
 *
 * @param token the secret of the customer's link; a wrong one is ignored
 * @param form unchecked
 * @param limit refuses when there were too many
 */
export async function takeAnswerForm(
  context: Context,
  token: string,
  form: Record<string, string>,
  limit: () => Promise<void>,
): Promise<void> {
  const order = findLinkEvenToDeleted(context, token)?.order;
  const question = findQuestion(context.db).get({ id: form.question ?? '' });
  if (!order || question?.orderId !== order.id) return;
  const typed = { key: question.id, orderId: order.id, text: form.answer ?? '' };
  await takeForm(context, typed, async () => {
    await limit();
    const { data, error } = answerQuestionSchema.safeParse(form);
    if (error) throw new DomainError('invalid_request', problemOf(error));
    await answerQuestion(context, order, question.id, data.answer);
  });
}
