import { truncateWal, writeTransaction } from '../../../db/client.ts';
import { days, hours, minutes, seconds } from '../../shared/durations.ts';
import { askForFeedback } from '../aftercare/customer-feedback.ts';
import type { Clock } from '../base/clock.ts';
import type { Context, RunControl, WorkScope } from '../base/context.ts';
import { deleteExpiredLimits } from '../base/http/rate-limits.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { cancelAbandonedCheckouts } from '../checkout/abandon-checkouts.ts';
import { announceReopening, confirmWithinMs } from '../checkout/waitlist.ts';
import { clampMailWaits } from '../mail/outbox-repository.ts';
import { leaseMilliseconds, longestRetryMilliseconds, sendDueMail } from '../mailing/send-due-mail.ts';
import type { Backups } from '../ops/backups/backups.ts';
import type { Metrics } from '../ops/metrics.ts';
import { deleteExpiredNightly } from '../ops/privacy/delete-expired.ts';
import { assignWaitingOrders } from '../orders/assign-orders.ts';
import { deleteExpiredLinks } from '../orders/links-repository.ts';
import { remindAboutLateReadings } from '../orders/messages/late-orders.ts';
import { remindCustomers } from '../orders/messages/questions.ts';
import { writeReminders } from '../orders/reminders.ts';
import { clampEventTimes, forgetCards } from '../payments/card-repository.ts';
import { findMissedEvents, reconcilePayments } from '../payments/missed-webhooks.ts';
import { forgetMissedWebhooksBefore, missedWebhookMs } from '../payments/payment-repository.ts';
import { finishRefunds } from '../payments/refund-order.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import {
  clampResetExpiry,
  clampSessionTimes,
  clampTotpSteps,
  deleteExpiredResets,
  deleteExpiredSessions,
} from '../people/credentials-repository.ts';
import { invitationLifeMs, linkLifeMs } from '../people/password-reset.ts';
import { expiryAt } from '../people/sessions.ts';
import { stepAt } from '../people/two-factor.ts';
import { updateHolidays } from '../shop/business-calendar.ts';
import { deleteExpiredWaiting } from '../shop/waitlist-repository.ts';
import type { Job } from './worker.ts';

/** Lists the worker's jobs. @param unsettled payments that an admin was shown and no job has stored yet, by id */
export function listJobs(context: Context, backups: Backups, unsettled: Map<string, Payment>): Job[] {
  return [
    { name: 'outbox', every: seconds(1), run: (control) => sendDueMail(context, control) },
    { name: 'orders', every: minutes(1), run: () => runOrderJobs(context) },
    { name: 'reconciler', every: minutes(3), run: () => reconcilePayments(context) },
    { name: 'missed events', every: minutes(3), run: (control) => settleNews(context, unsettled, control) },
    { name: 'refunds', every: minutes(1), run: (control) => finishRefunds(context, control) },
    {
      name: 'abandoned checkouts',
      every: minutes(10),
      run: (control) => cancelAbandonedCheckouts(context, control),
    },
    { name: 'backups', every: minutes(1), run: async () => backups.makeDue() },
    { name: 'clock', every: minutes(1), run: () => correctFutureTimes(context) },
    { name: 'housekeeping', every: hours(1), run: () => runHousekeeping(context) },
  ];
}

/** Stores payments that an admin was shown, then missed events. Throws the first error at the end. */
async function settleNews(
  context: Context,
  unsettled: Map<string, Payment>,
  control: RunControl,
): Promise<void> {
  const errors: unknown[] = [];
  for (const [id, payment] of unsettled) {
    if (control.stop.aborted) return;
    try {
      await settlePayment(context, payment);
      // Meanwhile an admin may have seen something newer.
      if (unsettled.get(id) === payment) unsettled.delete(id);
    } catch (error) {
      context.log.error({ err: error, paymentId: id }, 'a payment could not be settled');
      errors.push(error);
    }
  }
  await findMissedEvents(context, control);
  if (errors.length > 0) throw errors[0];
}

/** Assigns waiting orders and sends reminders. A failed step does not stop the next. */
async function runOrderJobs(context: Context): Promise<void> {
  const steps = [
    assignWaitingOrders,
    writeReminders,
    remindAboutLateReadings,
    remindCustomers,
    askForFeedback,
    announceReopening,
  ];
  const results = await Promise.allSettled(steps.map((step) => step(context)));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'some order tasks failed');
}

/** Wraps a job so that its runs are measured for the metrics, and its name is in their log lines. */
export function watchJob(
  job: Job,
  { clock, scope, metrics }: { clock: Clock; scope: WorkScope; metrics: Metrics },
): Job {
  return {
    ...job,
    async run(control) {
      const startedAt = clock.now();
      try {
        await scope.run({ job: job.name }, () => job.run(control));
      } catch (error) {
        metrics.jobRan(job.name, startedAt, true);
        throw error;
      }
      metrics.jobRan(job.name, startedAt, false);
    },
  };
}

const cardMemoryMs = days(1);

/** Deletes expired rows and personal data, updates the holidays, and truncates the write-ahead log. */
export async function runHousekeeping(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    forgetCards(tx, now - cardMemoryMs);
    deleteExpiredLinks(tx, now);
    deleteExpiredResets(tx, now);
    deleteExpiredSessions(tx, Math.floor(now / seconds(1)));
    deleteExpiredLimits(tx, now);
    deleteExpiredWaiting(tx, now - confirmWithinMs);
    forgetMissedWebhooksBefore(tx, now - missedWebhookMs);
  });
  await updateHolidays(context);
  await deleteExpiredNightly(context);
  // Data erased while another connection read the database is still in the log.
  truncateWal(db);
}

/** Corrects stored times from while the clock was ahead, which would delay mail, guards and sign-ins. */
export async function correctFutureTimes(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    clampMailWaits(tx, {
      now,
      hold: seconds(config.approvalUndoSeconds),
      lease: leaseMilliseconds,
      retry: longestRetryMilliseconds,
    });
    clampEventTimes(tx, now);
    clampResetExpiry(tx, now + linkLifeMs, now + invitationLifeMs);
    clampTotpSteps(tx, stepAt(now) + 1);
    clampSessionTimes(tx, { createdAt: now, expiresAt: expiryAt(now) });
  });
}
