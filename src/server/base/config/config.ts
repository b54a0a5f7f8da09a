import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { z } from 'zod';
import { isLoopback, plainOrigin } from './addresses.ts';
import { detectCommandFormat } from './command-format.ts';
import {
  environment,
  type Judged,
  type logLevels,
  modeOf,
  type Rules,
  removedVariables,
  rules,
  type Settings,
  setUpRules,
} from './environment.ts';

export type LogLevel = (typeof logLevels)[number];

export type Config = ReturnType<typeof parseConfig>;

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export type StripeConfig =
  | { mode: 'live' | 'test'; keys: StripeKeys; apiBase: string | null }
  | { mode: 'sandbox'; port: number | null };

export type Env = Record<string, string | undefined>;

export const ownEnv: Env = process.env;

/** Its message has a line for each mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A mistake in the first setting of `path`, named before the message. It also makes the others invalid. */
interface Mistake {
  path: PropertyKey[];
  message: string;
}

/** Returns the settings, each checked alone, without the rules between them. @throws {ConfigError} with all mistakes */
export function parseSettings(env: Env) {
  return parse(environment, env, {}, findRemoved(env));
}

/** Returns the configuration from variables alone, not from secret files. @throws {ConfigError} with all mistakes */
export function parseConfig(env: Env, unreadable: Mistake[] = []) {
  const e = parse(environment, env, rules, [...findRemoved(env), ...unreadable]);
  const publicUrl = new URL(e.PUBLIC_URL ?? plainOrigin(e.HOST, e.PORT)).origin;
  return {
    isProduction: e.NODE_ENV === 'production',
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    /** Whether it was set or is a loopback address; otherwise no server may answer there. */
    isPublicUrlKnown: e.PUBLIC_URL !== undefined || isLoopback(new URL(publicUrl)),
    databasePath: e.DATABASE_PATH,
    cacheFolder: readCacheFolder(env),
    stripe: stripeOf(e),
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

function stripeOf(e: Settings): StripeConfig {
  const [secretKey, publishableKey] = [e.STRIPE_SECRET_KEY, e.STRIPE_PUBLISHABLE_KEY];
  const webhookSecret = e.STRIPE_WEBHOOK_SECRET;
  if (!secretKey || !publishableKey || !webhookSecret)
    return { mode: 'sandbox', port: e.STRIPE_SANDBOX_PORT ?? null };
  const keys = { secretKey, publishableKey, webhookSecret };
  return { mode: modeOf(secretKey), keys, apiBase: e.STRIPE_API_BASE ?? null };
}

/** Returns the configuration from variables and secret files. @throws {ConfigError} with all mistakes */
export function readConfig(env: Env = ownEnv): Config {
  const files = readSecretFiles(env);
  return parseConfig(files.env, files.mistakes);
}

/** Returns the folder for files that survive a lost data disk, set by systemd or the container; null without one. */
export function readCacheFolder(env: Env = ownEnv): string | null {
  return env.CACHE_DIRECTORY?.trim() || null;
}

/** Returns the absolute path of the database, even if other settings are invalid. */
export function readDatabasePath(env: Env = ownEnv): string {
  return resolve(parse(environment.pick({ DATABASE_PATH: true }), env).DATABASE_PATH);
}

/** The business details from the environment, in use until an admin changes them. */
export type Site = ReturnType<typeof readSiteDefaults>;

const siteSettings = environment.pick({ CONTACT_EMAIL: true, SITE_NAME: true, BILLING_DESCRIPTOR: true });

/** Returns name, contact address and billing descriptor as set in the environment. @throws {ConfigError} */
export function readSiteDefaults(env: Env = ownEnv) {
  return siteOf(parse(siteSettings, env));
}

function siteOf(e: z.output<typeof siteSettings>) {
  return { siteName: e.SITE_NAME, contactEmail: e.CONTACT_EMAIL, billingDescriptor: e.BILLING_DESCRIPTOR };
}

const setUpSettings = environment.pick({
  STRIPE_SECRET_KEY: true,
  STRIPE_PUBLISHABLE_KEY: true,
  STRIPE_WEBHOOK_SECRET: true,
  STRIPE_MODE: true,
  STRIPE_API_BASE: true,
  STRIPE_SANDBOX_PORT: true,
  PUBLIC_URL: true,
});

/** Returns the settings of `stripe setup`; null without secret key or PUBLIC_URL. @throws {ConfigError} if invalid */
export function readStripeSetUp(given: Env) {
  const { env, mistakes } = readSecretFiles(given);
  const e = parse(setUpSettings, env, setUpRules, mistakes);
  if (!e.STRIPE_SECRET_KEY || !e.PUBLIC_URL) return null;
  return {
    mode: modeOf(e.STRIPE_SECRET_KEY),
    secretKey: e.STRIPE_SECRET_KEY,
    apiBase: e.STRIPE_API_BASE ?? null,
    hasWebhookSecret: e.STRIPE_WEBHOOK_SECRET !== undefined,
    publicUrl: new URL(e.PUBLIC_URL).origin,
  };
}

function parse<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Env,
  between: Rules = {},
  earlier: readonly Mistake[] = [],
) {
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  const mistakes = [...earlier, ...findMisspelt(given, Object.keys(schema.shape))];
  const withRules = schema.superRefine(
    (read, { issues, addIssue }) => {
      const wrong = [...mistakes, ...issues].flatMap(({ path = [] }) => path);
      const judged = { ...read, ...Object.fromEntries(wrong.map((name) => [name, null])) } as Judged;
      for (const [sentence, isBroken] of Object.entries(between)) {
        if (!isBroken(judged)) continue;
        const [name = '', ...message] = sentence.split(' ');
        addIssue({ code: 'custom', path: [name], message: message.join(' ') });
        Object.assign(judged, { [name]: null });
      }
    },
    { when: () => true },
  );
  const { data, error } = withRules.safeParse(Object.fromEntries(given));
  if (data && mistakes.length === 0) return data;
  const all = [...mistakes, ...(error?.issues ?? [])];
  throw new ConfigError(all.map(({ path, message }) => `${String(path[0])} ${message}.`).join('\n'));
}

function findRemoved(env: Env): Mistake[] {
  return Object.entries(removedVariables)
    .filter(([name]) => env[name]?.trim())
    .map(([name, instead]) => ({
      path: [name],
      message: `is no longer a setting: remove it, and ${instead}`,
    }));
}

/** Returns the variables for external programs: their own, without our secrets. */
function withoutOurs(env: Env): Record<string, string> {
  const isOurs = (name: string) => Object.hasOwn(environment.shape, name.replace(/_FILE$/, ''));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || isOurs(name) ? [] : [[name, value]],
    ),
  );
}

