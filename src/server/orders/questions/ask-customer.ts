import { writeTransaction } from '../../../../db/client.ts';
import { days } from '../../../shared/durations.ts';
import { awaitsReading, paymentStatusLabels } from '../../../shared/orders/order-status.ts';
import {
  answerBusinessDays,
  type CustomerQuestion,
  maxQuestionsPerOrder,
} from '../../../shared/orders/questions.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { addBusinessDays } from '../../base/time/business-days.ts';
import { isoTime } from '../../base/time/moments.ts';
import { enqueueCustomerMail } from '../../mail/outbox-repository.ts';
import { readClosedDays } from '../../shop/business-calendar.ts';
import { requireOrderFor } from '../find-order.ts';
import { recordEvent } from '../order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../order-repository.ts';
import { mayCloseQuestion } from './close-question.ts';
import { insertQuestion, listOpenQuestions, listQuestions, updateQuestion } from './question-repository.ts';

/** Returns an order's questions, oldest first. @throws {DomainError} `order_not_found`, also for another reader's */
export function listCustomerQuestions({ db }: Context, user: SignedIn, orderId: string): CustomerQuestion[] {
  requireOrderFor(db, user, orderId);
  return listQuestions(db, orderId).map(({ id, question, askedBy, answer, ...row }) => ({
    id,
    question,
    askedBy,
    answer,
    askedAt: isoTime(row.askedAt),
    closedAt: isoTime(row.closedAt),
    remindedAt: isoTime(row.remindedAt),
    canBeClosed: row.closedAt === null && mayCloseQuestion(user, row.askedByRole),
  }));
}

/**
 * Mails a question and takes away the due date until it is closed (docs/decisions/026); ignores a repeated one.
 * @throws {DomainError} `order_not_found`; `order_conflict` when the order waits for no reading;
 *   `question_conflict` when a question is open, or as many were asked as there may be
 */
export async function askCustomer(
  context: Context,
  user: SignedIn,
  orderId: string,
  question: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrderFor(tx, user, orderId);
    const known = listQuestions(tx, orderId);
    const open = known.find(({ closedAt }) => closedAt === null);
    if (open?.askedById === user.id && open.question === question) return;
    if (open) {
      throw new DomainError(
        'question_conflict',
        'The customer already has a question to answer. Please ask one at a time.',
      );
    }
    refuseUnlessAwaited(order);
    if (known.length >= maxQuestionsPerOrder) {
      throw new DomainError(
        'question_conflict',
        `The customer was asked ${maxQuestionsPerOrder} times about this order, which is the limit.`,
      );
    }
    const [id, askedAt] = [context.random.newId(), context.clock.now()];
    insertQuestion(tx, { id, orderId, askedById: user.id, question, askedAt, dueAt: order.dueAt });
    updateOrderIf(tx, orderId, {}, { dueAt: null });
    recordEvent(tx, { orderId, type: 'question_asked', actor: user.username, at: askedAt });
    enqueueCustomerMail(context, tx, 'customer_question', order);
  });
  context.signals.wakeMailWorker();
}

function refuseUnlessAwaited(order: OrderRow): void {
  if (awaitsReading(order)) return;
  const why =
    order.status === 'approved'
      ? 'its reading was approved'
      : order.hold === 'refund'
        ? 'it is being refunded'
        : order.hold === 'withdrawal'
          ? 'its customer has withdrawn'
          : `its payment is “${paymentStatusLabels[order.paymentStatus].label}”`;
  throw new DomainError('order_conflict', `There is nothing left to ask about this order: ${why}.`);
}

/** The most reminders of one run. */
const remindedAtOnce = 100;

/** Mails up to 100 customers, once, about questions they have not answered within two business days. */
export async function remindCustomers(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const listOverdue = () =>
    listOverdueQuestions(context)
      .filter(({ question }) => question.remindedAt === null)
      .slice(0, remindedAtOnce);
  if (listOverdue().length === 0) return;
  await writeTransaction(db, (tx) => {
    // Looked up again: another writer may have had the lock.
    for (const { question, order } of listOverdue()) {
      updateQuestion(tx, question.id, { remindedAt: now });
      enqueueCustomerMail(context, tx, 'question_reminder', order);
    }
  });
  context.signals.wakeMailWorker();
}

/** Returns orders whose customers did not answer the reminder either: an admin has to decide. */
export function listUnanswered(context: Context): { id: string; orderNumber: string }[] {
  return listOverdueQuestions(context)
    .filter(({ question }) => question.remindedAt !== null)
    .map(({ order: { id, orderNumber } }) => ({ id, orderNumber }));
}

/** @returns the open questions, not answered in time since they were asked or the customer was reminded */
function listOverdueQuestions({ db, clock, config }: Context) {
  const now = clock.now();
  const isClosed = readClosedDays(db);
  return listOpenQuestions(db, now - days(answerBusinessDays)).filter(
    ({ question: { askedAt, remindedAt } }) => {
      const since = remindedAt ?? askedAt;
      return addBusinessDays(since, answerBusinessDays, config.businessTimeZone, isClosed) <= now;
    },
  );
}
