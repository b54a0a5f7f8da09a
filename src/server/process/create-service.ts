import type { Logger } from 'pino';
import { type Database, requireInPlace } from '../../../db/client.ts';
import { hours, minutes } from '../../shared/durations.ts';
import type { HealthReport } from '../../shared/health.ts';
import { createStorageProbe, judgeReadiness } from '../alerts/readiness.ts';
import { createApp } from '../app/app.ts';
import { type BackupPorts, createBackups } from '../backups/backups.ts';
import type { Random } from '../basics/random.ts';
import type { CheckoutGuard } from '../card-testing/defence.ts';
import type { Config } from '../config/config.ts';
import { noAccountTroubles } from '../context/account-troubles.ts';
import { gatewayAfterCommit, mailerAfterCommit } from '../context/after-commit.ts';
import { type Clock, steadyClock } from '../context/clock.ts';
import type { Context } from '../context/context.ts';
import type { Mailer } from '../context/mailer.ts';
import type { PaymentGateway } from '../context/payment-gateway.ts';
import { createProxyWatch } from '../context/proxy-watch.ts';
import { createReturnedForms } from '../context/returned-forms.ts';
import { createTtlCache } from '../context/ttl-cache.ts';
import { createWebhookWatch } from '../context/webhook-watch.ts';
import type { WorkScope } from '../context/work-scope.ts';
import { retryFailedMail, watchMailer } from '../delivery/watched-mailer.ts';
import { lookAtHealth } from '../doctor/health-checks.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { createLive } from '../live/live.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { readServiceId } from '../payments/money/service-repository.ts';
import { watchGateway } from '../payments/stripe/watched-gateway.ts';
import { createSessions } from '../people/credentials/sessions.ts';
import type { DrawPortrait } from '../profiles/draw-portrait.ts';
import { listJobs, untilWritten, watchJob } from './jobs.ts';
import { createWordsCache } from './public-answers.ts';
import { type Job, startWorker, type Worker } from './worker.ts';

/** Tests and the simulation bring their own; what is optional has a default. */
export interface Ports {
  db: Database;
  clock: Clock;
  steadyClock?: Clock;
  random: Random;
  newOrderNumber: Context['newOrderNumber'];
  log: Logger;
  scope: WorkScope;
  payments: PaymentGateway;
  publishableKey: string;
  mailer: Mailer;
  mailIsWaiting?: Context['mailIsWaiting'];
  drawPortrait: DrawPortrait;
  accountTroubles?: Context['accountTroubles'];
  backups?: Partial<BackupPorts>;
  /** How much room the disk has, in bytes. */
  freeBytes?: () => number;
  lookAtHealth?: () => Promise<HealthReport>;
  checkoutGuard?: CheckoutGuard;
  /** How long an account with many wrong passwords is closed between two checks, in milliseconds. */
  signInPace?: number;
}

export type Service = ReturnType<typeof createService>;

/** Builds everything of the service but its HTTP server, and starts nothing. */
export function createService(config: Config, ports: Ports) {
  const { db, clock, random, log, scope } = ports;
  const steady = ports.steadyClock ?? steadyClock;
  const metrics = createMetrics({ db, clock });
  const { gateway, troubles } = watchGateway(ports.payments, steady, metrics.stripeCalled);
  const post = watchMailer(ports.mailer, () => retryFailedMail(context));
  let worker: Worker | undefined;
  const context: Context = {
    config,
    db,
    serviceId: readServiceId(db),
    clock,
    random,
    log,
    scope,
    proxies: createProxyWatch(config, log),
    webhooks: createWebhookWatch(steady, log),
    payments: gatewayAfterCommit(gateway, db),
    // Longer than a request to the payment provider takes with all its retries.
    heardAnswers: createTtlCache(clock, minutes(10)),
    refusedForms: createTtlCache(clock, hours(1)),
    returnedForms: createReturnedForms(clock, random),
    statedWithdrawals: createTtlCache(clock, hours(1)),
    paymentTroubles: troubles,
    accountTroubles: ports.accountTroubles ?? (() => noAccountTroubles),
    mailer: mailerAfterCommit(post.mailer, db),
    mailTrouble: post.trouble,
    newOrderNumber: ports.newOrderNumber,
    publicChanged: () => db.commits.whenSettled(() => words.invalidate()),
    mailIsWaiting: ports.mailIsWaiting ?? (() => worker?.poke('outbox')),
  };
  const words = createWordsCache(context);
  const sessions = createSessions(context);
  const live = createLive({ db, clock, sessions, log });
  const backups = createBackups(context, ports.backups);
  const jobs: Job[] = [
    ...listJobs(context, backups),
    // Where nothing is written for a while the log says it, too.
    { name: 'database file', every: minutes(1), run: async () => requireInPlace(db) },
  ];
  const findStorageProblem = createStorageProbe(context, ports.freeBytes);
  const app = createApp({
    context,
    sessions,
    rateLimits: createRateLimits(db, clock, config.rateLimits),
    live,
    publishableKey: ports.publishableKey,
    drawPortrait: ports.drawPortrait,
    backups,
    readiness: async () => judgeReadiness(worker?.stuckJobs() ?? [], await findStorageProblem()),
    findStorageProblem,
    lookAtHealth: ports.lookAtHealth ?? (() => lookAtHealth(context)),
    metrics,
    signInPace: ports.signInPace,
    checkoutGuard: ports.checkoutGuard,
  });
  const stopJobs = () => Promise.all([backups.close(), worker?.stop()]);
  return {
    context,
    app,
    metrics,
    sessions,
    live,
    backups,
    jobs,
    publishableKey: ports.publishableKey,
    words,
    start(more: Job[] = []): void {
      metrics.measureProcess();
      retryFailedMail(context);
      worker = startWorker(
        [...jobs, ...more].map((job) => watchJob(untilWritten(job, db), { clock, scope, metrics })),
        log,
      );
    },
    /** Begins no more background work and waits for what is under way, up to a limit. */
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
