import type { Logger } from 'pino';
import { type Claim, claimDatabase } from '../../../db/claim.ts';
import { openDatabase, requireInPlace } from '../../../db/client.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import { createReadiness, createStorageProbe } from '../alerts/readiness.ts';
import { createApp } from '../app/app.ts';
import { createBackups } from '../backups/backups.ts';
import { type Random, newOrderNumber as randomOrderNumber, systemRandom } from '../basics/random.ts';
import { readIdentity } from '../business/read-business.ts';
import type { Config } from '../config/config.ts';
import { isHttps } from '../config/https.ts';
import { isLoopback } from '../config/loopback.ts';
import { noAccountTroubles } from '../context/account-troubles.ts';
import { gatewayAfterCommit, mailerAfterCommit } from '../context/after-commit.ts';
import { type Clock, steadyClock } from '../context/clock.ts';
import type { Context, PublicChange } from '../context/context.ts';
import { createHeardAnswers } from '../context/heard-answers.ts';
import { createKeptAnswers } from '../context/kept-answers.ts';
import { createProxyWatch } from '../context/proxy-watch.ts';
import { createReturnedForms } from '../context/returned-forms.ts';
import { createStatedWithdrawals } from '../context/stated-withdrawals.ts';
import { createWebhookWatch } from '../context/webhook-watch.ts';
import { createWorkScope } from '../context/work-scope.ts';
import { tryWaitingAgain } from '../delivery/try-waiting-again.ts';
import { watchMailer } from '../delivery/watched-mailer.ts';
import { createHealthReports } from '../doctor/health-report.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { createLive } from '../live/live.ts';
import { type Counts, createCounts } from '../metrics/counts.ts';
import { readServiceId } from '../payments/money/service-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { createStripeGateway } from '../payments/stripe/stripe-gateway.ts';
import { watchGateway } from '../payments/stripe/watched-gateway.ts';
import { createSessions, type Sessions } from '../people/credentials/sessions.ts';
import { drawInProcess } from '../profiles/draw-in-process.ts';
import { createAccountWatch } from '../stripe-account/account-watch.ts';
import { listJobs, untilWritten, watchJob } from './jobs.ts';
import { createLog } from './log.ts';
import { logOrderEvents } from './log-order-events.ts';
import { openMailer } from './open-mailer.ts';
import { openStripe } from './open-stripe.ts';
import { startWorker, type Worker } from './worker.ts';

/** Everything of the service but its HTTP server. */
export interface Service {
  context: Context;
  app: ReturnType<typeof createApp>;
  counts: Counts;
  sandbox: Sandbox | null;
  sessions: Sessions;
  /** What the browser gets to know the payment provider by. */
  publishableKey: string;
  /** @param refresh looks whether what everybody is told alike has changed; it must neither write nor throw */
  whenPublicChanges(refresh: (what: PublicChange) => void): void;
  /** @param areMade whether the public pages say all that they are to say; without it each is made when it is asked for */
  whoKnowsPages(areMade: () => boolean): void;
  /** Tells nobody anything more: who listens comes back to whoever is there then. */
  stopTelling(): void;
  /** Begins nothing more in the background and waits for what is under way, though not for ever. */
  stopJobs(): Promise<void>;
  /** Waits for what is under way and closes everything. */
  close(): Promise<void>;
}

/** What a service takes from outside beside its configuration; the demo brings its own of each. */
export interface Surroundings {
  clock?: Clock;
  random?: Random;
  /** How orders get their numbers: by chance unless given. */
  newOrderNumber?: () => string;
  /** Whether the sandbox is to call our webhook: true, unless nobody listens there yet. */
  isListening?: boolean;
  /** Whether the sandbox takes any free port when none is named and its default one is in use: false unless given. */
  sandboxMayMove?: boolean;
}

/** How long the service before this one gets to end, in milliseconds: a little more than its own patience. */
const claimPatience = seconds(20);

const systemClock: Clock = { now: () => Date.now() };

/**
 * Builds the service from its configuration: database, payments, mail, worker, API.
 *
 * @throws {DatabaseUnusable} or an Error whose message says what to do
 */
