import { setTimeout } from 'node:timers/promises';
import type { Queryable } from '../../../../db/client.ts';
import type { DatabaseState } from '../../../../db/examine.ts';
import { isForbidden, userName } from '../../../../db/files.ts';
import { seconds } from '../../../shared/durations.ts';
import {
  type HealthCheck,
  type HealthFinding,
  type HealthReport,
  healthChecks,
} from '../../../shared/ops/health.ts';
import type { BusinessIdentity } from '../../../shared/shop/business-schema.ts';
import { isLoopback } from '../../base/config/addresses.ts';
import { formatCommands } from '../../base/config/command-format.ts';
import type { Config } from '../../base/config/config.ts';
import type { Context } from '../../base/context.ts';
import { codeOf } from '../../base/domain-error.ts';
import { isoTime } from '../../base/time/moments.ts';
import { tryMailServer } from '../../mail/smtp-server.ts';
import { countMissedWebhooks, missedWebhookMs, readServiceId } from '../../payments/payment-repository.ts';
import { webhookPath } from '../../payments/payment-routes.ts';
import { createStripeClient } from '../../payments/stripe/stripe-client.ts';
import { demoAccounts } from '../../people/demo-accounts.ts';
import { findUserByName } from '../../people/people-repository.ts';
import { readFailedBackup, readLastBackup } from '../../shop/facts-repository.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { readFirstAccountTime } from '../backups/backup-repository.ts';
import { readBackupSettings, readBackupSettingsTime } from '../backups/backup-settings.ts';
import { examineInChildProcess } from '../backups/database-child-process.ts';
import { isBeforeFirstStart } from '../backups/earlier-shop.ts';
import { checkAddress } from './check-address.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase, checkDisk, createFileView } from './check-database.ts';
import { checkMail } from './check-mail.ts';
import { checkLibraries, checkNode, checkSettings, findUnloadable } from './check-settings.ts';
import { checkClock, checkStripe, checkWebhooks, readClock } from './check-stripe.ts';
import { combineFindings, error, type Finding, ok, spanText, warning } from './finding.ts';
import { fetchCertificate, requestUnverified } from './network.ts';

export interface CheckedService {
  config: Config;
  /** Null where the database lives in memory. */
  databasePath: string | null;
  db: Queryable | null;
  examine: (path: string) => Promise<DatabaseState | null>;
  sendTestMail: ((from: BusinessIdentity | Config['site']) => Promise<{ response: string }>) | null;
}

const realNetwork = {
  ask: requestUnverified,
  fetchCertificate,
  tryMailServer,
  findUnloadable,
  now: Date.now,
};

/** Starts all checks, and returns a promise of each finding, in the order of the report; none rejects. */
export function runChecks(
  service: CheckedService,
  timeoutMs: (check: HealthCheck) => number,
  network = realNetwork,
): Promise<HealthFinding>[] {
  const way = service.config.commandFormat;
  const checks = listChecks(service, network);
  return Object.keys(healthChecks).map(async (name) => {
    const check = name as HealthCheck;
    const { state, found, advice } = await runCheck(checks[check], timeoutMs(check));
    return { check, state, found: formatCommands(found, way), advice: advice && formatCommands(advice, way) };
  });
}

const pageTimeoutMs = seconds(12);

/** Runs all checks for the admin's page; one that takes over 12 seconds is reported as an error. */
export async function runHealthChecks({ config, db, clock }: Context): Promise<HealthReport> {
  const databasePath = config.databasePath === ':memory:' ? null : config.databasePath;
  const timeoutMs = pageTimeoutMs - seconds(1);
  const examine = (path: string) => examineInChildProcess({ path, isThorough: false, timeoutMs });
  const service = { config, databasePath, db, examine, sendTestMail: null };
  const network = { ...realNetwork, now: clock.now };
  const findings = await Promise.all(runChecks(service, () => pageTimeoutMs, network));
  return { checkedAt: isoTime(clock.now()), findings };
}

type Check = () => Finding | Promise<Finding>;

const withoutDatabase = warning`This check needs the database, which is missing or cannot be read.
      Fix the database first.`;
const withoutKeys = ok`Stripe is not connected: payments are made in the sandbox.`;
const clockWithoutKeys = ok`It’s compared with Stripe’s clock once Stripe is connected.`;
const realMailOfTestOrders = warning`Emails are real, while payments are made in the sandbox: no money is taken, and each test order sends emails to the address in its form.
      Use only your own addresses in test orders. To take payments, set Stripe’s keys, as docs/stripe.md says.`;

