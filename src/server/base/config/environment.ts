import { z } from 'zod';
import { descriptorPattern, descriptorRule } from '../../../shared/shop/business-schema.ts';
import { findMailServerProblem, isLoopback, isUrl, plainOrigin } from './addresses.ts';
import { isSender } from './sender.ts';

/* All settings of the environment, and the rules between them. Messages go after the variable's name. */

export const demoContact = 'hello@career-tarot.example';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Wraps a schema so that an empty value counts as not set. */
const emptyAsUnset = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);

const matching = (isFine: (value: string) => boolean, message: string) =>
  z.string().trim().refine(isFine, message);

const wholeNumber = <Fallback extends number | null>(minimum: number, maximum: number, fallback: Fallback) =>
  emptyAsUnset(
    z
      .string()
      .refine(
        (value) => /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum,
        `must be a whole number from ${minimum} to ${maximum}`,
      )
      .optional()
      .transform((value) => (value === undefined ? fallback : Number(value))),
  );

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  emptyAsUnset(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(fallback as never));

const checked = (findProblem: (value: string) => string | null) =>
  emptyAsUnset(
    z
      .string()
      .superRefine((value, context) => {
        const message = findProblem(value);
        if (message !== null) context.addIssue({ code: 'custom', message });
      })
      .optional(),
  );

/** Returns the schema of an optional http address without a path; `example` is for its message. */
const origin = (example: string) =>
  checked((value) => {
    if (!isUrl(value, ['http:', 'https:'])) return 'must be an address that starts with http:// or https://';
    const { pathname, search, hash, username, password } = new URL(value);
    if (username + password !== '') return `must have no name or password in it, like ${example}`;
    return pathname + search + hash === '/' ? null : `must be an origin without a path, like ${example}`;
  });

const oneWord = /^[\x21-\x7e]+$/;

const secret = (...prefixes: string[]) =>
  checked((value) => {
    if (!prefixes.some((prefix) => value.startsWith(prefix)))
      return `must start with ${prefixes.join(' or ')}`;
    return oneWord.test(value) ? null : 'must be one word, without a space or a line break';
  });

const token = (characters: number) =>
  checked((value) =>
    oneWord.test(value) && value.length >= characters
      ? null
      : `must be one word of at least ${characters} characters, like the output of: openssl rand -hex 32`,
  );

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
  PORT: wholeNumber(1, 65_535, 4_321).describe('and its port'),
  PUBLIC_URL: origin('https://tarot.example.com').meta({
    description:
      'the address customers see, with its port if it has one. Other host names are redirected to it. Production needs https',
    shownDefault: 'http://HOST:PORT',
  }),
  DATABASE_PATH: emptyAsUnset(
    matching(
      (value) => !/^[a-z][a-z\d+.-]+:/i.test(value),
      'must be the path of a file, without file: or sqlite: before it',
    ).default('data/career-tarot.db'),
  ).describe('the SQLite file'),
  STRIPE_SECRET_KEY: secret('sk_', 'rk_').describe(
    'set all three keys, or none for the sandbox: [Stripe](docs/stripe.md)',
  ),
  STRIPE_PUBLISHABLE_KEY: secret('pk_').describe('the key that browsers get'),
  STRIPE_WEBHOOK_SECRET: secret('whsec_').describe('of the webhook endpoint'),
  STRIPE_MODE: emptyAsUnset(z.enum(['sandbox'], { error: 'can only be sandbox' }).optional()).describe(
    '`sandbox` asks for the sandbox in production',
  ),
  STRIPE_API_BASE: origin('http://127.0.0.1:8420').meta({
    description: 'another address of Stripe’s API, with test keys only',
    shownDefault: 'https://api.stripe.com',
  }),
  STRIPE_SANDBOX_PORT: wholeNumber(0, 65_535, null).meta({
    description: 'where the sandbox speaks Stripe’s API; 0 for any free port',
    shownDefault: '12111',
  }),
  SMTP_URL: checked(findMailServerProblem).describe('[mail](#mail)'),
  MAIL_FROM: emptyAsUnset(
    matching(isSender, 'must be one mail address, like "Name <name@example.com>"').optional(),
  ).describe('its sender, needed with `SMTP_URL`'),
  CONTACT_EMAIL: emptyAsUnset(z.email('must be a mail address').default(demoContact)).describe(
    'where customers write, until set in Settings. In public or with live keys a sample address is an error of doctor',
  ),
  SITE_NAME: emptyAsUnset(z.string().trim().max(200).default('Career Tarot')).describe(
    'until set in Settings',
  ),
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
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10, 0).describe(
    'how many [proxies](docs/proxies.md) in front are yours. Production with https needs at least 1',
  ),
  TEST_PAGES: oneOf(['auto', 'public', 'off'], 'auto').describe(
    'who sees `/stripe-test` and `/email-test` besides admins: `public` everyone, `off` no one, `auto` everyone on the sandbox, and `/stripe-test` with test keys',
  ),
  APPROVAL_UNDO_SECONDS: wholeNumber(0, 86_400, 15).describe('how long an approved reading can be undone'),
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

