import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type { Queryable } from '../../../db/client.ts';
import type { DatabaseState } from '../../../db/examine.ts';
import { lastBackupName } from '../../../db/keeping/note-backup.ts';
import { demoAccounts } from '../../../db/seed.ts';
import { days, seconds } from '../../shared/durations.ts';
import { type HealthCheck, healthChecks } from '../../shared/health.ts';
import { findFirstAccount, readFailedBackup } from '../backups/backup-repository.ts';
import { readBackupSettings, readBackupSettingsTime } from '../backups/backup-settings.ts';
import type { Config } from '../config/config.ts';
import { isLoopback, originHere } from '../config/loopback.ts';
import type { UsableSettings } from '../config/usable-settings.ts';
import { parseSender } from '../delivery/smtp-mailer.ts';
import { countMissedWebhooks } from '../payments/money/payment-repository.ts';
import { readFact, readServiceId } from '../payments/money/service-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { handledEvents } from '../payments/stripe/handled-events.ts';
import { createStripeClient } from '../payments/stripe/stripe-client.ts';
import { passwordMatches } from '../people/credentials/passwords.ts';
import { findUserByName } from '../people/directory/people-repository.ts';
import { checkAddresses } from './checks/check-addresses.ts';
import { checkBackup } from './checks/check-backup.ts';
import { checkCertificate } from './checks/check-certificate.ts';
import { checkClock } from './checks/check-clock.ts';
import { checkDatabase, checkMigrations } from './checks/check-database.ts';
import { checkDemoAccounts, type Namesake } from './checks/check-demo-accounts.ts';
import { checkDisk } from './checks/check-disk.ts';
import { checkFiles } from './checks/check-files.ts';
import { checkDkim, checkDmarc, checkSpf, isReserved, reservedDomain } from './checks/check-mail-records.ts';
import { checkMailServer, checkTestMail } from './checks/check-mail-server.ts';
import { checkNode } from './checks/check-node.ts';
import { checkPermissions } from './checks/check-permissions.ts';
import { checkProxies, checkPublicUrl } from './checks/check-public-url.ts';
import { checkService, reach } from './checks/check-service.ts';
import { checkSettings, withoutSetting } from './checks/check-settings.ts';
import { checkStripeAccount, checkStripeKey } from './checks/check-stripe.ts';
import { checkDeliveries, checkEndpoint } from './checks/check-webhooks.ts';
import { type Finding, skipped } from './checks/finding.ts';
import { findNewestEvent } from './doctor-repository.ts';
import { identityOf } from './identity-of.ts';
import type { Check } from './run-checks.ts';
import type { Surroundings } from './surroundings.ts';

/** What doctor checks. */
export interface Patient {
  settings: UsableSettings<Config>;
  /** The database's file; null where it lives in memory, or is unknown. */
  databasePath: string | null;
  /** The database for queries; null when it cannot be read. */
  db: Queryable | null;
  /** Reads the whole database; null when that takes too long. */
  examine: () => Promise<DatabaseState | null>;
  /** The mail server's names for its keys, if given. */
  dkimSelectors: readonly string[];
  /** The address for a test mail; null for no test mail. */
  mailTo: string | null;
  sendTestMail: (address: string) => Promise<{ response: string }>;
}

type Look = () => Finding | Promise<Finding>;

const noDatabase = 'There is no database yet.';
const unreadDatabase = 'The database could not be read.';

/** @returns all checks in the order of the report; each runs when it is called */
export function listChecks(patient: Patient, around: Surroundings): Check[] {
  const looks: Record<HealthCheck, Look> = {
    settings: () => checkSettings(patient.settings),
    node: () => checkNode(around.node),
    ...databaseLooks(patient, around),
    demo_accounts: demoLook(patient, around),
    ...networkLooks(patient, around),
    ...stripeLooks(patient, around),
    addresses: needing(
      patient.settings,
      ['PUBLIC_URL', 'STRIPE_SECRET_KEY', 'MAIL_FROM', 'CONTACT_EMAIL'],
      () =>
        checkAddresses(patient.settings.config, identityOf(patient.settings.config, patient.db).contactEmail),
    ),
    ...mailLooks(patient, around),
  };
  return Object.keys(healthChecks).map((name) => {
    const check = name as HealthCheck;
    return { check, look: looks[check] };
  });
}