/** The secrets of the service. Each may be in a file whose path is in `NAME_FILE`. */
const secretVariables = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'METRICS_TOKEN'] as const;

export const secretFileVariables: readonly string[] = secretVariables.map((name) => `${name}_FILE`);

/** Reads the file of each `NAME_FILE` into its `NAME`. */
function readSecretFiles(given: Env): { env: Env; mistakes: Mistake[] } {
  const env = { ...given };
  const mistakes = secretVariables.flatMap((name): Mistake[] => {
    const file = `${name}_FILE`;
    const path = given[file]?.trim();
    if (!path) return [];
    if (given[name]?.trim())
      return [{ path: [name], message: `and ${file} are both set; remove one of them` }];
    const { secret, problem } = readSecret(path);
    env[name] = secret;
    return problem === undefined ? [] : [{ path: [file, name], message: problem }];
  });
  return { env, mistakes };
}

function readSecret(path: string): { secret?: string; problem?: string } {
  // Leaves the value out of the message: it may be the secret itself.
  if (!isAbsolute(path)) return { problem: 'must be the full path of a file, beginning with /' };
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { problem: `names a file that cannot be read: ${path}${why}` };
  }
  if (secret.trim() === '') return { problem: `names an empty file: ${path}` };
  if (/[\r\n]/.test(secret)) return { problem: `names a file with more than one line: ${path}` };
  return { secret };
}

/** Finds names that look like a typo of one of ours, since such a setting would be ignored. */
function findMisspelt(given: [name: string, value?: string][], ours: readonly string[]): Mistake[] {
  const known = [...ours, ...secretFileVariables];
  return given.flatMap(([name]) => {
    const meant = known.find(
      (one) => one.length >= 8 && isWithin(name.toUpperCase(), one, one.length < 14 ? 1 : 2),
    );
    if (known.includes(name) || meant === undefined) return [];
    const message = `is not a setting, but ${meant} is. Correct the name or remove it`;
    return { path: [name, meant.replace(/_FILE$/, '')], message };
  });
}

/** Returns whether at most `slips` insertions, deletions, changes or swaps of letters turn `a` into `b`. */
function isWithin(a: string, b: string, slips: number): boolean {
  if (a === b || slips < 0) return slips >= 0;
  if (a[0] === b[0]) return isWithin(a.slice(1), b.slice(1), slips);
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(a.slice(1), b, slips - 1) ||
    isWithin(a, b.slice(1), slips - 1) ||
    isWithin(a.slice(1), b.slice(1), slips - 1) ||
    (isSwapped && isWithin(a.slice(2), b.slice(2), slips - 1))
  );
}
