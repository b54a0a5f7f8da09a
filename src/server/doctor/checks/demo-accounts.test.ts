import { beforeAll, expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { seedDemo } from '../../../../db/seed.ts';
import { minutes } from '../../../shared/durations.ts';
import { expectFinding, noRandom } from '../../../testing/findings.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { parseConfig } from '../../config/config.ts';
import { hashPassword } from '../../people/credentials/passwords.ts';
import { findUserByName, setPasswordHash } from '../../people/directory/people-repository.ts';
import { listChecks } from '../list-checks.ts';
import { findAll } from '../run-checks.ts';
import { realSurroundings } from '../surroundings.ts';

const keysOf = (mode: 'live' | 'test') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});

/** A shop in which the demo has run. */
const demo = createTestApp();
beforeAll(() => seedDemo(demo.context));

/** What doctor says of the accounts, with these settings. */
async function look({ db, clock }: Pick<TestApp, 'db' | 'clock'>, env: Record<string, string>) {
  const never = () => Promise.reject(new Error('nobody asks'));
  const checks = listChecks(
    {
      settings: { config: parseConfig(env), problems: [], unusable: new Set<string>() },
      ...{ databasePath: null, db, examine: never, dkimSelectors: [], mailTo: null, sendTestMail: never },
    },
    realSurroundings({ clock, random: noRandom }),
  );
  const [finding] = await findAll(
    checks.filter(({ check }) => check === 'demo_accounts'),
    () => minutes(1),
  );
  if (!finding) throw new Error('nobody looks');
  return finding;
}

test('a shop with live keys in which the demo’s admin can sign in has failed', async () => {
  const finding = await look(demo, keysOf('live'));
  expectFinding(finding, [
    'failed',
    /^Anybody can sign in as admin: .* Anybody can sign in as reader1: .* reader2: /,
    /npm run user -- password admin, npm run user -- password reader1, /,
  ]);
  expect(JSON.stringify(finding)).not.toContain('demo-admin-pass');
});

test('before there are customers it is to be looked at, and in the demo itself it is as it should be', async () => {
  const hops = { TRUSTED_PROXY_HOPS: '1', MAIL_FROM: 'a@tarot.example.org', SMTP_URL: 'smtp://127.0.0.1:1' };
  const sandbox = { NODE_ENV: 'production', STRIPE_MODE: 'sandbox' };
  for (const env of [keysOf('test'), sandbox]) {
    const finding = await look(demo, { ...env, PUBLIC_URL: 'https://tarot.example.org', ...hops });
    expectFinding(finding, ['warning', /^Anybody can sign in as admin: /, /user -- password admin/]);
  }
  expectFinding(await look(demo, {}), ['skipped', /^This is a demo .*in the sandbox/]);
});

test('an account with a new password, a closed one and one with a second factor are their owner’s', async () => {
  const { id = '' } = findUserByName(demo.db, 'admin') ?? {};
  const hash = await hashPassword('a long word of her own');
  writeNow(demo.db, (tx) => setPasswordHash(tx, id, hash));
  const change = (sql: string, name: string) => demo.db.$client.prepare(sql).run(name);
  change('UPDATE users SET is_active = 0 WHERE username = ?', 'reader1');
  expectFinding(await look(demo, keysOf('live')), ['failed', /^Anybody can sign in as reader2: [^:]*$/]);
  change('UPDATE users SET totp_enabled_at = 1 WHERE username = ?', 'reader2');
  expectFinding(await look(demo, keysOf('live')), ['ok', /^No account /]);
});

test('the database of an older version is not looked at', async () => {
  const older = createTestApp();
  older.db.$client.exec('ALTER TABLE users RENAME COLUMN signature TO signed');
  expectFinding(await look(older, keysOf('live')), ['skipped', /could not be read/]);
});
