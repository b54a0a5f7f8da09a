import type { Logger } from 'pino';
import { type Claim, claimDatabase } from '../../../db/claim.ts';
import { openDatabase } from '../../../db/client.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import { type Random, newOrderNumber as randomOrderNumber, systemRandom } from '../basics/random.ts';
import { readIdentity } from '../business/read-business.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import type { Clock } from '../context/clock.ts';
import { createWorkScope } from '../context/work-scope.ts';
import { readServiceId } from '../payments/money/service-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { createStripeGateway } from '../payments/stripe/stripe-gateway.ts';
import { drawInProcess } from '../profiles/draw-in-process.ts';
import { createAccountWatch } from '../stripe-account/account-watch.ts';
import { createService, type Service } from './create-service.ts';
import { createLog } from './log.ts';
import { logOrderEvents } from './log-order-events.ts';
import { openMailer } from './open-mailer.ts';
import { openStripe } from './open-stripe.ts';

/** What a service takes from outside beside its configuration; the demo brings its own of each. */
export interface Surroundings {
  clock?: Clock;
  random?: Random;
  /** How orders get their numbers: by chance unless given. */
  newOrderNumber?: () => string;
  /** Whether the sandbox is to call our webhook: true, unless the server does not listen yet. */
  isListening?: boolean;
  /** Whether the sandbox takes any free port when none is named and its default one is in use: false unless given. */
  sandboxMayMove?: boolean;
}

/** How long the service before this one gets to end, in milliseconds: a little more than it takes at most. */
const claimTimeoutMs = seconds(20);

const systemClock: Clock = { now: () => Date.now() };

export type OpenService = Service & { sandbox: Sandbox | null };

/**
 * Claims and opens the database, opens Stripe and mail as they are configured, and starts the service on them.
 *
 * @throws {DatabaseUnusable} or an Error whose message says what to do
 */
export async function openService(config: Config, surroundings: Surroundings = {}): Promise<OpenService> {
  const {
    clock = systemClock,
    random = systemRandom,
    newOrderNumber = randomOrderNumber,
    isListening = true,
    sandboxMayMove = false,
  } = surroundings;
  const scope = createWorkScope();
  const log = createLog(config.log, process.stdout.isTTY === true, scope);
  const claim = await claimForService(config, log);
  const db = openDatabase(config.databasePath);
  logOrderEvents(db, log);
  const { sandbox, stripe } = await openStripe(config, clock, { isListening, sandboxMayMove }, log);
  const account = watchAccount(config);
  const service = createService(config, {
    db,
    clock,
    random,
    newOrderNumber,
    log,
    scope,
    payments: createStripeGateway({
      ...stripe.keys,
      apiBase: stripe.apiBase,
      serviceId: readServiceId(db),
      billingDescriptor: () => readIdentity({ db, config }).billingDescriptor,
      hasReceipts: config.stripeReceipts,
      now: clock.now,
    }),
    publishableKey: stripe.keys.publishableKey,
    mailer: await openMailer(config, sandbox, () => readIdentity({ db, config })),
    drawPortrait: drawInProcess(),
    ...(account && { accountTroubles: account.troubles }),
  });
  // Soon enough that an alert goes away while the admin who mended something at Stripe still looks.
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

/** @returns the claim on the database; null for one in memory, which no other process can open */
async function claimForService({ databasePath }: Config, log: Logger): Promise<Claim | null> {
  if (databasePath === ':memory:') return null;
  const waiting = (why: string) => log.warn({ why }, 'waiting until the database is free');
  return claimDatabase(databasePath, { patience: claimTimeoutMs, waiting });
}

/** @returns a look at the account at Stripe; null on the sandbox, which has none to look at */
function watchAccount({ stripe, publicUrl }: Config) {
  if (stripe.mode === 'sandbox') return null;
  // Stripe cannot call this machine: developers here have Stripe's command-line tool pass events on.
  const isOutOfReach = isLoopback(new URL(publicUrl)) && stripe.apiBase === null;
  return createAccountWatch({
    access: { secretKey: stripe.keys.secretKey, apiBase: stripe.apiBase },
    webhookUrl: isOutOfReach ? null : publicUrl + webhookPath,
  });
}
