import { z } from 'zod';
import { descriptorPattern, descriptorRule } from '../../../shared/shop/business-schema.ts';
import { findMailServerProblem, isLoopback, isUrl, plainOrigin } from './addresses.ts';
import { isSender } from './sender.ts';

/* All settings of the environment, and the rules between them. A message of a schema goes after the variable's name. */

export const demoContact = 'hello@career-tarot.example';
export const sampleDescriptor = 'CAREER TAROT';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const matching = (isFine: (value: string) => boolean, message: string) =>
  z.string().trim().refine(isFine, message);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

function wholeNumber(minimum: number, maximum: number) {
  const isFine = (value: string) =>
    /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
  return z.string().refine(isFine, `must be a whole number from ${minimum} to ${maximum}`).transform(Number);
}

const checked = (findProblem: (value: string) => string | null) =>
  z.string().superRefine((value, { addIssue }) => {
    const problem = findProblem(value);
    if (problem !== null) addIssue(problem);
  });

/** Returns the schema of an http address without a path; `example` is for its message. */
const origin = (example: string) =>
  checked((value) => {
    if (!isUrl(value, ['http:', 'https:'])) return 'must be an address that starts with http:// or https://';
    const { pathname, search, hash, username, password } = new URL(value);
    if (username + password !== '') return `must have no name or password in it, like ${example}`;
    return pathname + search + hash === '/' ? null : `must be an origin without a path, like ${example}`;
  });

const key = (prefix: RegExp, problem: string) =>
  checked((value) => {
    if (!prefix.test(value)) return problem;
    return /^[\x21-\x7e]+$/.test(value) ? null : 'must be one word, without a space or a line break';
  });

