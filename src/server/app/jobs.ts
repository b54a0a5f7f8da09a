import { hours, minutes, seconds } from '../../shared/durations.ts';
import { askForFeedback } from '../aftercare/ask-for-feedback.ts';
import type { Clock } from '../base/clock.ts';
import type { Context, WorkScope } from '../base/context.ts';
import { cancelAbandonedCheckouts } from '../checkout/abandon-checkouts.ts';
import { sendDueMail } from '../mail/send-due-mail.ts';
import type { Backups } from '../ops/backups/backups.ts';
import type { Metrics } from '../ops/metrics.ts';
import { assignWaitingOrders } from '../orders/assign-to-free-reader.ts';
import { remindCustomers } from '../orders/questions/ask-customer.ts';
import { remindAboutLateReadings } from '../orders/questions/late-orders.ts';
import { writeReminders } from '../orders/reminders.ts';
import { findMissedEvents, reconcilePayments } from '../payments/missed-webhooks.ts';
import { finishRefunds } from '../payments/refund-order.ts';
import { correctFutureTimes } from './correct-times.ts';
import { runHousekeeping } from './housekeeping.ts';
import type { Job } from './worker.ts';

export function listJobs(context: Context, backups: Backups): Job[] {
  return [
    { name: 'outbox', every: seconds(1), run: (control) => sendDueMail(context, control) },
    { name: 'orders', every: minutes(1), run: () => runOrderJobs(context) },
    { name: 'reconciler', every: minutes(3), run: () => reconcilePayments(context) },
    { name: 'missed events', every: minutes(3), run: (control) => findMissedEvents(context, control) },
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

/** Assigns waiting orders and sends reminders. A step that fails stops no other. */
async function runOrderJobs(context: Context): Promise<void> {
  const steps = [
    assignWaitingOrders,
    writeReminders,
    remindAboutLateReadings,
    remindCustomers,
    askForFeedback,
  ];
  const results = await Promise.allSettled(steps.map((step) => step(context)));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'some order tasks failed');
}

/** Returns a job that measures each run for the metrics and puts its name into the log lines written meanwhile. */
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
