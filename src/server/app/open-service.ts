import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { openDatabase } from '../../../db/client.ts';
import { lockDatabase } from '../../../db/database-lock.ts';
import { errorMessage } from '../../../db/files.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import type { BusinessIdentity } from '../../shared/shop/business-schema.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { isLoopback, localOrigin } from '../base/config/addresses.ts';
import type { Config, StripeKeys } from '../base/config/config.ts';
import { findReplyAddress } from '../base/config/placeholder-addresses.ts';
import type { WorkScope } from '../base/context.ts';
import { type Mailer, MailRejected } from '../base/mailer.ts';
import { type Random, systemRandom } from '../base/random.ts';
import { noteDatabase } from '../ops/backups/earlier-shop.ts';
import { readServiceId } from '../payments/payment-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { createAccountWatch } from '../payments/stripe/account-watch.ts';
import { createStripeGateway } from '../payments/stripe/stripe-gateway.ts';
import { readIdentity } from '../shop/read-business.ts';
import { createService, type Service } from './create-service.ts';
import { createLog, logOrderEvents } from './log.ts';
import type { Site } from './public-pages.ts';
import { refuseMissingDatabase, StartFailed } from './start-stop.ts';

export interface ServiceOptions {
  clock?: Clock;
  random?: Random;
  /** Whether HTTP follows, so that the sandbox can call the webhook. */
  isListening?: boolean;
  /** Whether the sandbox may take another port if its default one is in use. */
  sandboxMayMove?: boolean;
  /** Creates an empty shop, even if an earlier shop's database is missing. */
  isNewShop?: boolean;
  site?: Site | null;
}

/** How long to wait for the previous service to end: slightly more than it can take. */
const claimTimeoutMs = seconds(20);

const defaultSandboxPort = 12_111;

export type OpenService = Service & { sandbox: Sandbox | null };

/** Starts the service, its jobs and any sandbox, but no HTTP. Waits 20 s for the database. @throws as `runService` */
export async function openService(
  config: Config,
  {
    clock = systemClock,
    random = systemRandom,
    isListening = true,
    sandboxMayMove = false,
    isNewShop = false,
    site = null,
  }: ServiceOptions = {},
): Promise<OpenService> {
  if (!isNewShop) refuseMissingDatabase(config);
  const scope: WorkScope = new AsyncLocalStorage();
  const log = createLog(config.log, process.stdout.isTTY === true, scope);
  const waiting = (why: string) => log.warn({ why }, 'waiting until the database is free');
  const claim =
    config.databasePath === ':memory:'
      ? null
      : await lockDatabase(config.databasePath, { timeoutMs: claimTimeoutMs, onWait: waiting });
  const db = openDatabase(config.databasePath);
  if (claim !== null) noteDatabase(config.databasePath, config.cacheFolder);
  logOrderEvents(db, log);
  const { sandbox, stripe } = await openStripe(config, clock, { isListening, sandboxMayMove }, log);
  const account = watchAccount(config);
  const service = createService(config, {
    db,
    clock,
    random,
    log,
    scope,
    payments: createStripeGateway({
      ...stripe.keys,
      apiBase: stripe.apiBase,
      serviceId: readServiceId(db),
      billingDescriptor: () => readIdentity({ db, config }).billingDescriptor,
      now: clock.now,
    }),
    publishableKey: stripe.keys.publishableKey,
    site,
    sandbox: sandbox?.app ?? null,
    mailer: await openMailer(config, sandbox, () => readIdentity({ db, config })),
    ...(account && { accountTroubles: account.troubles }),
  });
  // Often enough that an alert goes away while the admin who fixed the account still looks.
  service.start(account ? [{ name: 'stripe account', every: minutes(10), run: account.inspect }] : []);
  return {
    ...service,
    sandbox,
    async close() {
      await service.close(() => sandbox?.close());
      claim?.release();
    },
  };
}

async function openStripe(
  config: Config,
  clock: Clock,
  { isListening, sandboxMayMove }: { isListening: boolean; sandboxMayMove: boolean },
  log: Logger,
): Promise<{ sandbox: Sandbox | null; stripe: { keys: StripeKeys; apiBase: string | null } }> {
  if (config.stripe.mode !== 'sandbox') return { sandbox: null, stripe: config.stripe };
  const { startSandbox } = await import('../../sandbox/index.ts');
  const { sandboxKeys } = await import('../../sandbox/sandbox-keys.ts');
  try {
    const sandbox = await startSandbox({
      // The port is for this machine, but the same API answers browsers, and any visitor may call it.
      ...(config.isProduction && {
        keys: {
          ...sandboxKeys,
          secretKey: `sk_test_${systemRandom.newToken()}`,
          webhookSecret: `whsec_${systemRandom.newToken()}`,
        },
      }),
      storePath: config.databasePath === ':memory:' ? ':memory:' : `${config.databasePath}.sandbox`,
      port: config.stripe.port ?? defaultSandboxPort,
      mayMove: sandboxMayMove && config.stripe.port === null,
      keepsMail: config.smtp === null,
      webhookUrl: isListening ? localOrigin(config) + webhookPath : null,
      log: log.child({ part: 'sandbox' }),
      now: clock.now,
    });
    return { sandbox, stripe: sandbox };
  } catch (error) {
    throw new StartFailed(`${errorMessage(error)} Set STRIPE_SANDBOX_PORT to a free port, or 0 for any.`);
  }
}

/** Without SMTP and sandbox the mail waits in the outbox. */
async function openMailer(
  config: Config,
  sandbox: Sandbox | null,
  identity: () => BusinessIdentity,
): Promise<Mailer> {
  if (config.smtp) {
    const { createSmtpMailer } = await import('../mail/smtp-mailer.ts');
    try {
      return createSmtpMailer({ ...config.smtp, replyTo: () => findReplyAddress(identity().contactEmail) });
    } catch (error) {
      throw new StartFailed(`SMTP_URL or MAIL_FROM cannot be used: ${errorMessage(error)}`);
    }
  }
  return {
    async send(mail) {
      if (!sandbox) {
        throw new MailRejected('No mail server is configured: set SMTP_URL.', {
          isPermanent: false,
          fault: 'unset',
        });
      }
      // Every admin can read the sandbox's mail, in production too.
      if (config.isProduction && mail.opensAccount) {
        throw new MailRejected('In production, the sandbox keeps no email with a link to an account.', {
          isPermanent: true,
        });
      }
      const { siteName, contactEmail } = identity();
      const from = `${siteName} <${contactEmail}>`;
      return { response: `kept in the sandbox as ${sandbox.acceptMail({ ...mail, from }).id}` };
    },
    close: () => {},
  };
}

function watchAccount({ stripe, publicUrl }: Config) {
  if (stripe.mode === 'sandbox') return null;
  // Stripe cannot call this machine: developers here have Stripe's command-line tool pass events on.
  const isOutOfReach = isLoopback(new URL(publicUrl)) && stripe.apiBase === null;
  const access = { secretKey: stripe.keys.secretKey, apiBase: stripe.apiBase };
  return createAccountWatch(access, isOutOfReach ? null : publicUrl + webhookPath);
}