export async function createService(config: Config, surroundings: Surroundings = {}): Promise<Service> {
  const {
    clock = systemClock,
    random = systemRandom,
    newOrderNumber = randomOrderNumber,
    isListening = true,
    sandboxMayMove = false,
  } = surroundings;
  const scope = createWorkScope();
  const counts = createCounts();
  const log = createLog(config.log, process.stdout.isTTY === true, scope);
  const claim = await claimForService(config, log);
  const db = openDatabase(config.databasePath);
  logOrderEvents(db, log);
  const serviceId = readServiceId(db);
  const { sandbox, stripe } = await openStripe(config, clock, { isListening, sandboxMayMove }, log);

  const stripeGateway = createStripeGateway({
    ...stripe.keys,
    apiBase: stripe.apiBase,
    serviceId,
    billingDescriptor: () => readIdentity({ db, config }).billingDescriptor,
    hasReceipts: config.stripeReceipts,
    now: clock.now,
  });
  const { gateway, troubles } = watchGateway(stripeGateway, steadyClock, counts.called);
  const post = watchMailer(await openMailer(config, sandbox, () => readIdentity({ db, config })), () =>
    tryWaitingAgain(context),
  );
  const account = watchAccount(config);
  let worker: Worker | undefined;
  let refreshPublic = (_what: PublicChange) => {};
  let refreshDue: PublicChange | null = null;
  let arePagesMade = () => true;
  const context: Context = {
    config,
    db,
    serviceId,
    clock,
    random,
    log,
    scope,
    proxies: createProxyWatch(config, log),
    webhooks: createWebhookWatch(steadyClock, log),
    payments: gatewayAfterCommit(gateway, db),
    heardAnswers: createHeardAnswers(clock),
    keptAnswers: createKeptAnswers(clock),
    returnedForms: createReturnedForms(clock, random),
    statedWithdrawals: createStatedWithdrawals(clock),
    paymentTroubles: troubles,
    accountTroubles: account?.troubles ?? (() => noAccountTroubles),
    mailer: mailerAfterCommit(post.mailer, db),
    mailTrouble: post.trouble,
    newOrderNumber,
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
    mailIsWaiting: () => worker?.poke('outbox'),
  };
  const sessions = createSessions(db, clock, isHttps(config), random);
  const live = createLive({ db, clock, sessions, log });
  const backups = createBackups(context);
  const jobs = [
    ...listJobs(context, sessions, backups),
    // Where nobody writes for a while the log is to say it, too.
    { name: 'database file', every: minutes(1), run: async () => requireInPlace(db) },
    // Soon enough for whoever mends something at Stripe and waits for the alert to go.
    ...(account ? [{ name: 'stripe account', every: minutes(10), run: account.inspect }] : []),
  ];
  tryWaitingAgain(context);
  worker = startWorker(
    jobs.map((job) => watchJob(untilWritten(job, db), { clock, scope, counts })),
    log,
  );
  const runningWorker = worker;
  const findStorageProblem = createStorageProbe(context);
  const app = createApp({
    context,
    sessions,
    rateLimits: createRateLimits(db, clock, config.rateLimits),
    live,
    publishableKey: stripe.keys.publishableKey,
    drawPortrait: drawInProcess(),
    backups,
    readiness: createReadiness(context, () => runningWorker.stuckJobs(), findStorageProblem),
    findStorageProblem,
    readHealth: createHealthReports(context),
    counts,
  });
  return {
    context,
    app,
    counts,
    sandbox,
    sessions,
    publishableKey: stripe.keys.publishableKey,
    whenPublicChanges(refresh) {
      refreshPublic = refresh;
    },
    whoKnowsPages(areMade) {
      arePagesMade = areMade;
    },
    stopTelling: live.close,
    async stopJobs() {
      await Promise.all([backups.close(), runningWorker.stop()]);
    },
    async close() {
      live.close();
      await Promise.all([backups.close(), runningWorker.stop()]);
      context.mailer.close();
      await sandbox?.close();
      db.$client.close();
      claim?.release();
    },
  };
}

/** @returns the claim on the database; null for one in memory, which nobody else has */
async function claimForService({ databasePath }: Config, log: Logger): Promise<Claim | null> {
  if (databasePath === ':memory:') return null;
  const waiting = (why: string) => log.warn({ why }, 'waiting until the database is free');
  return claimDatabase(databasePath, { patience: claimPatience, waiting });
}

/** @returns a look at the account at Stripe; null on the sandbox, which has none to look at */
function watchAccount({ stripe, publicUrl }: Config) {
  if (stripe.mode === 'sandbox') return null;
  // Stripe cannot call this machine: whoever tries things out here has its command-line tool pass events on.
  const isOutOfReach = isLoopback(new URL(publicUrl)) && stripe.apiBase === null;
  return createAccountWatch({
    access: { secretKey: stripe.keys.secretKey, apiBase: stripe.apiBase },
    webhookUrl: isOutOfReach ? null : publicUrl + webhookPath,
  });
}
