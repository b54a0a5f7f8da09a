import { describe, expect, test } from 'vitest';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import { ConfigError, parseConfig, secretFileVariables } from './config.ts';

type Env = Record<string, string>;

const keys = stripeKeys('test');
const liveKeys = stripeKeys('live');
const smtp = { SMTP_URL: 'smtp://user:pass@mail.example:587', MAIL_FROM: 'Tarot <tarot@mail.example>' };
const https = { PUBLIC_URL: 'https://tarot.example.com' };
const proxied = { ...https, TRUSTED_PROXY_HOPS: '1' };
const production = { NODE_ENV: 'production', ...liveKeys, ...smtp };

/** @returns why the service does not start with these settings; null if it does */
function refusalOf(env: Env): string | null {
  try {
    parseConfig(env);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

test('uses the defaults and the sandbox without any variable', () => {
  expect(parseConfig({})).toMatchObject({
    commandFormat: { prefix: 'npm run ', separator: ' -- ' },
    isProduction: false,
    backup: { command: null, env: {} },
    cacheFolder: null,
    host: '127.0.0.1',
    port: 4321,
    publicUrl: 'http://127.0.0.1:4321',
    isPublicUrlKnown: true,
    databasePath: 'data/career-tarot.db',
    stripe: { mode: 'sandbox', port: null },
    smtp: null,
    businessTimeZone: 'America/New_York',
    trustedProxyHops: 0,
    testPages: 'auto',
    approvalUndoSeconds: 15,
    rateLimits: true,
    log: 'info',
    metricsToken: null,
    site: {
      siteName: 'Career Tarot',
      contactEmail: 'hello@career-tarot.example',
      billingDescriptor: 'CAREER TAROT',
      publicUrl: 'http://127.0.0.1:4321',
    },
  });
});

const everything = {
  ...keys,
  ...smtp,
  HOST: '0.0.0.0',
  PORT: '8080',
  PUBLIC_URL: 'https://tarot.example.com/',
  DATABASE_PATH: '/var/lib/tarot.db',
  STRIPE_API_BASE: 'http://127.0.0.1:8420',
  CONTACT_EMAIL: 'hi@tarot.example.com',
  SITE_NAME: 'Tarot at Work',
  BILLING_DESCRIPTOR: '  TAROT AT WORK ',
  BUSINESS_TIMEZONE: 'Europe/Berlin',
  TRUSTED_PROXY_HOPS: '2',
  TEST_PAGES: 'public',
  APPROVAL_UNDO_SECONDS: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
};

test.each([...Object.keys(everything), 'STRIPE_MODE', 'STRIPE_SANDBOX_PORT'])(
  'treats a blank %s as not set',
  (variable) => {
    expect(parseConfig({ [variable]: '  ' })).toEqual(parseConfig({}));
  },
);

test('reads every variable', () => {
  expect(parseConfig(everything)).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://tarot.example.com',
    databasePath: '/var/lib/tarot.db',
    stripe: { mode: 'test', apiBase: 'http://127.0.0.1:8420' },
    smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
    site: {
      siteName: 'Tarot at Work',
      contactEmail: 'hi@tarot.example.com',
      billingDescriptor: 'TAROT AT WORK',
    },
    businessTimeZone: 'Europe/Berlin',
    trustedProxyHops: 2,
    testPages: 'public',
    approvalUndoSeconds: 0,
    rateLimits: false,
    log: 'silent',
  });
});

test.each([
  [{ HOST: '::1' }, 'http://[::1]:4321'],
  [{ HOST: 'localhost', PORT: '80' }, 'http://localhost'],
  [{ PUBLIC_URL: 'https://tarot.example.com:8443' }, 'https://tarot.example.com:8443'],
  [{ PUBLIC_URL: 'HTTPS://Tarot.Example.com' }, 'https://tarot.example.com'],
])('turns %j into the public URL %s', (env, publicUrl) => {
  expect(parseConfig(env).publicUrl).toBe(publicUrl);
});

