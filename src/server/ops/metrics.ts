import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../base/context.ts';
import { readLastBackup } from '../shop/facts-repository.ts';
import { countMails, countOrders } from './metrics-repository.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics. Orders, mails and backups are read from the database whenever they are collected. */
export function createMetrics({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const registry = new Registry();
  const registers = [registry];
  const secondsSince = (moment: number) => Math.max(0, (clock.now() - moment) / 1_000);
  const requests = new Counter({
    name: 'career_tarot_http_requests_total',
    help: 'Requests by route and status. The route "file" is pages and files served from memory.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'career_tarot_http_request_duration_seconds',
    help: 'Time from a request to the start of its response.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const runs = new Counter({
    name: 'career_tarot_job_runs_total',
    help: 'Runs of the background jobs.',
    labelNames: ['job'],
    registers,
  });
  const failures = new Counter({
    name: 'career_tarot_job_failures_total',
    help: 'Runs of the background jobs that failed.',
    labelNames: ['job'],
    registers,
  });
  const successes = new Gauge({
    name: 'career_tarot_job_last_success_timestamp_seconds',
    help: 'Start of the last successful run of a background job.',
    labelNames: ['job'],
    registers,
  });
  const calls = new Counter({
    name: 'career_tarot_stripe_calls_total',
    help: 'Calls to Stripe: answered, refused because of the call itself, or failed.',
    labelNames: ['task', 'result'],
    registers,
  });
  new Gauge({
    name: 'career_tarot_orders',
    help: 'Orders by state, without deleted ones.',
    labelNames: ['status', 'payment_status'],
    registers,
    collect() {
      this.reset();
      for (const { status, paymentStatus, orders } of countOrders(db)) {
        this.set({ status, payment_status: paymentStatus }, orders);
      }
    },
  });
  new Gauge({
    name: 'career_tarot_outbox_mails',
    help: 'Emails waiting to be sent, and emails that failed for good and need an admin.',
    labelNames: ['state'],
    registers,
    collect() {
      const { queued, failed } = countMails(db);
      this.set({ state: 'queued' }, queued);
      this.set({ state: 'failed' }, failed);
    },
  });
  new Gauge({
    name: 'career_tarot_outbox_late_seconds',
    help: 'How long the most overdue email has been due; 0 for none.',
    registers,
    collect() {
      const { due } = countMails(db);
      this.set(due === null ? 0 : secondsSince(due));
    },
  });
  new Gauge({
    name: 'career_tarot_backup_age_seconds',
    help: 'How old the newest backup is; missing without a backup.',
    registers,
    collect() {
      const made = readLastBackup(db);
      if (made === null) this.remove();
      else this.set(secondsSince(made.at));
    },
  });

  return {
    registry,
    measureProcess: () => collectDefaultMetrics({ register: registry }),
    /** @param route a pattern such as `/api/orders/:id`, never a path, which may contain a secret */
    requestAnswered(method: string, route: string, status: number, duration: number): void {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, duration / 1_000);
    },
    fileAnswered: (status: number) => requests.inc({ method: 'GET', route: 'file', status }),
    jobRan(job: string, startedAt: number, hasFailed: boolean): void {
      runs.inc({ job });
      failures.inc({ job }, hasFailed ? 1 : 0);
      if (!hasFailed) successes.set({ job }, startedAt / 1_000);
    },
    stripeCalled: (task: string, result: 'answered' | 'refused' | 'failed') => calls.inc({ task, result }),
  };
}
