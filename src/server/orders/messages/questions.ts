import { type Transaction, writeTransaction } from '../../../../db/client.ts';
import { days } from '../../../shared/durations.ts';
import { questionMailKinds } from '../../../shared/orders/mails.ts';
import { answerBusinessDays, maxQuestionsPerOrder } from '../../../shared/orders/messages.ts';
import { awaitsReading, paymentStatusLabels } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { addBusinessDays, moveByBusinessTime } from '../../base/time/business-days.ts';
import { cancelMails, enqueueCustomerMail } from '../../mail/outbox-repository.ts';
import { readClosedDays } from '../../shop/business-calendar.ts';
import { recordEvent } from '../order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../order-repository.ts';
import {
  closeQuestion,
  findOpenQuestion,
  listOpenQuestions,
  type MessageRow,
  noteReminder,
} from './message-repository.ts';

/** Throws the first reason why an order's customer cannot be asked a question. @throws {DomainError} `…_conflict` */
export function refuseQuestion(order: OrderRow, known: MessageRow[]): void {
  const asked = known.filter(({ kind }) => kind === 'question');
  if (asked.some(({ closedAt }) => closedAt === null)) {
    throw new DomainError(
      'question_conflict',
      'The customer already has a question to answer. Please ask one at a time.',
    );
  }
  refuseUnlessAwaited(order);
  if (asked.length >= maxQuestionsPerOrder) {
    throw new DomainError(
      'question_conflict',
      `The customer was asked ${maxQuestionsPerOrder} times about this order, which is the limit.`,
    );
  }
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

/** Closes the open question, if any, and moves the due date by the business time it was open. */
export function closeOpenQuestion(
  context: Context,
  tx: Transaction,
  orderId: string,
  { actor, answeredAt }: { actor: string; answeredAt?: number },
): void {
  const open = findOpenQuestion(tx, orderId);
  if (!open) return;
  const now = answeredAt ?? context.clock.now();
  const calendar = { timeZone: context.config.businessTimeZone, isClosed: readClosedDays(tx) };
  closeQuestion(tx, open.id, now);
  const dueAt = open.dueAt && moveByBusinessTime(open.dueAt, open.createdAt, now, calendar);
  updateOrderIf(tx, orderId, {}, { dueAt });
  cancelMails(tx, orderId, [...questionMailKinds]);
  const type = answeredAt !== undefined ? 'question_answered' : 'question_closed';
  recordEvent(tx, { orderId, type, actor, at: now });
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
      noteReminder(tx, question.id, now);
      enqueueCustomerMail(context, tx, 'question_reminder', order, { subjectId: question.id });
    }
  });
  context.signals.wakeMailWorker();
}

/** Returns orders whose customers did not answer even after the reminder, so that an admin has to decide. */
export function listUnanswered(context: Context): { id: string; orderNumber: string }[] {
  return listOverdueQuestions(context)
    .filter(({ question }) => question.remindedAt !== null)
    .map(({ order: { id, orderNumber } }) => ({ id, orderNumber }));
}

/** Returns questions not answered in time, counted from the asking or the reminder. */
function listOverdueQuestions({ db, clock, config }: Context) {
  const now = clock.now();
  const isClosed = readClosedDays(db);
  return listOpenQuestions(db, now - days(answerBusinessDays)).filter(
    ({ question: { createdAt, remindedAt } }) => {
      const since = remindedAt ?? createdAt;
      return addBusinessDays(since, answerBusinessDays, config.businessTimeZone, isClosed) <= now;
    },
  );
}
