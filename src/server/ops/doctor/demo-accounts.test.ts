import { beforeAll, expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { minutes } from '../../../shared/durations.ts';
import { parseConfig } from '../../base/config/config.ts';
import { seedDemoAccounts } from '../../people/demo-accounts.ts';
import { hashPassword } from '../../people/passwords.ts';
import { findUserByName, updateUser } from '../../people/people-repository.ts';
import { runChecks } from './health-checks.ts';

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
  const network = {
    ask: never,
    fetchCertificate: never,
    findUnloadable: async () => [],
    tryMailServer: never,
    now: Date.now,
  };
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
