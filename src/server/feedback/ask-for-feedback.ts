import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import type { Context } from '../context/context.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { aftercareSettings } from '../settings/aftercare-settings.ts';
import { listUnasked, noteAsked } from './feedback-repository.ts';

/** How many mails one run writes. */
const atOnce = 100;

/**
 * How long after its day a mail still makes sense, in milliseconds: a service that stood still asks late, and one that
 * has just begun to ask does not write to all its past customers.
 */
const lateness = days(7);

/** Asks customers once whether their reading helped, some days after it was delivered. */
export async function askForFeedback(context: Context): Promise<void> {
  const { db, clock } = context;
  const { feedbackMailDays } = aftercareSettings.read(db);
  if (feedbackMailDays === 0) return;
  const now = clock.now();
  const until = now - days(feedbackMailDays);
  const span = { after: until - lateness, until, limit: atOnce };
  if (listUnasked(db, span).length === 0) return;
  await writeTransaction(db, (tx) => {
    // Looked up again: others may have written while this waited for a lock.
    for (const { id, customerName, customerEmail } of listUnasked(tx, span)) {
      noteAsked(tx, id, now);
      enqueueMail(context, tx, {
        kind: 'feedback_request',
        orderId: id,
        to: { name: customerName, address: customerEmail },
      });
    }
  });
  context.mailIsWaiting();
}
