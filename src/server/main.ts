import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openDatabase } from '../../db/client.ts';
import { DatabaseUnusable } from '../../db/files.ts';
import { type Sandbox, startSandbox } from '../sandbox/index.ts';
import { sandboxKeys } from '../sandbox/keys.ts';
import { webhookMemory } from './alerts/find-alerts.ts';
import { createApp } from './app.ts';
import { eraseForgotten, giveUpAbandoned } from './checkout/abandon-checkouts.ts';
import { webhookPath } from './checkout/checkout-routes.ts';
import { type Config, ConfigError, readConfig, type StripeKeys } from './config/config.ts';
import type { Clock, Context } from './context/context.ts';
import { type Mailer, MailRejected } from './context/mailer.ts';
import { createProxyWatch } from './context/proxy-watch.ts';
import { sendDueMail } from './delivery/send-due-mail.ts';
import { createSmtpMailer } from './delivery/smtp-mailer.ts';
import { createRateLimits, deleteExpiredLimits } from './http/rate-limits.ts';
import { writeReminders } from './notices/reminders.ts';
import { readCustomerOrder } from './order-views/customer-order.ts';
import { deleteExpiredLinks } from './orders/links-repository.ts';
import { forgetMissedWebhooksBefore } from './payments/payment-repository.ts';
import { reconcilePayments } from './payments/settle-payment.ts';
import { createStripeGateway } from './payments/stripe-gateway.ts';
import { watchGateway } from './payments/watched-gateway.ts';
import { deleteExpiredResets } from './people/credentials/credentials-repository.ts';
import { createSessions, type Sessions } from './people/credentials/sessions.ts';
import { forgetOld } from './process/housekeeping.ts';
import { createLog, lastWords } from './process/log.ts';
import { createReadiness } from './process/readiness.ts';
import { startWorker, type Worker } from './process/worker.ts';
import { newToken, newOrderNumber as randomOrderNumber } from './random.ts';
import { dropOldDrafts } from './readings/drafts.ts';
import { type Assets, inlineScriptHashes, loadAssets } from './site/assets.ts';
import { findOutdatedIdentity } from './site/built-site.ts';
import { createListener, type PageHandler } from './site/listener.ts';
import { securityHeaders } from './site/security-headers.ts';

/** Why the service cannot start, in one line that says what to do. */
class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

/** Everything of the service but its HTTP server. */
export interface Service {
  context: Context;
  app: ReturnType<typeof createApp>;
  sandbox: Sandbox | null;
  sessions: Sessions;
  /** Begins nothing more in the background and waits for what is under way, though not for ever. */
  stopJobs(): Promise<void>;
  /** Waits for what is under way and closes everything. */
  close(): Promise<void>;
}

/** The pages: static files, and what renders the others. */
interface Site {
  assets: Assets;
  renderPage: PageHandler;
}

export interface RunningService {
  config: Config;
  server: Server;
  /** Serves what was accepted, then closes everything. */
  stop(): Promise<void>;
}

const second = 1_000;
const minute = 60 * second;

/** What the build noted about the static pages. */
const builtIdentity = new URL('../../dist/site.json', import.meta.url);

/** How long requests under way get when the service stops, in milliseconds. */
const stopPatience = 10 * second;

/** Who is slower than this is cut off. Node would look for them twice a minute only. */
const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  keepAliveTimeout: 65 * second,
  connectionsCheckingInterval: second,
};

/** What a service takes from outside beside its configuration; the demo brings its own of each. */
export interface Surroundings {
  clock?: Clock;
  /** How orders get their numbers: by chance unless given. */
  newOrderNumber?: () => string;
  /** Whether the sandbox is to call our webhook: true, unless nobody listens there yet. */
  isListening?: boolean;
}

const systemClock: Clock = { now: () => Date.now() };

/**
 * Builds the service from its configuration: database, payments, mail, worker, API.
 *
 * @throws {DatabaseUnusable} or an Error whose message says what to do
 */
