import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { enqueueCustomerMail } from '../base/enqueue-mail.ts';
import { aftercareSettings } from '../shop/change-settings.ts';
import { insertFeedback, listUnasked } from './feedback-repository.ts';

const batchSize = 100;

/** A service that was down asks late; one that was just set to ask does not write to all its past customers. */
const latest = days(7);

/** Mails up to 100 customers, once and some days after the delivery, to ask whether their reading helped. */
export async function askForFeedback(context: Context): Promise<void> {
  const { db, clock } = context;
  const { feedbackMailDays } = aftercareSettings.read(db);
  if (feedbackMailDays === 0) return;
  const now = clock.now();
  const until = now - days(feedbackMailDays);
  const span = { after: until - latest, until, limit: batchSize };
  if (listUnasked(db, span).length === 0) return;
  await writeTransaction(db, (tx) => {
    // Queried again: this may have waited for a lock.
    for (const order of listUnasked(tx, span)) {
      insertFeedback(tx, { orderId: order.id, askedAt: now });
      enqueueCustomerMail(context, tx, 'feedback_request', order);
    }
  });
  context.signals.wakeMailWorker();
}
