import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { answerBusinessDays } from '../../shared/orders/questions.ts';
import type { Context } from '../context/context.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { readClosedDays } from '../settings/calendar.ts';
import { addBusinessDays } from '../time/business-days.ts';
import { listRemindedInVain, listUnremindedQuestions, noteReminder } from './question-repository.ts';

/** How many one run writes reminders for, and how many an alert counts. */
const atOnce = 100;

/** Reminds customers of what they were asked two business days ago and have not answered: each once. */
export async function remindCustomers(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const listLate = () => {
    const found = listUnremindedQuestions(db, now - days(answerBusinessDays), atOnce);
    if (found.length === 0) return [];
    const isTimeOver = timeCheck(context);
    return found.filter(({ question }) => isTimeOver(question.askedAt));
  };
  if (listLate().length === 0) return;
  await writeTransaction(db, (tx) => {
    // Looked up again: others may have written while this waited for a lock.
    for (const { question, order } of listLate()) {
      noteReminder(tx, question.id, now);
      enqueueMail(context, tx, {
        kind: 'question_reminder',
        orderId: order.id,
        to: { name: order.customerName, address: order.customerEmail },
      });
    }
  });
  context.mailIsWaiting();
}

/** @returns the orders whose customers did not answer a reminder either: an admin has to decide */
export function listUnanswered(context: Context): { id: string; orderNumber: string }[] {
  const { db, clock } = context;
  const found = listRemindedInVain(db, clock.now() - days(answerBusinessDays), atOnce);
  if (found.length === 0) return [];
  const isTimeOver = timeCheck(context);
  return found
    .filter(({ remindedAt }) => isTimeOver(remindedAt ?? 0))
    .map(({ id, orderNumber }) => ({ id, orderNumber }));
}

/** @returns whether a customer has had their time since a moment; the calendar is read once for all of them */
function timeCheck({ db, clock, config }: Context): (since: number) => boolean {
  const isClosed = readClosedDays(db);
  return (since) =>
    addBusinessDays(since, answerBusinessDays, config.businessTimeZone, isClosed) <= clock.now();
}