export async function createService(config: Config, surroundings: Surroundings = {}): Promise<Service> {
  const { clock = systemClock, newOrderNumber = randomOrderNumber, isListening = true } = surroundings;
  const log = createLog(config.logLevel, process.stdout.isTTY === true);
  const db = openDatabase(config.databasePath);
  const { sandbox, stripe } = await openStripe(config, clock, isListening, log);

  const stripeGateway = createStripeGateway({ ...stripe.keys, apiBase: stripe.apiBase, now: clock.now });
  const { gateway, trouble } = watchGateway(stripeGateway, clock);
  let worker: Worker | undefined;
  const context: Context = {
    config,
    db,
    clock,
    log,
    proxies: createProxyWatch(config, log),
    payments: gateway,
    paymentTrouble: trouble,
    mailer: openMailer(config, sandbox),
    newOrderNumber,
    mailIsWaiting: () => worker?.poke('outbox'),
  };
  const sessions = createSessions(db, clock, config.publicUrl.startsWith('https:'));
  worker = startWorker(
    [
      { name: 'outbox', every: second, run: (stop, alive) => sendDueMail(context, stop, alive) },
      { name: 'reminders', every: minute, run: () => writeReminders(context) },
      { name: 'reconciler', every: 3 * minute, run: () => reconcilePayments(context) },
      {
        name: 'abandoned checkouts',
        every: 10 * minute,
        run: (stop, alive) => giveUpAbandoned(context, stop, alive),
      },
      { name: 'housekeeping', every: 60 * minute, run: () => keepHouse(context, sessions) },
    ],
    { clock, log },
  );
  const runningWorker = worker;
  const app = createApp({
    context,
    sessions,
    rateLimits: createRateLimits(db, config.rateLimits),
    publishableKey: stripe.keys.publishableKey,
    readiness: createReadiness(context, () => runningWorker.stuckJobs()),
  });
  return {
    context,
    app,
    sandbox,
    sessions,
    stopJobs: () => runningWorker.stop(),
    async close() {
      await runningWorker.stop();
      context.mailer.close();
      await sandbox?.close();
      db.$client.close();
    },
  };
}

/**
 * Starts the service on the configured address.
 *
 * @param site what it serves beside the API: what was built, unless given
 * @throws {StartFailed}, {DatabaseUnusable}: with one line that says what to do
 */
export async function runService(
  config: Config,
  site?: Site,
  surroundings?: Surroundings,
): Promise<RunningService> {
  const { assets, renderPage } = site ?? (await loadSite());
  const service = await createService(config, surroundings);
  const { log } = service.context;
  const server = createServer(
    timeouts,
    createListener({
      config,
      app: service.app,
      sandbox: service.sandbox && { fetch: service.sandbox.app.fetch },
      assets,
      renderPage,
      sessions: service.sessions,
      readOrder: (token) => readCustomerOrder(service.context, token),
      proxies: service.context.proxies,
      headers: securityHeaders(config, inlineScriptHashes(assets)),
      log,
    }),
  );
  try {
    await listen(server, config);
  } catch (error) {
    await service.close();
    throw error;
  }
  const outdated = config.isProduction ? findOutdatedIdentity(builtIdentity, config.site) : [];
  if (outdated.length > 0) {
    log.warn({ settings: outdated }, 'the pages were built with other settings. Run: npm run build');
  }
  log.info(
    { address: config.publicUrl, stripe: config.stripe.mode, mail: config.smtp ? 'smtp' : 'sandbox' },
    'serving',
  );
  return {
    config,
    server,
    async stop() {
      log.info('stopping');
      // Jobs and requests have their patience at the same time: one after the other would be too long.
      await Promise.all([closeServer(server), service.stopJobs()]);
      await service.close();
      log.info('stopped');
    },
  };
}

/** Stops the service when the process is asked to end. */
export function stopOnSignals(service: RunningService): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const end = (code: number) => lastWords().finally(() => process.exit(code));
    service.stop().then(
      () => end(0),
      () => end(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (service.config.isNpmScript) whenOrphaned(stop);
}

/**
 * npm passes a signal to the shell it started us with, and that shell dies without passing it on. The
 * shell's death is what is left of the signal.
 */
export function whenOrphaned(stop: () => void): void {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, 250).unref();
}

