import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback, plainOrigin } from './addresses.ts';
import { detectCommandFormat } from './command-format.ts';
import {
  environment,
  goneVariables,
  type logLevels,
  modeOf,
  type Rule,
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

interface Mistake {
  about: string;
  text: string;
}

export const sampleBio = `Your reader is a corporate professional and mother of two in the USA. Performance reviews, reorganizations, a job that only looked right on paper, work and family needing the same hour: she has been through all of it.

The cards help you see your work life from a new angle. You get plain language about your situation, and something you can do about it on Monday.`;

/** Reads each setting by itself. @throws {ConfigError} with all mistakes */
export function parseSettings(env: Env) {
  return parse(environment, env, [], findGone(env));
}

/** Returns the settings of an environment, without its secret files. @throws {ConfigError} with all mistakes */
export function parseConfig(env: Env, unreadable: Mistake[] = []) {
  const e = parse(environment, env, rules, [...findGone(env), ...unreadable]);
  const publicUrl = new URL(e.PUBLIC_URL ?? plainOrigin(e.HOST, e.PORT)).origin;
  return {
    isProduction: e.NODE_ENV === 'production',
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    /** Whether it was set, or is that of this machine alone; else there may be no server at it. */
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
    return { mode: 'sandbox', port: e.STRIPE_SANDBOX_PORT };
  const keys = { secretKey, publishableKey, webhookSecret };
  return { mode: modeOf(secretKey), keys, apiBase: e.STRIPE_API_BASE ?? null };
}

/** Returns the settings from the environment and its secret files. @throws {ConfigError} with all mistakes */
export function readConfig(env: Env = ownEnv): Config {
  const files = readSecretFiles(env);
  return parseConfig(files.env, files.mistakes);
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

const siteSettings = environment.pick({ CONTACT_EMAIL: true, SITE_NAME: true, BILLING_DESCRIPTOR: true });

export function readSite(env: Env = ownEnv) {
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

/** Reads what the set-up of the webhook endpoint needs, before there is a webhook secret; null without keys. */
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
  between: readonly Rule[] = [],
  earlier: readonly Mistake[] = [],
) {
  const known = [...Object.keys(schema.shape), ...secretFileVariables];
  const mistakes = [...earlier, ...findMisspelt(env, known)];
  const settings: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const { data, error } = z.safeParse(field, env[name]);
    settings[name] = data;
    if (error) mistakes.push({ about: name, text: `${name} ${error.issues[0]?.message}.` });
  }
  for (const { about, isBroken, message } of between) {
    const areRead = !mistakes.some((mistake) => about.some((name) => name === mistake.about));
    if (areRead && isBroken(settings as Settings)) {
      mistakes.push({ about: about[0], text: `${about[0]} ${message}.` });
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.map(({ text }) => text).join('\n'));
  return settings as z.output<typeof schema>;
}

function findGone(env: Env): Mistake[] {
  return Object.entries(goneVariables).flatMap(([about, instead]) =>
    env[about]?.trim() ? { about, text: `${about} is no longer a setting: remove it, and ${instead}.` } : [],
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

/** The secrets of the service. Each may be in a file whose path is in `NAME_FILE`. */
const secretVariables = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'METRICS_TOKEN'] as const;

export const secretFileVariables: readonly string[] = secretVariables.map((name) => `${name}_FILE`);

/** Reads the file of each `NAME_FILE` into its `NAME`. */
function readSecretFiles(given: Env): { env: Env; mistakes: Mistake[] } {
  const env = { ...given };
  const mistakes: Mistake[] = [];
  for (const about of secretVariables) {
    const path = given[`${about}_FILE`]?.trim();
    if (!path) continue;
    if (given[about]?.trim()) {
      mistakes.push({ about, text: `${about} and ${about}_FILE are both set; remove one of them.` });
      continue;
    }
    const { secret, problem } = readSecret(path);
    if (problem !== undefined) mistakes.push({ about, text: `${about}_FILE ${problem}.` });
    env[about] = secret;
  }
  return { env, mistakes };
}

function readSecret(path: string): { secret?: string; problem?: string } {
  // Leaves the value out of the message: it may be the secret itself.
  if (!isAbsolute(path)) return { problem: 'must be the whole path of a file, beginning with /' };
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

/** Finds names that are a slip away from one of ours: such a setting would be ignored. */
function findMisspelt(env: Env, known: readonly string[]): Mistake[] {
  const others = Object.keys(env).filter((name) => env[name]?.trim() && !known.includes(name));
  return others.flatMap((name) => {
    const meant = known.find(
      (ours) => ours.length >= 8 && isWithin(name.toUpperCase(), ours, ours.length < 14 ? 1 : 2),
    );
    if (meant === undefined) return [];
    const text = `${name} is not a setting, but ${meant} is. Correct the name or remove it.`;
    return { about: meant.replace(/_FILE$/, ''), text };
  });
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