const wrong: [variable: string, values: string[]][] = [
  ['NODE_ENV', ['Production', 'staging']],
  ['HOST', ['two words', 'http://localhost', '[::1', 'localhost:80', 'x'.repeat(201)]],
  ['PORT', ['0', '65536', '80.5', 'http', '1e3']],
  ['PUBLIC_URL', ['tarot.example.com', 'ftp://tarot.example.com', 'https://', 'https://x.com/shop']],
  ['PUBLIC_URL', ['https://x.com/?a=1', 'https://me@x.com', 'https://x.com/#shop']],
  ['STRIPE_SECRET_KEY', ['sk_test_1\n', 'sk_test_1 ', ' sk_test_1', 'sk_test_“1”', 'pk_test_1']],
  ['STRIPE_PUBLISHABLE_KEY', ['pk_test_1\r\n']],
  ['STRIPE_WEBHOOK_SECRET', ['whsec_1\n', 'secret']],
  ['STRIPE_MODE', ['live', 'SANDBOX']],
  ['STRIPE_API_BASE', ['127.0.0.1:8420', 'ws://127.0.0.1', 'http://127.0.0.1:8420/v1', 'http://me:x@[::1]']],
  ['STRIPE_SANDBOX_PORT', ['-1', '65536', 'any']],
  ['SMTP_URL', ['mail.example', 'http://mail.example', 'smtp://', 'smtp://me:p@ss@mail.example']],
  ['SMTP_URL', ['smtp://me:25/x@mail.example', 'smtp://me:25#x@mail.example', 'smtp://me:100%@mail.example']],
  ['MAIL_FROM', ['Career Tarot', 'Ada <a@b.example>, <c@d.example>']],
  ['DATABASE_PATH', ['libsql://shop.example', 'FILE:shop.db', 'better-sqlite3:shop.db']],
  ['CONTACT_EMAIL', ['hello', 'hello@', 'a@b.example, c@d.example', 'Tarot <a@b.example>']],
  ['BILLING_DESCRIPTOR', ['TARO', ' TARO ', 'X'.repeat(19), '12345', "O'TAROT", 'TAROT*1', '<TAROT>']],
  ['BILLING_DESCRIPTOR', ['TARÓT CARDS', '占い占い占い', 'TAROT\tCARDS', 'TAROT “1”', 'A\\1']],
  ['BUSINESS_TIMEZONE', ['New York', 'Mars/Olympus']],
  ['TRUSTED_PROXY_HOPS', ['-1', '11', 'all', '1.5']],
  ['TEST_PAGES', ['on', 'PUBLIC']],
  ['APPROVAL_UNDO_SECONDS', ['-1', '86401', '1m', '0.5']],
  ['RATE_LIMITS', ['false', 'ON']],
  ['LOG_LEVEL', ['verbose', 'INFO', '30']],
  ['SITE_NAME', ['x'.repeat(201)]],
  ['METRICS_TOKEN', ['short', 'with a blank in it, and long enough for all']],
];
test.each(wrong.flatMap(([variable, values]) => values.map((value) => [variable, value] as const)))(
  'refuses %s=%j in one line that names the variable',
  (variable, value) => {
    expect(refusalOf({ [variable]: value })).toMatch(new RegExp(`^${variable} [^\\n]+\\.$`));
  },
);

