import { expect, test } from 'vitest';

export const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
export const liveKeys = { ...keys, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
export const smtp = {
  SMTP_URL: 'smtp://user:pass@mail.example:587',
  MAIL_FROM: 'Tarot <tarot@mail.example>',
};
export const https = { PUBLIC_URL: 'https://tarot.example.com' };
export const proxied = { ...https, TRUSTED_PROXY_HOPS: '1' };
export const production = { NODE_ENV: 'production', ...liveKeys, ...smtp };

const bad: [string, string[]][] = [
  ['NODE_ENV', ['Production', 'prod', 'staging', 'live']],
  ['HOST', ['two words', 'a/b', 'http://localhost', '[::1', 'localhost:80', 'x'.repeat(201)]],
  ['PORT', ['0', '65536', '-1', '80.5', 'http', '4321x', '1e3', '0x50']],
  ['PUBLIC_URL', ['tarot.example.com', 'ftp://tarot.example.com', 'https://', 'https://x.com/shop']],
  ['PUBLIC_URL', ['https://x.com/?a=1', 'https://me@x.com', 'https://me:pass2@x.com', 'https://x.com/#shop']],
  ['STRIPE_SECRET_KEY', ['sk_test_1\n', 'sk_test_\n1', 'sk_test_1 ', ' sk_test_1', 'sk_test_“1”']],
  ['STRIPE_PUBLISHABLE_KEY', ['pk_test_1\r\n']],
  ['STRIPE_WEBHOOK_SECRET', ['whsec_1\n']],
  ['STRIPE_MODE', ['live', 'SANDBOX', 'off']],
  ['STRIPE_API_BASE', ['127.0.0.1:8420', 'ws://127.0.0.1', 'http://127.0.0.1:8420/v1', 'http://me:x@[::1]']],
  ['STRIPE_SANDBOX_PORT', ['-1', '65536', 'any']],
  ['SMTP_URL', ['mail.example', 'http://mail.example', 'mailto:x@mail.example', 'smtp://']],
  ['SMTP_URL', ['smtp://me:p@ss@mail.example', 'smtp://me:@@mail.example:25', 'smtps://me@x.org:p@ss@x.org']],
  ['SMTP_URL', ['smtp://me:25/x@mail.example', 'smtp://me:25#x@mail.example', 'smtp://me:100%@mail.example']],
  [
    'MAIL_FROM',
    [
      'Career Tarot',
      'tarot@',
      'Tarot <tarot>',
      'a@b.example\r\nBcc: x@y.example',
      'a@b.example c@d.example',
      'Ada <a@b.example>, <c@d.example>',
      'a@b@c.example',
      'Ada <a@b.example> <c@d.example>',
    ],
  ],
  [
    'DATABASE_PATH',
    [
      'libsql://shop.example',
      'sqlite3:/var/lib/shop.db',
      'FILE:shop.db',
      'better-sqlite3:shop.db',
      'https://x.example/a.db',
    ],
  ],
  ['CONTACT_EMAIL', ['hello', 'hello@', 'a@b.example, c@d.example', 'Tarot <a@b.example>']],
  ['BILLING_DESCRIPTOR', ['TARO', ' TARO ', 'X'.repeat(19), '12345', "O'TAROT", 'TAROT*1', '<TAROT>']],
  ['BILLING_DESCRIPTOR', ['TARÓT CARDS', '占い占い占い', 'ТАРО КАРТЫ', 'TAROT\tCARDS', 'TAROT “1”', 'A\\1']],
  ['BUSINESS_TIMEZONE', ['New York', 'Mars/Olympus', 'EST5EDT6']],
  ['TRUSTED_PROXY_HOPS', ['-1', '11', 'all', '1.5']],
  ['TEST_PAGES', ['on', 'PUBLIC', 'true']],
  ['APPROVAL_UNDO_SECONDS', ['-1', '86401', '1m', '0.5']],
  ['RATE_LIMITS', ['false', 'ON', '0']],
  ['LOG_LEVEL', ['verbose', 'INFO', '30', 'info,outbox=debug']],
  ['SITE_NAME', ['x'.repeat(201)]],
];

const specialCharacters = /^SMTP_URL has a name or password with special .* \/ as %2F, # as %23, \? as %3F/;
const rules: [string, Record<string, string>, RegExp][] = [
  ...['pa/ss', '12/34', 'pa#ss', '1?2', 'pa?ss', 'p@ss', '100%'].map((password): (typeof rules)[number] => [
    `a mail password like ${password}`,
    { SMTP_URL: `smtp://me:${password}@mail.example:25` },
    specialCharacters,
  ]),
  ['a tab in a mail password', { SMTP_URL: 'smtp://me:pa\ts@x.example' }, /^SMTP_URL has a tab or a line/],
  ['a mail server with a path', { SMTP_URL: 'smtp://mail.example/path' }, /^SMTP_URL must end with the port/],
  ['a mail server without a scheme', { SMTP_URL: 'mail.example:25' }, /like smtps:\/\/USER:PASSWORD@/],
  ['one key alone', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY is missing: set all three/],
  ['no webhook secret', { ...keys, STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is missing/],
  ['no secret key', { ...keys, STRIPE_SECRET_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY must start with/],
  ['no public key', { ...keys, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY must/],
  ['no secret', { ...keys, STRIPE_WEBHOOK_SECRET: 'secret' }, /^STRIPE_WEBHOOK_SECRET must/],
  ['live beside test', { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' }, /^STRIPE_PUBLISHABLE_KEY and .* belong/],
  ['test beside live', { ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /^STRIPE_PUBLISHABLE_KEY and/],
  ['live keys elsewhere', { ...liveKeys, STRIPE_API_BASE: 'http://[::1]' }, /^STRIPE_API_BASE is set with/],
  ['sandbox with keys', { ...keys, STRIPE_MODE: 'sandbox' }, /^STRIPE_MODE is sandbox, but/],
  ['SMTP without sender', { SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM is missing/],
  [
    'production without keys',
    { NODE_ENV: 'production', ...proxied },
    /^STRIPE_SECRET_KEY is missing: in production/,
  ],
  ['production without mail', { NODE_ENV: 'production', ...liveKeys, ...proxied }, /^SMTP_URL is missing/],
  [
    'production without limits',
    { ...production, ...proxied, RATE_LIMITS: 'off' },
    /^RATE_LIMITS cannot be off/,
  ],
  ['production on https without a proxy', { ...production, ...https }, /^TRUSTED_PROXY_HOPS .+ set it to/],
  [
    'production on http',
    { ...production, PUBLIC_URL: 'http://x.example' },
    /^PUBLIC_URL must begin with https/,
  ],
  ['production without an address', production, /^PUBLIC_URL is missing: in production/],
  ['a public sandbox at no address', { NODE_ENV: 'production', STRIPE_MODE: 'sandbox' }, /^PUBLIC_URL is/],
  ['https with no proxy', { ...production, ...https, TRUSTED_PROXY_HOPS: '0' }, /^TRUSTED_PROXY_HOPS .+ set/],
];

/** @param refuse starts with these settings; returns the line that says why it failed; null if it started */
export function testRefusedSettings(
  refuse: (env: Record<string, string>) => string | null | Promise<string | null>,
): void {
  test.each(bad.flatMap(([variable, values]) => values.map((value) => [variable, value] as const)))(
    '%s=%j stops the start with one line that names the variable',
    async (variable, value) => {
      expect(await refuse({ [variable]: value })).toMatch(new RegExp(`^${variable} [^\\n]+\\.$`));
    },
  );

  test.each(rules)('%s stops the start', async (_what, env, message) => {
    const said = await refuse(env);
    expect(said).toMatch(message);
    expect(said).not.toContain('\n');
  });
}
