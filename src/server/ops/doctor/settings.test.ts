import { beforeAll, describe, expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { minutes } from '../../../shared/durations.ts';
import { parseConfig } from '../../base/config/config.ts';
import { seedDemoAccounts } from '../../people/demo-accounts.ts';
import { hashPassword } from '../../people/passwords.ts';
import { findUserByName, updateUser } from '../../people/people-repository.ts';
import { checkNode, checkSettings } from './check-settings.ts';
import { runChecks } from './health-checks.ts';

const engines = '^22.14.0 || >=24.0.0';
test.each<[string, RegExp]>([
  ['22.14.0', /^ok: .*Node 22\.14\.0/],
  ['22.20.1', /^ok: .*22\.20\.1/],
  ['24.0.0', /^ok: .*24\.0\.0/],
  ['26.1.0', /^ok: .*26\.1\.0/],
  ['22.13.9', /^error: .*22\.13\.9.*needs \^22\.14\.0 or >=24\.0\.0.*→.*Install one of these/],
  ['23.5.0', /^error: .*23\.5\.0.*→.*Install/],
  ['20.19.0', /^error: .*20\.19\.0.*→.*Install/],
])('judges Node %s', (version, expected) => {
  expectFinding(checkNode(version, engines), expected);
});

describe('the settings', () => {
  const check = (env: Record<string, string>, hasAccount = true) => {
    const { contactEmail } = parseConfig(env).site;
    return checkSettings(parseConfig(env), { contactEmail, hasAccount, namesakes: [] });
  };
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  };
  const mail = { SMTP_URL: 'smtp://a:hunter2@mail.example.com', MAIL_FROM: 'a@example.com' };
  const https = { PUBLIC_URL: 'https://cards.com' };
  const contact = { CONTACT_EMAIL: 'a@cards.com' };
  const fromShell = (names: string) => ({ PORT: '4400', CAREER_TAROT_OVERRIDDEN: names });
  const isOpen = /^warning: .*without a proxy: passwords and orders .* unencrypted.*→.*Set HOST=127\.0\.0\.1/;
  test.each<[Record<string, string>, RegExp]>([
    [{}, /^ok: .*127\.0\.0\.1:4321, payments in the sandbox/],
    [{ ...keys, ...mail }, /^ok: [^h]*http:.*Stripe in test mode, email by SMTP\.$/],
    [fromShell('PORT\nSMTP_URL'), /^warning: .*1:4400, .*PORT, SMTP_URL come from.*→.*unset PORT SMTP_URL/],
    [fromShell('PORT'), /^warning: .*PORT comes from this shell.*→.*unset PORT/],
    [{ ...https, ...contact }, /^warning: .*NODE_ENV is not.*→.*NODE_ENV=production/],
    [https, /^error: .*contact address is .*, a placeholder.*→.*CONTACT_EMAIL/],
    [{ HOST: '0.0.0.0', ...contact }, isOpen],
    [{ HOST: '::', ...contact }, isOpen],
    [{ HOST: '192.0.2.7', ...contact }, isOpen],
  ])('of %j lead to the finding %s', async (env, expected) => {
    const finding = await check(env);
    expectFinding(finding, expected);
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });

  test('only warn about a missing contact address before the first account exists', async () => {
    const finding = await check({ ...https, NODE_ENV: 'test' }, false);
    expectFinding(finding, /^warning: .*no contact address yet.*→.*You enter it while setting up the shop/);
  });
});

const keysOf = (mode: 'live' | 'test') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});

/** A shop in which the demo has run. */
const demo = createTestApp();
beforeAll(() => seedDemoAccounts(demo.context));

/** What doctor says of the accounts, with these settings. */
async function look({ db }: Pick<TestApp, 'db'>, env: Record<string, string>) {
  const config = parseConfig({ PUBLIC_URL: 'http://cards.com', CONTACT_EMAIL: 'hello@cards.com', ...env });
  const never = () => Promise.reject(new Error('not asked'));
  const silent = { ask: never, fetchCertificate: never, tryMailServer: never };
  const network = { ...silent, findUnloadable: async () => [], now: Date.now };
  const service = { config, databasePath: null, db, examine: async () => null, sendTestMail: null };
  const [finding] = await Promise.all(runChecks(service, () => minutes(1), network));
  if (!finding) throw new Error('there is no finding');
  return finding;
}

test('reports an error when demo accounts can sign in with live keys', async () => {
  const finding = await look(demo, keysOf('live'));
  expectFinding(
    finding,
    /^error: Anyone can sign in as admin: .* Anyone can sign in as reader1: .* reader2: .*→.*npm run user -- password admin, npm run user -- password reader1, /,
  );
  expect(JSON.stringify(finding)).not.toContain('demo-admin-pass');
});

test('warns about demo accounts with test keys and accepts the demo’s own', async () => {
  const hops = { TRUSTED_PROXY_HOPS: '1', MAIL_FROM: 'a@cards.com', SMTP_URL: 'smtp://127.0.0.1:1' };
  const sandbox = { NODE_ENV: 'production', STRIPE_MODE: 'sandbox' };
  for (const env of [keysOf('test'), sandbox]) {
    const finding = await look(demo, { ...env, PUBLIC_URL: 'https://tarot.example.org', ...hops });
    expectFinding(finding, /^warning: .*Anyone can sign in as admin: .*→.*user -- password admin/);
  }
  expectFinding(await look(demo, {}), /^ok: .*in the sandbox/);
});

test('ignores demo accounts with a new password, second factor or closed sign-in', async () => {
  const { id = '' } = findUserByName(demo.db, 'admin') ?? {};
  const hash = await hashPassword('a long word of her own');
  writeNow(demo.db, (tx) => updateUser(tx, id, { passwordHash: hash }));
  const change = (sql: string, name: string) => demo.db.$client.prepare(sql).run(name);
  change('UPDATE users SET is_active = 0 WHERE username = ?', 'reader1');
  expectFinding(await look(demo, keysOf('live')), /^error: Anyone can sign in as reader2: [^:]* →/);
  change('UPDATE users SET totp_enabled_at = 1 WHERE username = ?', 'reader2');
  expectFinding(await look(demo, keysOf('live')), /^ok: .*Stripe in live mode/);
});

test('skips the check on the database of an older version', async () => {
  const older = createTestApp();
  older.db.$client.exec('ALTER TABLE users RENAME COLUMN signature TO signed');
  expectFinding(await look(older, keysOf('live')), /^ok: .*Stripe in live mode/);
});