function databaseLooks({ databasePath: path, db, examine, settings }: Patient, around: Surroundings) {
  const examined = once(examine);
  const onPlace = (look: (path: string) => ReturnType<Look>): Look =>
    needing(settings, ['DATABASE_PATH'], () =>
      path === null ? skipped('The database lives in memory.') : look(path),
    );
  const onFile = (look: (path: string) => ReturnType<Look>): Look =>
    onPlace((file) => (around.lookAtFile(file) === null ? skipped(noDatabase) : look(file)));
  return {
    files: onPlace((file) => checkFiles({ ...around, path: file, look: around.lookAtFile })),
    disk: onPlace((file) =>
      checkDisk({
        folder: nearestFolder(dirname(file), around),
        databaseBytes: around.sizeOf(file) + around.sizeOf(`${file}-wal`),
        look: around.lookAtDisk,
      }),
    ),
    database: onFile(() => checkDatabase(examined)),
    migrations: onFile(() => checkMigrations(examined)),
    backup: onFile(() => {
      const facts = factsOf(db);
      if (facts === null) return skipped(unreadDatabase);
      const isLive = settings.config.isProduction && settings.config.stripe.mode === 'live';
      return checkBackup({ ...facts.backups, now: around.clock.now(), isLive });
    }),
  };
}

function demoLook({ settings, databasePath, db }: Patient, { lookAtFile }: Surroundings): Look {
  return needing(settings, ['DATABASE_PATH', 'STRIPE_SECRET_KEY', 'STRIPE_MODE', 'NODE_ENV'], () => {
    if (databasePath !== null && lookAtFile(databasePath) === null) return skipped(noDatabase);
    const namesakes = db && findNamesakes(db);
    return namesakes === null
      ? skipped(unreadDatabase)
      : checkDemoAccounts({ config: settings.config, namesakes, matches: passwordMatches });
  });
}

/** @returns the accounts with names of demo accounts; null when the database is of an older version */
function findNamesakes(db: Queryable): Namesake[] | null {
  try {
    return demoAccounts.flatMap(({ username, password }) => {
      const user = findUserByName(db, username);
      return user ? { ...user, demoPassword: password } : [];
    });
  } catch {
    return null;
  }
}

/** @returns the folder, or the nearest existing one above it, whose disk the first start will use */
function nearestFolder(folder: string, { lookAtFile }: Pick<Surroundings, 'lookAtFile'>): string {
  const above = dirname(folder);
  return above === folder || lookAtFile(folder) !== null ? folder : nearestFolder(above, { lookAtFile });
}

function networkLooks({ settings, databasePath, db }: Patient, around: Surroundings) {
  const { config } = settings;
  const serviceId = factsOf(db)?.serviceId ?? null;
  const options = { ask: around.ask, now: around.clock.now, nonce: around.random.newToken };
  const here = ['DATABASE_PATH', 'HOST', 'PORT'];
  const isThere = databasePath === null || around.lookAtFile(databasePath) !== null;
  const withoutFacts = () => skipped(isThere ? unreadDatabase : noDatabase);
  const publicly = once(async () => {
    if (serviceId === null) return null;
    const [reached, atHome] = await Promise.all([
      reach({ ...options, config, serviceId }, config.publicUrl),
      reach({ ...options, config, serviceId }, originHere(config)),
    ]);
    return { config, reached, isRunning: atHome.by === 'service' };
  });
  return {
    service: needing(settings, here, () =>
      serviceId === null ? withoutFacts() : checkService({ ...options, config, serviceId }),
    ),
    public_url: needing(settings, [...here, 'PUBLIC_URL'], async () => {
      const address = await publicly();
      return address ? checkPublicUrl(address) : withoutFacts();
    }),
    proxies: needing(settings, [...here, 'PUBLIC_URL', 'TRUSTED_PROXY_HOPS'], async () => {
      const address = await publicly();
      return address ? checkProxies(address) : withoutFacts();
    }),
    certificate: needing(settings, ['PUBLIC_URL'], () =>
      checkCertificate(config.publicUrl, around.lookAtCertificate, around.clock.now()),
    ),
  };
}

const stripesOwn = 'https://api.stripe.com';

