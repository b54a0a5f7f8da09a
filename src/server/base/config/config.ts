import { resolve } from 'node:path';
import { z } from 'zod';
import { descriptorPattern, descriptorRule } from '../../../shared/shop/business-schema.ts';
import { isHttps, isLoopback } from './addresses.ts';
import { detectCommandFormat } from './command-format.ts';
import {
  ConfigError,
  emptyAsUnset,
  mailServer,
  matching,
  oneOf,
  origin,
  textSetting,
  token,
  wholeNumberSetting,
} from './config-fields.ts';
import { readSecretFiles, secretFileVariables } from './secret-files.ts';
import { isSender } from './sender.ts';
import { readSetUpAccess, readStripe, stripeVariables } from './stripe-config.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Config = ReturnType<typeof parseConfig>;

export type Env = Record<string, string | undefined>;

export const ownEnv: Env = process.env;

export const demoContact = 'hello@career-tarot.example';

export const sampleBio = `Your reader is a corporate professional and mother of two in the USA. Performance reviews, reorganizations, a job that only looked right on paper, work and family needing the same hour: she has been through all of it.

The cards help you see your work life from a new angle. You get plain language about your situation, and something you can do about it on Monday.`;

/** Descriptions and `shownDefault` are for docs/settings.md, which `npm run settings` writes. */
export const environment = z.object({
  NODE_ENV: emptyAsUnset(
    z
      .enum(['production', 'development', 'test'], {
        error: 'must be one of production, development, test, or unset',
      })
      .optional(),
  ).describe('`production`, `development` or `test`'),
  npm_lifecycle_event: z.string().optional(),
  HOST: emptyAsUnset(
    matching(isHost, 'must be an IP address or a host name, without a port').default('127.0.0.1'),
  ).describe('where it listens'),
  PORT: wholeNumberSetting(1, 65_535, 4_321).describe('and its port'),
  PUBLIC_URL: origin('https://tarot.example.com').meta({
    description:
      'the address customers see, with its port if it has one. Other host names are redirected to it. Production needs https',
    shownDefault: 'http://HOST:PORT',
  }),
  DATABASE_PATH: emptyAsUnset(
    matching(isPath, 'must be the path of a file, without file: or sqlite: before it').default(
      'data/career-tarot.db',
    ),
  ).describe('the SQLite file'),
  ...stripeVariables.shape,
  SMTP_URL: mailServer().describe('[mail](#mail)'),
  MAIL_FROM: emptyAsUnset(
    matching(isSender, 'must be one mail address, like "Name <name@example.com>"').optional(),
  ).describe('its sender, needed with `SMTP_URL`'),
  CONTACT_EMAIL: emptyAsUnset(z.email('must be a mail address').default(demoContact)).describe(
    'where customers write, until set in Settings. In public or with live keys a sample address is an error of doctor',
  ),
  SITE_NAME: textSetting('Career Tarot').describe('until set in Settings'),
  BILLING_DESCRIPTOR: emptyAsUnset(
    z.string().trim().regex(descriptorPattern, descriptorRule).default('CAREER TAROT'),
  ).describe(
    'on card statements behind the prefix of the Stripe account, until set in Settings: 5 to 18 plain ASCII characters with a letter, without `< > \\ \' " *`',
  ),
  BUSINESS_TIMEZONE: emptyAsUnset(
    matching(isTimeZone, 'must be a time zone such as America/New_York or Europe/Berlin').default(
      'America/New_York',
    ),
  ).describe('where business days begin and end'),
  TRUSTED_PROXY_HOPS: wholeNumberSetting(0, 10, 0).describe(
    'how many [proxies](docs/proxies.md) in front are yours. Production with https needs at least 1',
  ),
  TEST_PAGES: oneOf(['auto', 'public', 'off'], 'auto').describe(
    'who sees `/stripe-test` and `/email-test` besides admins: `public` everyone, `off` no one, `auto` everyone on the sandbox, and `/stripe-test` with test keys',
  ),
  APPROVAL_UNDO_SECONDS: wholeNumberSetting(0, 86_400, 15).describe(
    'how long an approved reading can be undone',
  ),
  RATE_LIMITS: oneOf(['on', 'off'], 'on').describe('`off` for load tests; refused in production'),
  BACKUP_COMMAND: emptyAsUnset(z.string().trim().max(2_000).optional()).describe(
    'takes a backup, its `"$1"`, off the machine: [backups](docs/backups.md)',
  ),
  LOG_LEVEL: oneOf(logLevels, 'info').describe(
    `how much stands in the log: ${logLevels.map((level) => `\`${level}\``).join(', ')}`,
  ),
  METRICS_TOKEN: token(32).describe(
    'a secret of 32 characters or more (`openssl rand -hex 32`) with which Prometheus asks for `/metrics`',
  ),
});

const siteVariables = { CONTACT_EMAIL: true, SITE_NAME: true, BILLING_DESCRIPTOR: true } as const;

function siteOf(e: Pick<z.output<typeof environment>, keyof typeof siteVariables>) {
  return { siteName: e.SITE_NAME, contactEmail: e.CONTACT_EMAIL, billingDescriptor: e.BILLING_DESCRIPTOR };
}

const goneVariables: Record<string, string> = {
  BACKUP_FOLDER: 'make `backups` beside the database a link to that folder',
  READER_BIO: 'write About the Reader in the admin’s settings',
  SMTP_MAX_CONNECTIONS: 'add ?maxConnections=5 to SMTP_URL',
  STRIPE_RECEIPTS: 'point customers to the receipt on the page of their order',
};

/** Reads each setting by itself. @throws {ConfigError} for the first mistake */
export function parseSettings(env: Env) {
  const gone = Object.keys(goneVariables).find((name) => env[name]?.trim());
  if (gone) throw new ConfigError(`${gone} is no longer a setting: remove it, and ${goneVariables[gone]}.`);
  return parse(environment, env);
}

/** Returns the settings of an environment, without its secret files. @throws {ConfigError} for the first mistake */
export function parseConfig(env: Env) {
  const e = parseSettings(env);
  const isProduction = e.NODE_ENV === 'production';
  const publicUrl = new URL(e.PUBLIC_URL ?? plainOrigin(e.HOST, e.PORT)).origin;
  if (e.RATE_LIMITS === 'off' && isProduction) {
    throw new ConfigError('RATE_LIMITS cannot be off when NODE_ENV is production; remove it.');
  }
  if (e.SMTP_URL && !e.MAIL_FROM) {
    throw new ConfigError('MAIL_FROM is missing: with SMTP_URL set, say which address the mail comes from.');
  }
  if (isProduction && isHttps({ publicUrl }) && e.TRUSTED_PROXY_HOPS === 0) {
    // This process speaks plain http: an https address means that a proxy is in front.
    throw new ConfigError(
      'TRUSTED_PROXY_HOPS is 0, but an https PUBLIC_URL means that a proxy is in front: set it to how many there are, usually 1, and have each add to X-Forwarded-For. Else all visitors count as one.',
    );
  }
  const stripe = readStripe(e, isProduction);
  if (isProduction && stripe.mode !== 'sandbox' && !e.SMTP_URL) {
    throw new ConfigError('SMTP_URL is missing: without a mail server no customer gets their reading.');
  }
  if (isProduction) requirePublicUrl(e.PUBLIC_URL);
  return {
    isProduction,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    /** Whether it was set, or is that of this machine alone; else there may be no server at it. */
    isPublicUrlKnown: e.PUBLIC_URL !== undefined || isLoopback(new URL(publicUrl)),
    databasePath: e.DATABASE_PATH,
    cacheFolder: readCacheFolder(env),
    stripe,
    smtp: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    site: { ...siteOf(e), publicUrl },
    businessTimeZone: e.BUSINESS_TIMEZONE,
    trustedProxyHops: e.TRUSTED_PROXY_HOPS,
    testPages: e.TEST_PAGES,
    approvalUndoSeconds: e.APPROVAL_UNDO_SECONDS,
    rateLimits: e.RATE_LIMITS === 'on',
    isNpmScript: e.npm_lifecycle_event !== undefined,
    commandFormat: detectCommandFormat(env),
    /** The settings in which the calling shell differs from the service, as the guide's script reports them. */
    overridden: [...new Set(env.CAREER_TAROT_OVERRIDDEN?.match(/\S+/g))] as string[],
    backup: {
      command: e.BACKUP_COMMAND ?? null,
      env: e.BACKUP_COMMAND ? withoutOurs(env) : {},
    },
    log: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN ?? null,
  };
}

/** Returns the settings from the environment and its secret files. @throws {ConfigError} for the first mistake */
export function readConfig(env: Env = ownEnv): Config {
  return parseConfig(readSecretFiles(env));
}

/** Returns the folder that systemd sets for what survives a lost data disk, as Docker and the guide's script do. */
export function readCacheFolder(env: Env = ownEnv): string | null {
  return env.CACHE_DIRECTORY?.trim() || null;
}

/** Returns the absolute path of the database, whatever is wrong with other settings. */
export function readDatabasePath(env: Env = ownEnv): string {
  return resolve(parse(environment.pick({ DATABASE_PATH: true }), env).DATABASE_PATH);
}

/** How the business is called until an admin changes it in the settings. */
export type Site = ReturnType<typeof readSite>;

export function readSite(env: Env = ownEnv) {
  return siteOf(parse(environment.pick(siteVariables), env));
}

/** Reads what the set-up of the webhook endpoint needs, before there is a webhook secret; null without keys. */
export function readStripeSetUp(env: Env) {
  const schema = stripeVariables.extend(environment.pick({ PUBLIC_URL: true }).shape);
  const { PUBLIC_URL, ...e } = parse(schema, readSecretFiles(env));
  const access = readSetUpAccess(e);
  if (access === null) return null;
  if (PUBLIC_URL === undefined) {
    throw new ConfigError(
      'PUBLIC_URL is missing: say where Stripe is to call the service, like https://tarot.example.com.',
    );
  }
  return { ...access, publicUrl: new URL(PUBLIC_URL).origin };
}

function parse<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, env: Env) {
  refuseMisspelt(env, [...Object.keys(schema.shape), ...secretFileVariables]);
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ConfigError(
    `${issue?.path.join('.') ?? 'The environment'} ${issue?.message ?? 'cannot be read'}.`,
  );
}

/** External programs get their own settings, and not our secrets. */
function withoutOurs(env: Env): Record<string, string> {
  const ours = Object.keys(environment.shape);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || ours.includes(name.replace(/_FILE$/, '')) ? [] : [[name, value]],
    ),
  );
}

function plainOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function requirePublicUrl(value: string | undefined): void {
  if (value === undefined) {
    throw new ConfigError(
      'PUBLIC_URL is missing: in production say which address customers see, like https://tarot.example.com.',
    );
  }
  const url = new URL(value);
  if (url.protocol !== 'https:' && !isLoopback(url)) {
    throw new ConfigError(
      'PUBLIC_URL must begin with https:// in production: with plain http, passwords and questions can be read on the way.',
    );
  }
}

/** Refuses names that are a slip away from one of ours: such a setting would be ignored. */
function refuseMisspelt(env: Env, known: readonly string[]): void {
  const others = Object.keys(env).filter((name) => env[name]?.trim() && !known.includes(name));
  for (const name of others) {
    const meant = known.find(
      (ours) => ours.length >= 8 && isWithin(name.toUpperCase(), ours, ours.length < 14 ? 1 : 2),
    );
    if (meant !== undefined) {
      throw new ConfigError(`${name} is not a setting, but ${meant} is. Correct the name or remove it.`);
    }
  }
}

/** @returns whether at most so many insertions, deletions, changes or swaps of letters turn one name into the other */
function isWithin(one: string, other: string, slips: number): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === b) return true;
  if (slips === 0) return false;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(a.slice(1), b, slips - 1) ||
    isWithin(a, b.slice(1), slips - 1) ||
    isWithin(a.slice(1), b.slice(1), slips - 1) ||
    (isSwapped && isWithin(a.slice(2), b.slice(2), slips - 1))
  );
}

function isHost(value: string): boolean {
  return /^[\w.:-]{1,200}$/.test(value) && URL.canParse(plainOrigin(value, 80));
}

function isPath(value: string): boolean {
  return !/^[a-z][a-z\d+.-]+:/i.test(value);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
