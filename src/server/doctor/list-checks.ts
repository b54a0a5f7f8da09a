import type Stripe from 'stripe';
import type { Queryable } from '../../../db/client.ts';
import type { DatabaseState } from '../../../db/examine.ts';
import { lastBackupName } from '../../../db/keeping/note-backup.ts';
import { days, seconds } from '../../shared/durations.ts';
import { type HealthCheck, healthChecks } from '../../shared/health.ts';
import { readFailedBackup } from '../backups/backup-repository.ts';
import { readBackupSettings, readBackupSettingsTime } from '../backups/backup-settings.ts';
import type { Config } from '../config/config.ts';
import { isLoopback, originHere } from '../config/loopback.ts';
import { parseSender } from '../delivery/smtp-mailer.ts';
import { countMissedWebhooks } from '../payments/money/payment-repository.ts';
import { readFact, readServiceId } from '../payments/money/service-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { handledEvents } from '../payments/stripe/handled-events.ts';
import { createStripeClient } from '../payments/stripe/stripe-client.ts';
import { checkBackup, withoutFacts } from './checks/check-backup.ts';
import { checkCertificate } from './checks/check-certificate.ts';
import { checkClock } from './checks/check-clock.ts';
import { checkDatabase, checkMigrations } from './checks/check-database.ts';
import { checkDisk } from './checks/check-disk.ts';
import { checkFiles } from './checks/check-files.ts';
import { checkDkim, checkDmarc, checkSpf, isReserved, reservedDomain } from './checks/check-mail-records.ts';
import { checkMailServer, checkTestMail } from './checks/check-mail-server.ts';
import { checkNode } from './checks/check-node.ts';
import { checkPermissions } from './checks/check-permissions.ts';
import { checkProxies, checkPublicUrl } from './checks/check-public-url.ts';
import { checkService, reach } from './checks/check-service.ts';
import { checkSettings, type Settings, withoutSettings } from './checks/check-settings.ts';
import { checkStripeAccount, checkStripeKey } from './checks/check-stripe.ts';
import { checkDeliveries, checkEndpoint } from './checks/check-webhooks.ts';
import { type Finding, skipped } from './checks/finding.ts';
import { findNewestEvent } from './doctor-repository.ts';
import { identityOf } from './identity-of.ts';
import type { Check } from './run-checks.ts';
import type { Surroundings } from './surroundings.ts';

/** Whom doctor looks at. */
export interface Patient {
  settings: Settings;
  /** The database's file; null where it lives in memory, or nobody knows. */
  databasePath: string | null;
  /** The database to ask for facts; null where it cannot be read. */
  db: Queryable | null;
  /** Looks through all of it; null when it was not read in time. */
  examine: () => Promise<DatabaseState | null>;
  /** What the mail server calls its keys, where it is told. */
  dkimSelectors: readonly string[];
  /** To whom a test mail is sent; null for nobody. */
  mailTo: string | null;
  sendTestMail: (address: string) => Promise<{ response: string }>;
}

type Look = () => Finding | Promise<Finding>;

/** @returns everything that is looked at, in the order in which it is told; each whoever waits for it */
export function listChecks(patient: Patient, around: Surroundings): Check[] {
  const looks: Record<HealthCheck, Look> = {
    settings: () => checkSettings(patient.settings),
    node: () => checkNode(around.node),
    ...databaseLooks(patient, around),
    ...networkLooks(patient, around),
    ...stripeLooks(patient, around),
    ...mailLooks(patient, around),
  };
  return Object.keys(healthChecks).map((name) => {
    const check = name as HealthCheck;
    return { check, look: looks[check] };
  });
}

function databaseLooks({ databasePath: path, db, examine, settings }: Patient, around: Surroundings) {
  const examined = once(examine);
  const onFile = (look: (path: string) => ReturnType<Look>): Look =>
    path !== null
      ? () => look(path)
      : () => (settings.config === null ? withoutSettings() : skipped('The database lives in memory.'));
  return {
    files: onFile((file) => checkFiles({ ...around, path: file, look: around.lookAtFile })),
    disk: onFile((file) =>
      checkDisk({
        path: file,
        databaseBytes: around.sizeOf(file) + around.sizeOf(`${file}-wal`),
        look: around.lookAtDisk,
      }),
    ),
    database: onFile(() => checkDatabase(examined)),
    migrations: onFile(() => checkMigrations(examined)),
    backup: onFile(() => {
      const facts = factsOf(db);
      if (facts === null) return withoutFacts();
      const isLive = settings.config?.isProduction === true && settings.config.stripe.mode === 'live';
      return checkBackup({ ...facts.backups, now: around.clock.now(), isLive });
    }),
  };
}