/** Ends the process with one line; the stack only helps when nobody foresaw the failure. */
export function failStart(error: unknown): never {
  const isForeseen = [ConfigError, DatabaseUnusable, StartFailed].some((type) => error instanceof type);
  const details = error instanceof Error ? error.stack : undefined;
  process.stderr.write(`Career Tarot cannot start: ${isForeseen ? messageOf(error) : (details ?? error)}\n`);
  process.exit(1);
}

/** Stripe itself, or the sandbox when no keys are configured. */
async function openStripe(
  config: Config,
  clock: Clock,
  isListening: boolean,
  log: Context['log'],
): Promise<{ sandbox: Sandbox | null; stripe: { keys: StripeKeys; apiBase: string | null } }> {
  if (config.stripe.mode !== 'sandbox') return { sandbox: null, stripe: config.stripe };
  try {
    const sandbox = await startSandbox({
      // The port is for this machine, but the same API answers browsers, whose callers may be anybody.
      ...(config.isProduction && { keys: { ...sandboxKeys, secretKey: `sk_test_${newToken()}` } }),
      storePath: config.databasePath === ':memory:' ? ':memory:' : `${config.databasePath}.sandbox`,
      port: config.stripe.port,
      webhookUrl: isListening ? `http://${localHost(config.host)}:${config.port}${webhookPath}` : null,
      log: log.child({ part: 'sandbox' }),
      now: clock.now,
    });
    return { sandbox, stripe: sandbox };
  } catch (error) {
    throw new StartFailed(`${messageOf(error)} Set STRIPE_SANDBOX_PORT to a free port, or 0 for any.`);
  }
}

/** SMTP, else the sandbox's mailbox; with neither the mail waits in the outbox until there is SMTP. */
function openMailer(config: Config, sandbox: Sandbox | null): Mailer {
  if (config.smtp) {
    try {
      return createSmtpMailer({ ...config.smtp, replyTo: config.site.contactEmail });
    } catch (error) {
      throw new StartFailed(`SMTP_URL or MAIL_FROM cannot be used: ${messageOf(error)}`);
    }
  }
  const from = `${config.site.siteName} <${config.site.contactEmail}>`;
  return {
    async send(mail) {
      if (!sandbox) {
        throw new MailRejected('No mail server is configured: set SMTP_URL.', { isPermanent: false });
      }
      // Every admin can read the sandbox's mail, in production too.
      if (config.isProduction && mail.opensAccount) {
        throw new MailRejected('In production the sandbox keeps no mail that opens an account.', {
          isPermanent: true,
        });
      }
      return { response: `kept in the sandbox as ${sandbox.acceptMail({ ...mail, from }).id}` };
    },
    close: () => {},
  };
}

/** What is over is forgotten. */
async function keepHouse(context: Context, sessions: Sessions): Promise<void> {
  const now = context.clock.now();
  eraseForgotten(context);
  deleteExpiredLinks(context.db, now);
  deleteExpiredResets(context.db, now);
  deleteExpiredLimits(context.db, now);
  forgetMissedWebhooksBefore(context.db, now - webhookMemory);
  dropOldDrafts(context);
  await forgetOld(context);
  await sessions.deleteExpired();
}

function distFolder(name: 'client' | 'server'): string {
  return fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}

async function loadSite(): Promise<Site> {
  const entry = `${distFolder('server')}/entry.mjs`;
  if (!existsSync(entry)) throw new StartFailed('the site is not built. Run: npm run build');
  const pages: { handler: PageHandler } = await import(pathToFileURL(entry).href);
  return { assets: loadAssets(distFolder('client')), renderPage: pages.handler };
}

function listen(server: Server, config: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.code})`;
      reject(new StartFailed(`HOST:PORT ${config.host}:${config.port} ${why}. Set PORT to a free one.`));
    });
    server.listen(config.port, config.host, () => resolve(server.address() as AddressInfo));
  });
}

/** Takes no new connections, answers what was accepted, and then closes what is left. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was busy when closing began would stay open, idle, until its timeout.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const impatience = setTimeout(() => server.closeAllConnections(), stopPatience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) {
  try {
    stopOnSignals(await runService(readConfig()));
  } catch (error) {
    failStart(error);
  }
}