function listChecks(service: CheckedService, network: typeof realNetwork): Record<HealthCheck, Check> {
  const { config, databasePath: path, db, examine, sendTestMail } = service;
  const { stripe, smtp, publicUrl } = config;
  const known = db && readKnown(db, config, network.now());
  const identity = known?.identity ?? config.site;
  const isLive = config.isProduction && stripe.mode === 'live';
  const inMemory = ok`The database lives in memory.`;
  const isNew = path !== null && db === null && isBeforeFirstStart(path, config.cacheFolder);
  const clock = stripe.mode === 'sandbox' ? null : readClock(network.ask, stripe.apiBase, network.now);
  return {
    settings: () => checkSettings(config, known && { ...known, contactEmail: identity.contactEmail }),
    node: async () => combineFindings(checkNode(), checkLibraries(await network.findUnloadable())),
    database: () =>
      path === null ? inMemory : checkDatabase(path, createFileView(config.cacheFolder), () => examine(path)),
    disk: () => (path === null ? inMemory : checkDisk(path)),
    backup: () => {
      if (path === null) return inMemory;
      if (!known && !isNew) return withoutDatabase;
      return checkBackup(path, known?.backups ?? null, isLive, { examine, ...config.backup });
    },
    address: () => {
      if (!known && !isNew) return withoutDatabase;
      return checkAddress(config, known?.serviceId ?? 'not started yet', network, network.now());
    },
    clock: async () => (clock === null ? clockWithoutKeys : checkClock(await clock)),
    stripe: () =>
      stripe.mode === 'sandbox'
        ? withoutKeys
        : checkStripe(stripeClient(stripe), stripe, identity.billingDescriptor),
    webhooks: async () => {
      if (stripe.mode === 'sandbox' || clock === null) return withoutKeys;
      if (stripe.apiBase === null && isLoopback(new URL(publicUrl)))
        return ok`Stripe cannot reach this machine. Run stripe listen, which forwards the events.`;
      if (!known && !isNew) return withoutDatabase;
      const deliveries = { url: publicUrl + webhookPath, missed: known?.missed ?? 0, now: network.now() };
      return checkWebhooks(stripeClient(stripe), deliveries, await clock);
    },
    mail: async () => {
      if (!smtp) return ok`The mail server is not connected (SMTP_URL): emails stay in the sandbox.`;
      const send = sendTestMail && (() => sendTestMail(identity));
      const server = await checkMail(smtp.url, network.tryMailServer, send);
      return combineFindings(server, stripe.mode === 'sandbox' ? realMailOfTestOrders : null);
    },
  };
}

function stripeClient({ keys, apiBase }: Exclude<Config['stripe'], { mode: 'sandbox' }>) {
  const { secretKey } = keys;
  return createStripeClient({ secretKey, apiBase, timeoutMilliseconds: seconds(5), retries: 0 });
}

/** Reads the checks' data from the database; null if one of another version lacks a table or column. */
function readKnown(db: Queryable, config: Config, now: number) {
  try {
    return {
      serviceId: readServiceId(db),
      identity: readIdentity({ db, config }),
      hasAccount: readFirstAccountTime(db) !== null,
      namesakes: demoAccounts.flatMap(({ username, password }) => {
        const user = findUserByName(db, username);
        return user ? { ...user, demoPassword: password } : [];
      }),
      backups: {
        last: readLastBackup(db),
        failed: readFailedBackup(db),
        settings: readBackupSettings(db),
        settingsSince: readBackupSettingsTime(db) ?? readFirstAccountTime(db),
        now,
      },
      missed: countMissedWebhooks(db, now - missedWebhookMs),
    };
  } catch {
    return null;
  }
}

async function runCheck(check: Check, timeoutMs: number): Promise<Finding> {
  const late = error`No answer within ${spanText(timeoutMs)}.
      Check the network, and that the other side is running.`;
  const stop = new AbortController();
  try {
    return await Promise.race([check(), setTimeout(timeoutMs, late, { signal: stop.signal })]);
  } catch (cause) {
    if (isForbidden(cause))
      return error`User ${userName()} has no permission to look there (${codeOf(cause)}).
      Run doctor as the service’s user; if this is that user, make it the owner of the database folder, as “Database” says.`;
    return error`The check failed (${codeOf(cause)}).
      Run npm run doctor on the server; if it says the same, please report it as a bug.`;
  } finally {
    stop.abort();
  }
}