/** Descriptions and `shownDefault` are for docs/settings.md, which `npm run settings` writes. */
export const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be one of production, development, test, or unset')
    .optional()
    .describe('`production`, `development` or `test`'),
  npm_lifecycle_event: z.string().optional(),
  HOST: matching(isHost, 'must be an IP address or a host name, without a port')
    .default('127.0.0.1')
    .describe('the address that the service listens on'),
  PORT: wholeNumber(1, 65_535).default(4_321).describe('its port'),
  PUBLIC_URL: origin('https://tarot.example.com').optional().meta({
    description:
      'the address customers see, with its port if it has one. Other host names are redirected to it. Must be https in production',
    shownDefault: 'http://HOST:PORT',
  }),
  DATABASE_PATH: matching(isPath, 'must be the path of a file, without file: or sqlite: before it')
    .default('data/career-tarot.db')
    .describe('the SQLite file'),
  STRIPE_SECRET_KEY: key(/^[sr]k_/, 'must start with sk_ or rk_')
    .optional()
    .describe('set all three keys, or none for the sandbox: [Stripe](docs/stripe.md)'),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_/, 'must start with pk_').optional().describe('the key for browsers'),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_/, 'must start with whsec_')
    .optional()
    .describe('the signing secret of the webhook endpoint'),
  STRIPE_MODE: z
    .enum(['sandbox'], 'can only be sandbox')
    .optional()
    .describe('`sandbox` to use the sandbox in production'),
  STRIPE_API_BASE: origin('http://127.0.0.1:8420').optional().meta({
    description: 'another address for Stripe’s API; only with test keys',
    shownDefault: 'https://api.stripe.com',
  }),
  STRIPE_SANDBOX_PORT: wholeNumber(0, 65_535).optional().meta({
    description: 'the port of the sandbox’s Stripe API; 0 for any free port',
    shownDefault: '12111',
  }),
  SMTP_URL: checked(findMailServerProblem).optional().describe('the mail server: see [Mail](#mail)'),
  MAIL_FROM: matching(isSender, 'must be one email address, like "Name <name@example.com>"')
    .optional()
    .describe('the sender of emails; required with `SMTP_URL`'),
  CONTACT_EMAIL: z
    .email('must be an email address')
    .default(demoContact)
    .describe(
      'where customers write, until set in Settings. In public or with live keys, doctor reports a sample address as an error',
    ),
  SITE_NAME: z
    .string()
    .trim()
    .max(200)
    .default('Career Tarot')
    .describe('the business name, until set in Settings'),
  BILLING_DESCRIPTOR: z
    .string()
    .trim()
    .regex(descriptorPattern, descriptorRule)
    .default(sampleDescriptor)
    .describe(
      'the words after the Stripe account’s prefix on card statements, until set in Settings: 5 to 18 plain ASCII characters with a letter, without `< > \\ \' " *`',
    ),
  BUSINESS_TIMEZONE: matching(isTimeZone, 'must be a time zone such as America/New_York or Europe/Berlin')
    .default('America/New_York')
    .describe('the time zone of business days'),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10)
    .default(0)
    .describe('how many [proxies](docs/proxies.md) in front are yours; at least 1 in production with https'),
  TEST_PAGES: oneOf(['auto', 'public', 'off'])
    .default('auto')
    .describe(
      'who, besides admins, sees `/stripe-test` and `/email-test`: `public` everyone, `off` no one, `auto` everyone on the sandbox, but only `/stripe-test` with test keys',
    ),
  APPROVAL_UNDO_SECONDS: wholeNumber(0, 86_400).default(15).describe('how long an approval can be undone'),
  RATE_LIMITS: oneOf(['on', 'off']).default('on').describe('`off` for load tests; refused in production'),
  BACKUP_COMMAND: z
    .string()
    .trim()
    .max(2_000)
    .optional()
    .describe('copies each backup (`"$1"`) to another machine: see [backups](docs/backups.md)'),
  LOG_LEVEL: oneOf(logLevels)
    .default('info')
    .describe(`how much to log: ${logLevels.map((level) => `\`${level}\``).join(', ')}`),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,}$/,
      'must be one word of at least 32 characters, like the output of: openssl rand -hex 32',
    )
    .optional()
    .describe('the secret for Prometheus to read `/metrics`: 32 characters or more (`openssl rand -hex 32`)'),
});

export type Settings = z.output<typeof environment>;

export const removedVariables: Record<string, string> = {
  BACKUP_FOLDER: 'make `backups` beside the database a link to that folder',
  READER_BIO: 'write About the Reader in the admin’s settings',
  SMTP_MAX_CONNECTIONS: 'add ?maxConnections=5 to SMTP_URL',
  STRIPE_RECEIPTS: 'point customers to the receipt on the page of their order',
};

/** The settings as rules see them: `undefined` if unset, `null` if already found invalid. */
export type Judged = { [Name in keyof Settings]: Settings[Name] | null };

/** Checks of settings against each other, by their error message, which begins with the setting at fault. */
export type Rules = Record<string, (e: Judged) => unknown>;

const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const hasKeys = (e: Judged) => keyNames.some((name) => e[name]);
const hasOnlyGoodKeys = (e: Judged) => hasKeys(e) && keyNames.every((name) => e[name] !== null);

/** Returns the mode of a Stripe key by its prefix; any other text counts as `test`. */
export function modeOf(key: string): 'live' | 'test' {
  return /^(sk|rk|pk)_live_/.test(key) ? 'live' : 'test';
}

function modesOf({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: Judged) {
  const keys = secret === null || publishable === null ? [] : [secret, publishable];
  return new Set(keys.flatMap((key) => (key === undefined ? [] : modeOf(key))));
}

const keyAgreement: Rules = {
  'STRIPE_MODE is sandbox, but Stripe keys are set; remove one or the other': (e) =>
    e.STRIPE_MODE === 'sandbox' && hasOnlyGoodKeys(e),
  'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY belong together: both live or both test keys': (e) =>
    modesOf(e).size > 1,
  'STRIPE_API_BASE is set with live keys, which would be sent there instead of to Stripe: remove it': (e) =>
    modesOf(e).has('live') && e.STRIPE_API_BASE,
};

/** The rules for `stripe setup`, which runs before a webhook secret exists. */
export const setUpRules: Rules = {
  ...keyAgreement,
  'STRIPE_SECRET_KEY is missing: the other Stripe keys are set': (e) =>
    hasKeys(e) && e.STRIPE_SECRET_KEY === undefined,
  'PUBLIC_URL is missing: set the address at which Stripe reaches the service, like https://tarot.example.com':
    (e) => hasKeys(e) && e.PUBLIC_URL === undefined,
};

const isProduction = (e: Judged) => e.NODE_ENV === 'production';

export const rules: Rules = {
  'RATE_LIMITS cannot be off when NODE_ENV is production; remove it': (e) =>
    isProduction(e) && e.RATE_LIMITS === 'off',
  'MAIL_FROM is missing: SMTP_URL is set, so set the address that emails come from': (e) =>
    e.SMTP_URL && e.MAIL_FROM === undefined,
  // The service speaks plain http: an https address means that a proxy is in front.
  'TRUSTED_PROXY_HOPS is 0, but an https PUBLIC_URL means that a proxy is in front: set it to how many there are, usually 1, and make each add to X-Forwarded-For. Otherwise all visitors count as one':
    (e) => isProduction(e) && isUrl(e.PUBLIC_URL, ['https:']) && e.TRUSTED_PROXY_HOPS === 0,
  ...Object.fromEntries(
    keyNames.map((name) => [
      `${name} is missing: set all three Stripe keys, or none for the sandbox`,
      (e: Judged) => hasOnlyGoodKeys(e) && e[name] === undefined,
    ]),
  ),
  ...keyAgreement,
  'STRIPE_SECRET_KEY is missing: in production set the three Stripe keys, or STRIPE_MODE=sandbox to take no real money':
    (e) => isProduction(e) && [...keyNames, 'STRIPE_MODE' as const].every((name) => e[name] === undefined),
  'SMTP_URL is missing: without a mail server no customer gets their reading': (e) =>
    isProduction(e) && hasOnlyGoodKeys(e) && e.SMTP_URL === undefined,
  'PUBLIC_URL is missing: in production, set the address customers see, like https://tarot.example.com': (
    e,
  ) => isProduction(e) && e.PUBLIC_URL === undefined,
  'PUBLIC_URL must begin with https:// in production: with plain http, passwords and questions can be read in transit':
    (e) => isProduction(e) && isUrl(e.PUBLIC_URL, ['http:']) && !isLoopback(new URL(String(e.PUBLIC_URL))),
};

function isPath(value: string): boolean {
  return !/^[a-z][a-z\d+.-]+:/i.test(value);
}

function isHost(value: string): boolean {
  return /^[\w.:-]{1,200}$/.test(value) && URL.canParse(plainOrigin(value, 80));
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
