import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import { minutes } from '../../shared/durations.ts';
import type { HealthReport } from '../../shared/ops/health.ts';
import { createLive } from '../admin/live.ts';
import { type Clock, steadyClock } from '../base/clock.ts';
import type { Config } from '../base/config/config.ts';
import type { Context, WorkScope } from '../base/context.ts';
import { createUnfinishedForms } from '../base/form-flash.ts';
import { createRateLimits } from '../base/http/rate-limits.ts';
import type { Mailer } from '../base/mailer.ts';
import type { Payment, PaymentGateway } from '../base/payment-gateway.ts';
import { type AccountTroubles, noAccountTroubles } from '../base/provider-failure.ts';
import { createKeyedLock } from '../base/queue.ts';
import type { Random } from '../base/random.ts';
import { createTtlCache } from '../base/ttl-cache.ts';
import { createWebhookWatch } from '../base/webhook-watch.ts';
import { retryWaitingMailNow, watchMailer } from '../mailing/send-due-mail.ts';
import type { Troubles } from '../ops/alerts.ts';
import { type BackupPorts, createBackups } from '../ops/backups/backups.ts';
import { runHealthChecks } from '../ops/doctor/health-checks.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createStorageProbe, judgeReadiness } from '../ops/readiness.ts';
import { createRecentPayments } from '../payments/confirm-payment.ts';
import type { CheckoutGuard } from '../payments/defense.ts';
import { watchGateway } from '../payments/stripe/watched-gateway.ts';
import { createSessions } from '../people/sessions.ts';
import { createApp } from './app.ts';
import { listJobs, watchJob } from './jobs.ts';
import { createMemory, createWordsCache, type Site } from './public-pages.ts';
import { type Job, startWorker, type Worker } from './worker.ts';

/** The outside of the service, which tests and the simulation replace; optional ports have a default. */
export interface Ports {
  db: Database;
  clock: Clock;
  steadyClock?: Clock;
  random: Random;
  log: Logger;
  scope: WorkScope;
  payments: PaymentGateway;
  publishableKey: string;
  site?: Site | null;
  sandbox?: Pick<Hono, 'fetch'> | null;
  mailer: Mailer;
  wakeMailWorker?: () => void;
  accountTroubles?: () => AccountTroubles;
  backups?: Partial<BackupPorts>;
  freeBytes?: () => number;
  runHealthChecks?: () => Promise<HealthReport>;
  checkoutGuard?: CheckoutGuard;
  /** The pause between two password checks of an account with many failures, in milliseconds. */
  signInPace?: number;
}

export type Service = ReturnType<typeof createService>;

/** Builds the whole service except its HTTP server, and starts nothing. */
export function createService(config: Config, ports: Ports) {
  const { db, clock, random, log, scope } = ports;
  const steady = ports.steadyClock ?? steadyClock;
  const metrics = createMetrics({ db, clock });
  const webhooks = createWebhookWatch(steady, log);
  const watched = watchGateway(ports.payments, steady, metrics.stripeCalled);
  const post = watchMailer(ports.mailer, () => retryWaitingMailNow(context));
  const unsettled = new Map<string, Payment>();
  let worker: Worker | undefined;
  const context: Context = {
    config,
    db,
    clock,
    random,
    log,
    mailer: post.mailer,
    payments: watched.gateway,
    // Longer than a request to the payment provider takes with all its retries.
    paymentCheckTimes: createTtlCache(steady, minutes(10)),
    checkoutLock: createKeyedLock(),
    unfinishedForms: createUnfinishedForms(steady, random),
    signals: {
      invalidatePublicPages: () => words.invalidate(),
      wakeMailWorker: ports.wakeMailWorker ?? (() => worker?.poke('outbox')),
      settleSoon(payment) {
        unsettled.set(payment.id, payment);
        worker?.poke('missed events');
      },
    },
  };
  const troubles: Troubles = {
    payments: watched.troubles,
    account: ports.accountTroubles ?? (() => noAccountTroubles),
    webhooks: webhooks.trouble,
    mail: post.trouble,
  };
  const words = createWordsCache(context);
  const { publishableKey, site = null, sandbox = null } = ports;
  const memory = createMemory(context, words, { site, publishableKey });
  const sessions = createSessions(context);
  const live = createLive({ db, clock, sessions, log });
  const backups = createBackups(context, ports.backups);
  const jobs = listJobs(context, backups, unsettled);
  const findStorageProblem = createStorageProbe(context, ports.freeBytes);
  const app = createApp({
    ...ports,
    ...{ context, sessions, words, memory, site, sandbox },
    rateLimits: createRateLimits(db, clock, config.rateLimits),
    recentPayments: createRecentPayments(steady, config.rateLimits),
    live,
    backups,
    webhooks,
    troubles,
    readiness: async () => judgeReadiness(worker?.stuckJobs() ?? [], await findStorageProblem()),
    findStorageProblem,
    runHealthChecks: ports.runHealthChecks ?? (() => runHealthChecks(context)),
    metrics,
  });
  const stopJobs = () => Promise.all([backups.close(), worker?.stop()]);
  return {
    context,
    scope,
    troubles,
    app,
    metrics,
    sessions,
    live,
    backups,
    jobs,
    words,
    start(more: Job[] = []): void {
      metrics.measureProcess();
      retryWaitingMailNow(context);
      worker = startWorker(
        [...jobs, ...more].map((job) => watchJob(job, { clock, scope, metrics })),
        log,
      );
    },
    /** Stops starting background work and waits for running work, up to a limit. */
    stopJobs,
    async close(closeMore: () => unknown = () => {}): Promise<void> {
      live.close();
      await stopJobs();
      context.mailer.close();
      await closeMore();
      db.$client.close();
    },
  };
}