function networkLooks({ settings: { config }, db }: Patient, around: Surroundings) {
  const needed = needing(config);
  const serviceId = factsOf(db)?.serviceId ?? null;
  const options = { ask: around.ask, now: around.clock.now, nonce: around.random.newToken };
  const publicly = once(async () => {
    if (config === null || serviceId === null) return null;
    const [reached, here] = await Promise.all([
      reach({ ...options, config, serviceId }, config.publicUrl),
      reach({ ...options, config, serviceId }, originHere(config)),
    ]);
    return { config, reached, isRunning: here.by === 'service' };
  });
  return {
    service: needed((known) => checkService({ ...options, config: known, serviceId })),
    public_url: needed(async () => {
      const address = await publicly();
      return address ? checkPublicUrl(address) : withoutFacts();
    }),
    proxies: needed(async () => {
      const address = await publicly();
      return address ? checkProxies(address) : withoutFacts();
    }),
    certificate: needed(({ publicUrl }) =>
      checkCertificate(publicUrl, around.lookAtCertificate, around.clock.now()),
    ),
  };
}

const stripesOwn = 'https://api.stripe.com';

/** In milliseconds, for each call. */
const stripePatience = seconds(6);

type StripeKeys = Exclude<Config['stripe'], { mode: 'sandbox' }>;

function stripeLooks({ settings: { config }, db }: Patient, { ask, clock }: Surroundings) {
  const atStripe = (look: (stripe: Stripe, settings: StripeKeys, config: Config) => ReturnType<Look>): Look =>
    needing(config)((known) => {
      const { stripe: settings } = known;
      if (settings.mode === 'sandbox') return skipped('Payments are made in the sandbox: there are no keys.');
      const { keys, apiBase } = settings;
      const access = { secretKey: keys.secretKey, apiBase, timeoutMilliseconds: stripePatience, retries: 0 };
      return look(createStripeClient(access), settings, known);
    });
  const key = once(async () => atStripe((stripe, settings) => checkStripeKey(stripe, settings))());
  /** With a key that does not work nothing else does, and it is told once. */
  const withKey = (look: Parameters<typeof atStripe>[0]): Look =>
    atStripe(async (...known) =>
      (await key()).state === 'failed' ? skipped('It needs the Stripe key.') : look(...known),
    );
  const whereCalled = (look: (stripe: Stripe, config: Config) => ReturnType<Look>): Look =>
    withKey((stripe, { apiBase }, known) =>
      apiBase === null && isLoopback(new URL(known.publicUrl))
        ? skipped('Stripe cannot reach this machine: stripe listen passes events on.')
        : look(stripe, known),
    );
  return {
    clock: atStripe((_stripe, { apiBase }) =>
      checkClock({ ask, stripe: apiBase ?? stripesOwn, now: clock.now }),
    ),
    stripe_key: key,
    stripe_account: withKey((stripe, settings, config) =>
      checkStripeAccount(stripe, settings, identityOf(config, db).billingDescriptor),
    ),
    stripe_permissions: withKey((stripe, { keys }) => checkPermissions(stripe, keys.secretKey)),
    webhook_endpoint: whereCalled((stripe, { publicUrl }) => checkEndpoint(stripe, publicUrl + webhookPath)),
    webhook_deliveries: whereCalled((stripe) => {
      const now = clock.now();
      const facts = factsOf(db);
      return checkDeliveries(stripe, {
        missed: db && facts && countMissedWebhooks(db, now - days(1)),
        newestEventAt: facts?.newestEventAt ?? null,
        now,
      });
    }),
  };
}

function mailLooks(
  { settings: { config }, mailTo, sendTestMail, dkimSelectors }: Patient,
  { tryMailServer, resolveTxt }: Surroundings,
) {
  const bySmtp = (look: (smtp: NonNullable<Config['smtp']>) => ReturnType<Look>): Look =>
    needing(config)(({ smtp }) =>
      smtp ? look(smtp) : skipped('SMTP_URL is not set: mail stays in the sandbox.'),
    );
  const forDomain = (look: (domain: string) => Promise<Finding>): Look =>
    bySmtp(({ from }) => {
      const domain = parseSender(from).address.replace(/^.*@/, '');
      return isReserved(domain) ? reservedDomain(domain) : look(domain);
    });
  return {
    mail_server: bySmtp(({ url }) => checkMailServer(url, tryMailServer)),
    test_mail: bySmtp(() => checkTestMail(mailTo, sendTestMail)),
    spf: forDomain((domain) => checkSpf(domain, resolveTxt)),
    dkim: forDomain((domain) => checkDkim(domain, dkimSelectors, resolveTxt)),
    dmarc: forDomain((domain) => checkDmarc(domain, resolveTxt)),
  };
}

/** @returns what skips a look whose settings cannot be read */
function needing(config: Config | null) {
  return (look: (config: Config) => ReturnType<Look>): Look =>
    () =>
      config === null ? withoutSettings() : look(config);
}

/** @returns what the database knows; null when there is none, or one of an older version that lacks a table */
function factsOf(db: Queryable | null) {
  if (db === null) return null;
  try {
    return {
      serviceId: readServiceId(db),
      backups: {
        fact: readFact(db, lastBackupName),
        failed: readFailedBackup(db),
        settings: readBackupSettings(db),
        settingsSince: readBackupSettingsTime(db),
      },
      newestEventAt: findNewestEvent(db, handledEvents),
    };
  } catch {
    return null;
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= work();
    return made;
  };
}
