import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addSignedIn } from '../../../../tests/kit/builders.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { folderOfTest } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { seconds } from '../../../shared/durations.ts';
import { type HealthFinding, healthChecks } from '../../../shared/ops/health.ts';
import { parseConfig } from '../../base/config/config.ts';
import { readServiceId } from '../../payments/payment-repository.ts';
import { ok } from './finding.ts';
import { type CheckedService, runChecks, runHealthChecks } from './health-checks.ts';
import { probeUrl } from './network.ts';

describe('the probe address', () => {
  const app = createTestApp();
  const { db, clock } = app.context;
  const ask = (headers: Record<string, string> = {}) =>
    app.visitor(headers).call<object>('GET', probeUrl('', readServiceId(db), clock.now()));

  test.each([
    [null, null, { hops: 0, protocol: null }],
    ['192.0.2.1', 'https', { hops: 1, protocol: 'https' }],
    ['192.0.2.1, 10.0.0.1,10.0.0.2', null, { hops: 3, protocol: null }],
    ['192.0.2.1', 'gopher', { hops: 1, protocol: null }],
  ])('counts the proxies of %j, %j: %j, and shows no address', async (addresses, protocol, expected) => {
    const headers = {
      ...(addresses && { 'x-forwarded-for': addresses }),
      ...(protocol && { 'x-forwarded-proto': protocol }),
    };
    const { status, body } = await ask(headers);
    expect(status).toBe(200);
    expect(body).toEqual(expected);
  });

  test('answers 404 to a probe without a valid signature', async () => {
    const nowhere = await app.visitor().get('/api/nowhere');
    const others = [
      await app.visitor().get('/api/reached'),
      await app.visitor().get(`/api/reached?at=${clock.now()}&proof=${'0'.repeat(64)}`),
      await app.visitor().get(probeUrl('', 'another', clock.now())),
    ];
    for (const { status, body } of others) expect([status, body]).toEqual([404, nowhere.body]);
  });
});

test('health checks leave the service’s database lock in place', { timeout: 60_000 }, async () => {
  const folder = folderOfTest();
  const path = join(folder, 'tarot.db');
  const app = createTestApp({ databasePath: path, env: { DATABASE_PATH: path } });
  await addSignedIn(app, 'admin', 'admin');
  const other = `import Sqlite from 'better-sqlite3';
    const db = new Sqlite(${JSON.stringify(path)}, { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    try { db.exec('BEGIN EXCLUSIVE'); console.log('taken'); } catch (error) { console.log(error.message); }`;
  const takeFromOutside = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', other], { encoding: 'utf8' });
  expect(takeFromOutside()).toContain('is locked');
  const { findings } = await runHealthChecks(app.context);
  expect(findings.find(({ check }) => check === 'database')?.found).toContain('tarot.db');
  expect(takeFromOutside()).toContain('is locked');
  app.db.$client.close();
});

const refuse = () => Promise.reject(Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' }));
const nowhere = {
  ask: refuse,
  fetchCertificate: refuse,
  tryMailServer: refuse,
  findUnloadable: async () => [],
  now: Date.now,
};

/** What doctor says with these settings where nothing answers, in order. */
function lookWith(
  env: Record<string, string>,
  databasePath: string | null,
  changes: Partial<CheckedService> = {},
  network: Parameters<typeof runChecks>[2] = nowhere,
  timeoutMs = seconds(5),
) {
  const db = databasePath === null ? createTestApp().db : null;
  const ports = { examine: async () => null, sendTestMail: null };
  const service = { config: parseConfig(env), databasePath, db, ...ports, ...changes };
  return Promise.all(runChecks(service, () => timeoutMs, network));
}

test('limits each check’s time and still reports the others when one fails', async () => {
  const fail = () => Promise.reject(Object.assign(new Error('with hunter2 in it'), { code: 'EWHAT' }));
  const silent = { ...nowhere, tryMailServer: fail, ask: () => new Promise<never>(() => {}) };
  const findings = byCheck(await lookWith(keys, null, { db: null }, silent, 20));
  expect(findings.get('node')?.state).toBe('ok');
  const late = { state: 'error', found: expect.stringMatching(/No answer within/) };
  expect(findings.get('clock')).toMatchObject(late);
  expect(findings.get('mail')).toMatchObject({ state: 'error', found: 'The check failed (EWHAT).' });
});

test('accepts missing keys and mail server in the sandbox', async () => {
  const findings = await lookWith({}, null, { db: createTestApp().db });
  expect(findings.map(({ check }) => check)).toEqual(Object.keys(healthChecks));
  const unwell = findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => [check, state]);
  // Nothing answers here.
  expect(unwell).toEqual([['address', 'warning']]);
  for (const check of ['stripe', 'webhooks', 'mail']) {
    expect(findings.find((finding) => finding.check === check)?.found).toContain('in the sandbox');
  }
});

