import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { questionMailKinds } from '../../shared/orders/mails.ts';
import type { Role } from '../../shared/people/staff.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findOrderFor } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { updateOrderIf } from '../orders/order-repository.ts';
import { cancelMails } from '../outbox/outbox-repository.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { moveByBusinessTime } from '../time/business-time.ts';
import { endQuestion, findOpenQuestion, findQuestion } from './question-repository.ts';

/**
 * Closes the open question of an order, if there is one. The order gets its due date back, moved by the business time
 * that it waited.
 *
 * @param end.actor a username, `customer`, `stripe`, `system`
 * @param end.answer left out when the question is given up
 */
export function closeOpenQuestion(
  context: Context,
  tx: Transaction,
  orderId: string,
  end: { actor: string; answer?: string },
): void {
  const open = findOpenQuestion(tx, orderId);
  if (!open) return;
  const now = context.clock.now();
  const { actor, answer = null } = end;
  const days = { timeZone: context.config.businessTimeZone, isClosed: readClosedDays(tx) };
  endQuestion(tx).run({ id: open.id, answer, closedAt: now });
  const dueAt = open.dueAt && moveByBusinessTime(open.dueAt, open.askedAt, now, days);
  updateOrderIf(tx, orderId, {}, { dueAt });
  cancelMails(tx, orderId, [...questionMailKinds]);
  const type = answer === null ? 'question_closed' : 'question_answered';
  recordEvent(tx, { orderId, type, actor, at: now });
}

export function mayClose(user: SignedIn, askedByRole: Role | undefined): boolean {
  // The order's present reader goes on with it, also with another reader's question.
  return user.role === 'admin' || askedByRole === 'reader';
}

/**
 * Closes a question without an answer.
 *
 * @throws {DomainError} `question_not_found`, also for a question about another reader's order; `forbidden` to a reader
 *   when an admin asked it; `question_conflict` when the customer was faster
 */
export async function closeQuestion(context: Context, user: SignedIn, questionId: string): Promise<string> {
  return writeTransaction(context.db, (tx) => {
    const question = findQuestion(tx).get({ id: questionId });
    if (!question) throw questionNotFound();
    findOrderFor(tx, user, question.orderId);
    if (!mayClose(user, findUser(tx, question.askedById)?.role)) {
      throw new DomainError('forbidden', 'An admin asked this, and only an admin can take it back.');
    }
    if (question.answer !== null) {
      throw new DomainError('question_conflict', 'Meanwhile the customer has answered this question.');
    }
    if (question.closedAt === null)
      closeOpenQuestion(context, tx, question.orderId, { actor: user.username });
    return question.orderId;
  });
}

export function questionNotFound(): DomainError {
  return new DomainError('question_not_found', 'There is no such question.');
}
