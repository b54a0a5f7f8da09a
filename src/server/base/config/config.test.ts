import { expect, test } from 'vitest';
import {
  https,
  keys,
  liveKeys,
  production,
  proxied,
  smtp,
  testRefusedSettings,
} from '../../../../tests/kit/refused-settings.ts';
import { ConfigError, parseConfig, secretFileVariables } from './config.ts';

test('uses the defaults and the sandbox without any variable', () => {
  const { site, ...config } = parseConfig({});
  expect(config).toEqual({
    commandFormat: { prefix: 'npm run ', separator: ' -- ' },
    overridden: [],
    isProduction: false,
    backup: { command: null, env: {} },
    cacheFolder: null,
    isNpmScript: false,
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
  });
  expect(site).toMatchObject({
    siteName: 'Career Tarot',
    contactEmail: 'hello@career-tarot.example',
    billingDescriptor: 'CAREER TAROT',
    publicUrl: 'http://127.0.0.1:4321',
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
    metricsToken: null,
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

testRefusedSettings((env) => {
  const { error } = attempt(env);
  return error instanceof ConfigError ? error.message : null;
});

test.each([
  ['https behind a proxy', { ...production, ...https, TRUSTED_PROXY_HOPS: '1' }],
  ['plain http on this machine', { ...production, PUBLIC_URL: 'http://127.0.0.1:4321' }],
  ['plain http on this machine by its name', { ...production, PUBLIC_URL: 'http://localhost' }],
  ['plain http on this machine by IPv6', { ...production, PUBLIC_URL: 'http://[::1]:4321' }],
  ['plain http in development', { PUBLIC_URL: 'http://192.168.1.7:4321' }],
  ['an address as the mail user name', { ...smtp, SMTP_URL: 'smtp://me@x.org:pass@mail.example' }],
  ...[
    'me:pa ss@mail.example:25',
    'mail.example/?name=a@b.example',
    'mail.example?name=a@b',
    'me:p%40ss@mail.example:25/?tls.servername=x&name=a:b@c',
  ].map((address): [string, Record<string, string>] => [
    `a mail server like ${address}`,
    { ...smtp, SMTP_URL: `smtp://${address}` },
  ]),
  ['a password with an encoded @', { ...smtp, SMTP_URL: 'smtp://me:p%40ss@mail.example/?pool=true' }],
  ['https in development', https],
  ['signs in the card statement name', { BILLING_DESCRIPTOR: 'Tarot.com & 1/2' }],
])('accepts %s', (_what, env) => {
  expect(attempt(env)).toEqual({ error: null });
});

test.each([
  ['test keys', keys, 'test'],
  ['restricted test keys', { ...keys, STRIPE_SECRET_KEY: 'rk_test_1' }, 'test'],
  ['live keys', liveKeys, 'live'],
  ['restricted live keys', { ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1' }, 'live'],
  ['production', { ...production, ...proxied }, 'live'],
  [
    'the sandbox set in production',
    { NODE_ENV: 'production', STRIPE_MODE: 'sandbox', ...proxied },
    'sandbox',
  ],
  ['the sandbox on any port', { STRIPE_SANDBOX_PORT: '0' }, 'sandbox'],
])('picks the Stripe mode for %s', (_what, env, mode) => {
  expect(parseConfig(env).stripe.mode).toBe(mode);
});

test.each<Record<string, string>>([
  { ...keys, STRIPE_SECRET_KEY: 'hunter2-sk' },
  { ...keys, STRIPE_WEBHOOK_SECRET: 'hunter2' },
  { ...keys, STRIPE_SECRET_KEY: 'sk_test_hunter2\n' },
  { SMTP_URL: 'http://me:hunter2@mail.example' },
  { SMTP_URL: 'smtp://me:hunter2@x@mail.example' },
  { SMTP_URL: 'smtp://me:hunter2%@mail.example' },
  { PUBLIC_URL: 'https://me:hunter2@tarot.example.com' },
])('keeps the secret out of the message about %j', (env) => {
  expect(attempt(env).error?.message).not.toContain('hunter2');
});

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
  ['STRIPE_SECRETKEY_FILE', 'STRIPE_SECRET_KEY_FILE'],
  ['STRIPE_PUBLISHIBEL_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['DATABASE_PAHT', 'DATABASE_PATH'],
  ['TRUSTED_PROXY_HOP', 'TRUSTED_PROXY_HOPS'],
  ['public_url', 'PUBLIC_URL'],
  ['SMPT_URL_FILE', 'SMTP_URL_FILE'],
  ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
  ['PUBLICURL', 'PUBLIC_URL'],
])('refuses %s and suggests %s', (name, meant) => {
  const { error } = attempt({ [name]: 'x' });
  expect(error).toBeInstanceOf(ConfigError);
  expect(error?.message).toMatch(new RegExp(`^${name} .*${meant}\\b`));
  expect(attempt({ [name]: ' ' }).error).toBeNull();
});

test.each([
  ['READER_BIO', 'write About the Reader in the admin’s settings'],
  ['SMTP_MAX_CONNECTIONS', 'add ?maxConnections=5 to SMTP_URL'],
  ['BACKUP_FOLDER', 'make `backups` beside the database a link to that folder'],
  ['STRIPE_RECEIPTS', 'point customers to the receipt on the page of their order'],
])('refuses the removed %s and names its replacement', (name, instead) => {
  const message = `${name} is no longer a setting: remove it, and ${instead}.`;
  expect(attempt({ [name]: '5' }).error?.message).toBe(message);
});

test('ignores variables of other programs', () => {
  const others =
    'HOME PATH USER LANG HOSTNAME HOSTS PORTS POST SSH_PORT NODE_OPTIONS NODE_PATH LOGNAME DATABASE_URL DATABASE_PASS DATABASE_AUTH STRIPE_API_KEY STRIPE_DEVICE_NAME SMTP_HOST SMTP_PORT HTTP_URL FILE_NAME MAIL MAIL_TO TZ npm_config_loglevel npm_lifecycle_script http_proxy';
  const env = Object.fromEntries(others.split(' ').map((name) => [name, 'x']));
  expect(parseConfig(env)).toEqual(parseConfig({}));
});

function attempt(env: Record<string, string>): { error: Error | null } {
  try {
    parseConfig(env);
    return { error: null };
  } catch (error) {
    return { error: error as Error };
  }
}

test('lists every mistake in one message', () => {
  const { error } = attempt({
    NODE_ENV: 'production',
    PORT: 'http',
    SMPT_URL: 'smtp://mail.example',
    READER_BIO: 'Hello',
    RATE_LIMITS: 'off',
    STRIPE_SECRET_KEY: 'hunter2',
    TRUSTED_PROXY_HOPS: '11',
  });
  expect(error?.message.split('\n')).toEqual([
    'READER_BIO is no longer a setting: remove it, and write About the Reader in the admin’s settings.',
    'SMPT_URL is not a setting, but SMTP_URL is. Correct the name or remove it.',
    'PORT must be a whole number from 1 to 65535.',
    'STRIPE_SECRET_KEY must start with sk_ or rk_.',
    'TRUSTED_PROXY_HOPS must be a whole number from 0 to 10.',
    'RATE_LIMITS cannot be off when NODE_ENV is production; remove it.',
    'PUBLIC_URL is missing: in production say which address customers see, like https://tarot.example.com.',
  ]);
});

test.each([
  ['a wrong key', { STRIPE_SECRET_KEY: 'sk_test_1\n' }, 1],
  ['a missing key in production', { NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_1', ...proxied }, 1],
  ['an unknown NODE_ENV', { NODE_ENV: 'prod', RATE_LIMITS: 'off' }, 1],
  [
    'a live key elsewhere without a sender',
    { ...liveKeys, STRIPE_API_BASE: 'http://[::1]', SMTP_URL: smtp.SMTP_URL },
    2,
  ],
])('reports %s without follow-up errors', (_what, env, lines) => {
  expect(attempt(env).error?.message.split('\n')).toHaveLength(lines);
});

test('accepts METRICS_TOKEN from a file', () => {
  expect(secretFileVariables).toContain('METRICS_TOKEN_FILE');
});

test.each(['short', 'with a blank in it, and long enough for all'])(
  'refuses METRICS_TOKEN %j',
  (METRICS_TOKEN) => {
    expect(() => parseConfig({ METRICS_TOKEN })).toThrow(/^METRICS_TOKEN must be one word of at least 32/);
  },
);