const byCheck = (findings: HealthFinding[]) => new Map(findings.map((finding) => [finding.check, finding]));

test('reports a library that cannot be loaded', async () => {
  const findUnloadable = async () => ['The library sharp cannot be loaded (ELF).'];
  const findings = byCheck(await lookWith({}, null, {}, { ...nowhere, findUnloadable }));
  const expected = /^error: .*library sharp cannot be loaded.*→.*release made for this machine/;
  expectFinding(findings.get('node') ?? ok``, expected);
});

test('warns that real mail goes out while payments are in the sandbox', async () => {
  const { SMTP_URL, MAIL_FROM } = keys;
  const unencrypted = { problem: null, isEncrypted: false, isSignedIn: true, takesUnicode: true };
  const network = { ...nowhere, tryMailServer: async () => unencrypted };
  const findings = byCheck(await lookWith({ SMTP_URL, MAIL_FROM }, null, {}, network));
  const expected =
    /^warning: .*unencrypted connection.*Emails are real, while payments.*→.*Use only your own addresses/;
  expectFinding(findings.get('mail') ?? ok``, expected);
});

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'a@tarot.example.org',
};

/** The same of a service with Stripe's keys and a mail server, by what was looked at. */
async function examine(env: Record<string, string>, databasePath: string | null = null) {
  const complete = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tarot.example.org',
    TRUSTED_PROXY_HOPS: '1',
    ...keys,
  };
  return byCheck(await lookWith({ ...complete, ...env }, databasePath, { sendTestMail: refuse }));
}

test('reports no errors before the first start', async () => {
  const folder = folderOfTest();
  for (const path of [join(folder, 'tarot.db'), join(folder, 'yet', 'to', 'come', 'tarot.db')]) {
    const findings = await examine({}, path);
    expectFinding(findings.get('database') ?? ok``, /^warning: There is no database yet\. → .*first start/);
    expect(findings.get('disk')?.found).toMatch(/is free; there is no database yet\.$/);
    expectFinding(findings.get('backup') ?? ok``, /^ok: Backups begin with the first start\.$/);
    // Name, proxy and certificate can be looked at already.
    expect(findings.get('address')?.found).toContain('https://tarot.example.org does not answer');
    expect(JSON.stringify([...findings])).not.toMatch(/restore|ENOENT|needs the database/);
  }
});

test('reports an error for a missing database that has backups', async () => {
  const folder = folderOfTest();
  mkdirSync(join(folder, 'backups'));
  const path = join(folder, 'tarot.db');
  expect((await examine({}, path)).get('database')?.state).toBe('warning');
  writeFileSync(join(folder, 'backups', 'tarot-20260304T130000Z.db'), 'a copy');
  const findings = await examine({}, path);
  expectFinding(findings.get('database') ?? ok``, /^error: There is no database/);
  for (const check of ['backup', 'address', 'webhooks'] as const) {
    const found = 'This check needs the database, which is missing or cannot be read.';
    expect(findings.get(check)).toMatchObject({ state: 'warning', found });
  }
});