const mailWith = (password: string) => ({ SMTP_URL: `smtp://me:${password}@mail.example:25` });
const sayHowToEncode = /^SMTP_URL has a name or password with special .* \/ as %2F, # as %23, \? as %3F/;
test.each<[string, Env, RegExp]>([
  ['a mail password with a slash', mailWith('pa/ss'), sayHowToEncode],
  ['a mail password like a port and a path', mailWith('12/34'), sayHowToEncode],
  ['a mail password with a hash', mailWith('pa#ss'), sayHowToEncode],
  ['a mail password with a question mark', mailWith('pa?ss'), sayHowToEncode],
  ['a mail password with an at sign', mailWith('p@ss'), sayHowToEncode],
  ['a mail password with a percent sign', mailWith('100%'), sayHowToEncode],
  ['a mail password with a tab', mailWith('pa\ts'), /^SMTP_URL has a tab or a line/],
  ['a mail server with a path', { SMTP_URL: 'smtp://mail.example/path' }, /^SMTP_URL must end with the port/],
  ['a mail server without a scheme', { SMTP_URL: 'mail.example:25' }, /like smtps:\/\/USER:PASSWORD@/],
  ['one key alone', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY is missing: set all three/],
  ['no webhook secret', { ...keys, STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is missing/],
  ['another key as public', { ...keys, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY must/],
  ['a live beside a test key', { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' }, /belong/],
  ['live keys elsewhere', { ...liveKeys, STRIPE_API_BASE: 'http://[::1]' }, /^STRIPE_API_BASE is set with/],
  ['the sandbox with keys', { ...keys, STRIPE_MODE: 'sandbox' }, /^STRIPE_MODE is sandbox, but/],
  ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM is missing/],
])('refuses %s', (_what, env, message) => {
  const refusal = refusalOf(env);
  expect(refusal).toMatch(message);
  expect(refusal).not.toContain('\n');
});

const inProduction = { NODE_ENV: 'production', ...proxied };
test.each<[string, Env, RegExp]>([
  ['without keys', inProduction, /^STRIPE_SECRET_KEY is missing: in production/],
  ['without mail', { ...inProduction, ...liveKeys }, /^SMTP_URL is missing/],
  ['without limits', { ...production, ...proxied, RATE_LIMITS: 'off' }, /^RATE_LIMITS cannot be off/],
  ['on http', { ...production, PUBLIC_URL: 'http://x.example' }, /^PUBLIC_URL must begin with https/],
  ['without an address', production, /^PUBLIC_URL is missing: in production/],
  ['on https without a proxy', { ...production, ...https }, /^TRUSTED_PROXY_HOPS .+ set it to/],
  ['on https with no proxy', { ...production, ...proxied, TRUSTED_PROXY_HOPS: '0' }, /^TRUSTED_PROXY_HOPS/],
  ['as a sandbox at no address', { NODE_ENV: 'production', STRIPE_MODE: 'sandbox' }, /^PUBLIC_URL is/],
])('refuses production %s', (_what, env, message) => {
  expect(refusalOf(env)).toMatch(message);
});

test.each<[string, Env]>([
  ['https behind a proxy', { ...production, ...proxied }],
  ['plain http on this machine', { ...production, PUBLIC_URL: 'http://127.0.0.1:4321' }],
  ['plain http on this machine by its name', { ...production, PUBLIC_URL: 'http://localhost' }],
  ['plain http on this machine by IPv6', { ...production, PUBLIC_URL: 'http://[::1]:4321' }],
  ['plain http in development', { PUBLIC_URL: 'http://192.168.1.7:4321' }],
  ['https in development', https],
  ['an address as the mail user name', { ...smtp, SMTP_URL: 'smtp://me@x.org:pass@mail.example' }],
  ['a blank in the mail password', { ...smtp, SMTP_URL: 'smtp://me:pa ss@mail.example:25' }],
  ['an @ in the mail options', { ...smtp, SMTP_URL: 'smtp://mail.example?name=a@b' }],
  ['an encoded @ in the mail password', { ...smtp, SMTP_URL: 'smtp://me:p%40ss@mail.example/?pool=true' }],
  ['signs in the card statement name', { BILLING_DESCRIPTOR: 'Tarot.com & 1/2' }],
])('accepts %s', (_what, env) => {
  expect(refusalOf(env)).toBeNull();
});

test.each<[string, Env, string]>([
  ['test keys', keys, 'test'],
  ['restricted test keys', { ...keys, STRIPE_SECRET_KEY: 'rk_test_1' }, 'test'],
  ['live keys', liveKeys, 'live'],
  ['restricted live keys', { ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1' }, 'live'],
  ['the sandbox set in production', { ...inProduction, STRIPE_MODE: 'sandbox' }, 'sandbox'],
  ['the sandbox on any port', { STRIPE_SANDBOX_PORT: '0' }, 'sandbox'],
])('picks the Stripe mode for %s', (_what, env, mode) => {
  expect(parseConfig(env).stripe.mode).toBe(mode);
});

test.each<Env>([
  { ...keys, STRIPE_SECRET_KEY: 'hunter2-sk' },
  { ...keys, STRIPE_WEBHOOK_SECRET: 'hunter2' },
  { ...keys, STRIPE_SECRET_KEY: 'sk_test_hunter2\n' },
  { SMTP_URL: 'http://me:hunter2@mail.example' },
  { SMTP_URL: 'smtp://me:hunter2@x@mail.example' },
  { SMTP_URL: 'smtp://me:hunter2%@mail.example' },
  { PUBLIC_URL: 'https://me:hunter2@tarot.example.com' },
])('keeps the secret out of the message about %j', (env) => {
  expect(refusalOf(env)).toMatch(/^[A-Z_]+ (?!.*hunter2)/s);
});

describe('a name that is not a setting', () => {
  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['STRIPE_SECRETKEY_FILE', 'STRIPE_SECRET_KEY_FILE'],
    ['DATABASE_PAHT', 'DATABASE_PATH'],
    ['TRUSTED_PROXY_HOP', 'TRUSTED_PROXY_HOPS'],
    ['public_url', 'PUBLIC_URL'],
    ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
    ['PUBLICURL', 'PUBLIC_URL'],
  ])('is refused: %s, for %s', (name, meant) => {
    expect(refusalOf({ [name]: 'x' })).toMatch(new RegExp(`^${name} .*${meant}\\b`));
    expect(refusalOf({ [name]: ' ' })).toBeNull();
  });

  test.each([
    ['READER_BIO', 'write About the Reader in the admin’s settings'],
    ['SMTP_MAX_CONNECTIONS', 'add ?maxConnections=5 to SMTP_URL'],
    ['BACKUP_FOLDER', 'make `backups` beside the database a link to that folder'],
    ['STRIPE_RECEIPTS', 'point customers to the receipt on the page of their order'],
  ])('is refused with its replacement: %s', (name, instead) => {
    const message = `${name} is no longer a setting: remove it, and ${instead}.`;
    expect(refusalOf({ [name]: '5' })).toBe(message);
  });

  const ofOthers =
    'HOME PATH USER HOSTNAME HOSTS PORTS POST SSH_PORT NODE_OPTIONS LOGNAME DATABASE_URL STRIPE_API_KEY SMTP_HOST HTTP_URL FILE_NAME MAIL MAIL_TO TZ npm_config_loglevel http_proxy';
  test.each(ofOthers.split(' '))('is ignored when it belongs to another program: %s', (name) => {
    expect(parseConfig({ [name]: 'x' })).toEqual(parseConfig({}));
  });
});

test('lists every mistake in one message', () => {
  const refusal = refusalOf({
    NODE_ENV: 'production',
    PORT: 'http',
    SMPT_URL: 'smtp://mail.example',
    READER_BIO: 'Hello',
    RATE_LIMITS: 'off',
    STRIPE_SECRET_KEY: 'hunter2',
    TRUSTED_PROXY_HOPS: '11',
  });
  expect(refusal?.split('\n')).toEqual([
    'READER_BIO is no longer a setting: remove it, and write About the Reader in the admin’s settings.',
    'SMPT_URL is not a setting, but SMTP_URL is. Correct the name or remove it.',
    'PORT must be a whole number from 1 to 65535.',
    'STRIPE_SECRET_KEY must start with sk_ or rk_.',
    'TRUSTED_PROXY_HOPS must be a whole number from 0 to 10.',
    'RATE_LIMITS cannot be off when NODE_ENV is production; remove it.',
    'PUBLIC_URL is missing: in production, set the address customers see, like https://tarot.example.com.',
  ]);
});

test.each<[string, Env]>([
  ['a wrong key', { STRIPE_SECRET_KEY: 'sk_test_1\n' }],
  ['a missing key in production', { ...inProduction, STRIPE_SECRET_KEY: 'sk_live_1' }],
  ['an unknown NODE_ENV', { NODE_ENV: 'prod', RATE_LIMITS: 'off' }],
])('reports %s as a single error', (_what, env) => {
  expect(refusalOf(env)?.split('\n')).toHaveLength(1);
});

test('accepts METRICS_TOKEN from a file', () => {
  expect(secretFileVariables).toContain('METRICS_TOKEN_FILE');
});