/** In milliseconds, for each call. */
const stripePatience = seconds(6);

type StripeKeys = Exclude<Config['stripe'], { mode: 'sandbox' }>;

function stripeLooks({ settings, db }: Patient, { ask, clock }: Surroundings) {
  const { config } = settings;
  const atStripe = (look: (stripe: Stripe, settings: StripeKeys) => ReturnType<Look>): Look =>
    needing(settings, ['STRIPE_SECRET_KEY', 'STRIPE_MODE', 'STRIPE_API_BASE'], () => {
      const { stripe } = config;
      if (stripe.mode === 'sandbox') return skipped('Payments are made in the sandbox: there are no keys.');
      const { keys, apiBase } = stripe;
      const access = { secretKey: keys.secretKey, apiBase, timeoutMilliseconds: stripePatience, retries: 0 };
      return look(createStripeClient(access), stripe);
    });
  const key = once(async () => atStripe(checkStripeKey)());
  /** Skips a check of Stripe when the key does not work, which is reported once. */
  const withKey = (look: Parameters<typeof atStripe>[0]): Look =>
    atStripe(async (...known) =>
      (await key()).state === 'failed' ? skipped('It needs the Stripe key.') : look(...known),
    );
  const whereCalled = (look: (stripe: Stripe) => ReturnType<Look>): Look =>
    needing(
      settings,
      ['PUBLIC_URL'],
      withKey((stripe, { apiBase }) =>
        apiBase === null && isLoopback(new URL(config.publicUrl))
          ? skipped('Stripe cannot reach this machine: stripe listen passes events on.')
          : look(stripe),
      ),
    );
  return {
    clock: atStripe((_stripe, { apiBase }) =>
      checkClock({ ask, stripe: apiBase ?? stripesOwn, now: clock.now }),
    ),
    stripe_key: key,
    stripe_account: withKey((stripe, keys) =>
      checkStripeAccount(stripe, keys, identityOf(config, db).billingDescriptor),
    ),
    stripe_permissions: withKey((stripe, { keys }) => checkPermissions(stripe, keys.secretKey)),
    webhook_endpoint: whereCalled((stripe) => checkEndpoint(stripe, config.publicUrl + webhookPath)),
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
  { settings, mailTo, sendTestMail, dkimSelectors }: Patient,
  { tryMailServer, resolveTxt }: Surroundings,
) {
  const bySmtp = (names: string[], look: (smtp: NonNullable<Config['smtp']>) => ReturnType<Look>): Look =>
    needing(settings, names, () => {
      const { smtp } = settings.config;
      return smtp ? look(smtp) : skipped('SMTP_URL is not set: mail stays in the sandbox.');
    });
  const forDomain = (look: (domain: string) => Promise<Finding>): Look =>
    bySmtp(['MAIL_FROM'], ({ from }) => {
      const domain = parseSender(from).address.replace(/^.*@/, '');
      return isReserved(domain) ? reservedDomain(domain) : look(domain);
    });
  return {
    mail_server: bySmtp(['SMTP_URL'], ({ url }) => checkMailServer(url, tryMailServer)),
    test_mail: bySmtp(['SMTP_URL', 'MAIL_FROM'], () => checkTestMail(mailTo, sendTestMail)),
    spf: forDomain((domain) => checkSpf(domain, resolveTxt)),
    dkim: forDomain((domain) => checkDkim(domain, dkimSelectors, resolveTxt)),
    dmarc: forDomain((domain) => checkDmarc(domain, resolveTxt)),
  };
}

/** @returns a check that is skipped when a setting that it needs cannot be used */
function needing({ unusable }: UsableSettings<Config>, names: readonly string[], look: Look): Look {
  const missing = names.find((name) => unusable.has(name));
  return missing === undefined ? look : () => withoutSetting(missing);
}

/** @returns the facts in the database; null without one, or when one of an older version lacks a table */
function factsOf(db: Queryable | null) {
  if (db === null) return null;
  try {
    return {
      serviceId: readServiceId(db),
      backups: {
        fact: readFact(db, lastBackupName),
        failed: readFailedBackup(db),
        settings: readBackupSettings(db),
        settingsSince: readBackupSettingsTime(db) ?? findFirstAccount(db),
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
