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
import { isHttps } from '../config/https.ts';
import { type AccountTroubles, noAccountTroubles } from '../context/account-troubles.ts';
import { gatewayAfterCommit, mailerAfterCommit } from '../context/after-commit.ts';
import { type Clock, steadyClock } from '../context/clock.ts';
import type { Context, PublicChange } from '../context/context.ts';
import { createHeardAnswers } from '../context/heard-answers.ts';
import type { Mailer } from '../context/mailer.ts';
import type { PaymentGateway } from '../context/payment-gateway.ts';
import { createProxyWatch } from '../context/proxy-watch.ts';
import { createRefusedForms } from '../context/refused-forms.ts';
import { createReturnedForms } from '../context/returned-forms.ts';
import { createTtlCache } from '../context/ttl-cache.ts';
import { createWebhookWatch } from '../context/webhook-watch.ts';
import type { WorkScope } from '../context/work-scope.ts';
import { tryWaitingAgain } from '../delivery/try-waiting-again.ts';
import { watchMailer } from '../delivery/watched-mailer.ts';
import { lookAtHealth } from '../doctor/health-checks.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { createLive } from '../live/live.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { readServiceId } from '../payments/money/service-repository.ts';
import { watchGateway } from '../payments/stripe/watched-gateway.ts';
import { createSessions } from '../people/credentials/sessions.ts';
import type { DrawPortrait } from '../profiles/portrait.ts';
import { listJobs, untilWritten, watchJob } from './jobs.ts';
import { type Job, startWorker, type Worker } from './worker.ts';

/** What surrounds the service: database, clock, chance, log, Stripe, mail. Tests and the simulation bring their own. */
export interface Ports {
  db: Database;
  clock: Clock;
  /** Measures time that has passed, whatever the clock says. */
  steadyClock?: Clock;
  random: Random;
  /** @returns a number like `CT-7K3M9Q`, which another order may have already */
  newOrderNumber: () => string;
  log: Logger;
  /** What is being done now, for the log. */
  scope: WorkScope;
  payments: PaymentGateway;
  /** By what the browser gets to know the payment provider. */
  publishableKey: string;
  mailer: Mailer;
  /** Called when there is mail to send; wakes the job `outbox` unless given. */
  mailIsWaiting?: () => void;
  drawPortrait: DrawPortrait;
  /** What the account at Stripe lacks; defaults to no troubles. */
  accountTroubles?: () => AccountTroubles;
  /** What copies the database and lists the copies; another process and the disk unless given. */
  backups?: Partial<BackupPorts>;
  /** How much room the disk has, in bytes. */
  freeBytes?: () => number;
  /** What doctor finds out; it looks at the machine and asks others unless given. */
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
  const post = watchMailer(ports.mailer, () => tryWaitingAgain(context));
  let worker: Worker | undefined;
  let refreshPublic = (_what: PublicChange) => {};
  let refreshDue: PublicChange | null = null;
  let arePagesMade = () => true;
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
    heardAnswers: createHeardAnswers(clock),
    refusedForms: createRefusedForms(clock),
    returnedForms: createReturnedForms(clock, random),
    statedWithdrawals: createTtlCache(clock, hours(1)),
    paymentTroubles: troubles,
    accountTroubles: ports.accountTroubles ?? (() => noAccountTroubles),
    mailer: mailerAfterCommit(post.mailer, db),
    mailTrouble: post.trouble,
    newOrderNumber: ports.newOrderNumber,
    publicChanged: (what = 'offer') => {
      // Once for all that is written in a turn.
      const isDue = refreshDue !== null;
      if (refreshDue !== 'business') refreshDue = what;
      if (isDue) return;
      db.commits.whenSettled(() => {
        const changed = refreshDue ?? what;
        refreshDue = null;
        refreshPublic(changed);
      });
    },
    arePagesMade: () => arePagesMade(),
    mailIsWaiting: ports.mailIsWaiting ?? (() => worker?.poke('outbox')),
  };
  const sessions = createSessions(db, clock, isHttps(config), random);
  const live = createLive({ db, clock, sessions, log });
  const backups = createBackups(context, ports.backups);
  const jobs: Job[] = [
    ...listJobs(context, sessions, backups),
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
    ...(ports.signInPace === undefined ? {} : { signInPace: ports.signInPace }),
    ...(ports.checkoutGuard && { checkoutGuard: ports.checkoutGuard }),
  });
  const stopJobs = async () => {
    await Promise.all([backups.close(), worker?.stop()]);
  };
  return {
    context,
    app,
    metrics,
    sessions,
    live,
    backups,
    jobs,
    publishableKey: ports.publishableKey,
    /** Runs the jobs from now on. @param more jobs besides */
    start(more: Job[] = []): void {
      metrics.measureProcess();
      tryWaitingAgain(context);
      worker = startWorker(
        [...jobs, ...more].map((job) => watchJob(untilWritten(job, db), { clock, scope, metrics })),
        log,
      );
    },
    /** @param refresh looks whether what every visitor is told has changed; it must neither write nor throw */
    whenPublicChanges(refresh: (what: PublicChange) => void): void {
      refreshPublic = refresh;
    },
    /** @param areMade whether the public pages say all that they are to say; without it each is made when it is asked for */
    whoKnowsPages(areMade: () => boolean): void {
      arePagesMade = areMade;
    },
    /** Begins no more background work and waits for what is under way, up to a limit. */
    stopJobs,
    /** Waits for what is under way and closes mail and database. @param closeMore what else, before the database */
    async close(closeMore: () => unknown = () => {}): Promise<void> {
      live.close();
      await stopJobs();
      context.mailer.close();
      await closeMore();
      db.$client.close();
    },
  };
}
