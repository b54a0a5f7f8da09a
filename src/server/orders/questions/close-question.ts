import { type Transaction, writeTransaction } from '../../../../db/client.ts';
import { questionMailKinds } from '../../../shared/orders/mails.ts';
import { isListedForReader } from '../../../shared/orders/order-status.ts';
import { answerQuestionSchema } from '../../../shared/orders/questions.ts';
import type { Role } from '../../../shared/people/staff.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { handleForm, parseForm } from '../../base/handle-form.ts';
import { moveByBusinessTime } from '../../base/time/business-days.ts';
import { cancelMails } from '../../mail/outbox-repository.ts';
import { findUser } from '../../people/people-repository.ts';
import { readClosedDays } from '../../shop/business-calendar.ts';
import { requireOrderFor } from '../find-order.ts';
import { notify } from '../notify.ts';
import { recordEvent } from '../order-events-repository.ts';
import { findLinkEvenToDeleted } from '../order-links.ts';
import { type OrderRow, updateOrderIf } from '../order-repository.ts';
import { endQuestion, findOpenQuestion, findQuestion } from './question-repository.ts';

/** Closes the open question, if any, and moves the due date by the business time it took. No `answer`: given up. */
export function closeOpenQuestion(
  context: Context,
  tx: Transaction,
  orderId: string,
  { actor, answer = null }: { actor: string; answer?: string | null },
): void {
  const open = findOpenQuestion(tx, orderId);
  if (!open) return;
  const now = context.clock.now();
  const days = { timeZone: context.config.businessTimeZone, isClosed: readClosedDays(tx) };
  endQuestion(tx, open.id, answer, now);
  const dueAt = open.dueAt && moveByBusinessTime(open.dueAt, open.askedAt, now, days);
  updateOrderIf(tx, orderId, {}, { dueAt });
  cancelMails(tx, orderId, [...questionMailKinds]);
  const type = answer === null ? 'question_closed' : 'question_answered';
  recordEvent(tx, { orderId, type, actor, at: now });
}

/** Returns whether a user may give up a question: an admin any, a reader those that readers asked. */
export function mayCloseQuestion(user: SignedIn, askedByRole: Role | undefined): boolean {
  // The order's present reader goes on with it, also with another reader's question.
  return user.role === 'admin' || askedByRole === 'reader';
}

/**
 * Gives up a question and returns its order's id; one that is given up stays so.
 * @throws {DomainError} `question_not_found`; `order_not_found`; `forbidden` to a reader for an admin's;
 *   `question_conflict` when the customer has answered
 */
export async function closeQuestion(context: Context, user: SignedIn, questionId: string): Promise<string> {
  return writeTransaction(context.db, (tx) => {
    const question = findQuestion(tx, questionId);
    if (!question) throw questionNotFound();
    requireOrderFor(tx, user, question.orderId);
    if (!mayCloseQuestion(user, findUser(tx, question.askedById)?.role)) {
      throw new DomainError('forbidden', 'An admin asked this, and only an admin can take it back.');
    }
    if (question.answer !== null) {
      throw new DomainError('question_conflict', 'The customer answered this question in the meantime.');
    }
    if (question.closedAt === null)
      closeOpenQuestion(context, tx, question.orderId, { actor: user.username });
    return question.orderId;
  });
}

/** Stores a customer's answer and notifies staff; ignores a repeated one. @throws {DomainError} once it is closed */
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
    if (readerId !== null && isListedForReader(order)) {
      notify(context, tx, { kind: 'answer_for_reader', orderIds: [order.id], readerId });
    }
  });
  context.signals.wakeMailWorker();
}

/** Stores an answer from an order's page, or keeps a refused one with the reason. Ignores a wrong token. */
export async function handleAnswerForm(
  context: Context,
  token: string,
  form: Record<string, string>,
  limit: () => Promise<void>,
): Promise<void> {
  const order = findLinkEvenToDeleted(context, token)?.order;
  const question = findQuestion(context.db, form.question ?? '');
  if (!order || question?.orderId !== order.id) return;
  const typed = { key: question.id, orderId: order.id, text: form.answer ?? '' };
  await handleForm(context, typed, async () => {
    await limit();
    await answerQuestion(context, order, question.id, parseForm(answerQuestionSchema, form).answer);
  });
}

function questionNotFound(): DomainError {
  return new DomainError('question_not_found', 'There is no such question.');
}
