import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { answerBusinessDays } from '../../shared/orders/questions.ts';
import type { Context } from '../context/context.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { addBusinessDays } from '../time/business-days.ts';
import { noteReminder, remindedQuestions, unremindedQuestions } from './question-repository.ts';

/** The most reminders of one run, and the most that an alert counts. */
const atOnce = 100;

/** Reminds customers, once, of questions that they have not answered within two business days. */
export async function remindCustomers(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const until = now - days(answerBusinessDays);
  const listLate = () => {
    const found = unremindedQuestions(db).all({ until, limit: atOnce });
    return onlyOverdue(context, found, ({ question }) => question.askedAt);
  };
  if (listLate().length === 0) return;
  await writeTransaction(db, (tx) => {
    // Looked up again: others may have written while this waited for a lock.
    for (const { question, order } of listLate()) {
      noteReminder(tx).run({ id: question.id, now });
      enqueueMail(context, tx, {
        kind: 'question_reminder',
        orderId: order.id,
        to: { name: order.customerName, address: order.customerEmail },
      });
    }
  });
  context.mailIsWaiting();
}

/** @returns the orders whose customers did not answer the reminder either: an admin has to decide */
export function listUnanswered(context: Context): { id: string; orderNumber: string }[] {
  const { db, clock } = context;
  const found = remindedQuestions(db).all({ until: clock.now() - days(answerBusinessDays), limit: atOnce });
  const overdue = onlyOverdue(context, found, ({ remindedAt }) => remindedAt ?? 0);
  return overdue.map(({ id, orderNumber }) => ({ id, orderNumber }));
}

/** @returns those whose customer has had the business days to answer since a time */
function onlyOverdue<Row>({ db, clock, config }: Context, found: Row[], since: (row: Row) => number): Row[] {
  if (found.length === 0) return [];
  const isClosed = readClosedDays(db);
  const dueBy = (row: Row) =>
    addBusinessDays(since(row), answerBusinessDays, config.businessTimeZone, isClosed);
  return found.filter((row) => dueBy(row) <= clock.now());
}