export type Settings = z.output<typeof environment>;
type Name = keyof Settings;

export const goneVariables: Record<string, string> = {
  BACKUP_FOLDER: 'make `backups` beside the database a link to that folder',
  READER_BIO: 'write About the Reader in the admin’s settings',
  SMTP_MAX_CONNECTIONS: 'add ?maxConnections=5 to SMTP_URL',
  STRIPE_RECEIPTS: 'point customers to the receipt on the page of their order',
};

/** A rule between settings, judged while none of them has a mistake of its own; a breach is told of the first. */
export interface Rule {
  about: readonly [Name, ...Name[]];
  isBroken(settings: Settings): boolean;
  message: string;
}

const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const hasKeys = (settings: Settings) => keyNames.some((name) => settings[name] !== undefined);

export function modeOf(key: string): 'live' | 'test' {
  return /^(sk|rk|pk)_live_/.test(key) ? 'live' : 'test';
}

function modesOf({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Settings) {
  return new Set([STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY].flatMap((key) => (key ? modeOf(key) : [])));
}

const keyAgreement: Rule[] = [
  {
    about: ['STRIPE_MODE', ...keyNames],
    isBroken: (e) => e.STRIPE_MODE === 'sandbox' && hasKeys(e),
    message: 'is sandbox, but Stripe keys are set; remove one or the other',
  },
  {
    about: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
    isBroken: (e) => modesOf(e).size > 1,
    message: 'and STRIPE_SECRET_KEY belong together: both live or both test keys',
  },
  {
    about: ['STRIPE_API_BASE', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    isBroken: (e) => modesOf(e).has('live') && e.STRIPE_API_BASE !== undefined,
    message: 'is set with live keys, which would be sent there instead of to Stripe: remove it',
  },
];

/** The rules for `stripe setup`, which runs before there is a webhook secret. */
export const setUpRules: Rule[] = [
  ...keyAgreement,
  {
    about: ['STRIPE_SECRET_KEY'],
    isBroken: (e) => hasKeys(e) && !e.STRIPE_SECRET_KEY,
    message: 'is missing: the other Stripe keys are set',
  },
  {
    about: ['PUBLIC_URL'],
    isBroken: (e) => hasKeys(e) && e.PUBLIC_URL === undefined,
    message: 'is missing: say where Stripe is to call the service, like https://tarot.example.com',
  },
];

const isProduction = (e: Settings) => e.NODE_ENV === 'production';

export const rules: Rule[] = [
  {
    about: ['RATE_LIMITS', 'NODE_ENV'],
    isBroken: (e) => isProduction(e) && e.RATE_LIMITS === 'off',
    message: 'cannot be off when NODE_ENV is production; remove it',
  },
  {
    about: ['MAIL_FROM', 'SMTP_URL'],
    isBroken: (e) => e.SMTP_URL !== undefined && !e.MAIL_FROM,
    message: 'is missing: with SMTP_URL set, say which address the mail comes from',
  },
  {
    // The service speaks plain http: an https address means that a proxy is in front.
    about: ['TRUSTED_PROXY_HOPS', 'NODE_ENV', 'PUBLIC_URL'],
    isBroken: (e) => isProduction(e) && isUrl(e.PUBLIC_URL, ['https:']) && e.TRUSTED_PROXY_HOPS === 0,
    message:
      'is 0, but an https PUBLIC_URL means that a proxy is in front: set it to how many there are, usually 1, and have each add to X-Forwarded-For. Else all visitors count as one',
  },
  ...keyNames.map(
    (name): Rule => ({
      about: [name, ...keyNames],
      isBroken: (e) => hasKeys(e) && e[name] === undefined,
      message: 'is missing: set all three Stripe keys, or none for the sandbox',
    }),
  ),
  ...keyAgreement,
  {
    about: [
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_MODE',
      'NODE_ENV',
    ],
    isBroken: (e) => isProduction(e) && !hasKeys(e) && e.STRIPE_MODE !== 'sandbox',
    message:
      'is missing: in production set the three Stripe keys, or STRIPE_MODE=sandbox to take no real money',
  },
  {
    about: ['SMTP_URL', 'NODE_ENV', ...keyNames],
    isBroken: (e) => isProduction(e) && hasKeys(e) && !e.SMTP_URL,
    message: 'is missing: without a mail server no customer gets their reading',
  },
  {
    about: ['PUBLIC_URL', 'NODE_ENV'],
    isBroken: (e) => isProduction(e) && e.PUBLIC_URL === undefined,
    message: 'is missing: in production say which address customers see, like https://tarot.example.com',
  },
  {
    about: ['PUBLIC_URL', 'NODE_ENV'],
    isBroken: (e) =>
      isProduction(e) && isUrl(e.PUBLIC_URL, ['http:']) && !isLoopback(new URL(String(e.PUBLIC_URL))),
    message:
      'must begin with https:// in production: with plain http, passwords and questions can be read on the way',
  },
];

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
