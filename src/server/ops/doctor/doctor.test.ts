import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addSignedIn } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { seconds } from '../../../shared/durations.ts';
import { healthChecks } from '../../../shared/ops/health.ts';
import { parseConfig } from '../../base/config/config.ts';
import { readServiceId } from '../../payments/payment-repository.ts';
import { type CheckedService, runChecks, runHealthChecks } from './health-checks.ts';
import { fetchCertificate, probeUrl, requestUnverified } from './network.ts';

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

  test('answers 404 without a valid proof', async () => {
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
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-doctor-'));
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
  rmSync(folder, { recursive: true });
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
) {
  const service = {
    config: parseConfig(env),
    databasePath,
    db: databasePath === null ? createTestApp().db : null,
    examine: async () => null,
    sendTestMail: null,
    ...changes,
  };
  return Promise.all(runChecks(service, () => seconds(5), network));
}

test('limits each check’s time and still reports the others when one fails', async () => {
  const service = {
    config: parseConfig(keys),
    ...{ databasePath: null, db: null, examine: async () => null, sendTestMail: null },
  };
  const fail = () => Promise.reject(Object.assign(new Error('with hunter2 in it'), { code: 'EWHAT' }));
  const network = {
    ask: requestUnverified,
    fetchCertificate,
    tryMailServer: fail,
    findUnloadable: async () => [],
    now: Date.now,
  };
  const silent = { ...network, ask: () => new Promise<never>(() => {}) };
  const findings = await Promise.all(runChecks(service, () => 20, silent));
  const found = new Map(findings.map((finding) => [finding.check, finding]));
  expect(found.get('node')?.state).toBe('ok');
  expect(found.get('clock')).toMatchObject({
    state: 'error',
    found: expect.stringMatching(/No answer within/),
  });
  expect(found.get('mail')).toMatchObject({ state: 'error', found: 'The check failed (EWHAT).' });
});

test('accepts missing keys and mail server in the sandbox', async () => {
  const findings = await lookWith({}, null, { db: createTestApp().db });
  expect(findings.map(({ check }) => check)).toEqual(Object.keys(healthChecks));
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
  // Nothing answers here.
  const { address, ...others } = states;
  expect(address).toBe('warning');
  expect(new Set(Object.values(others))).toEqual(new Set(['ok']));
  for (const check of ['stripe', 'webhooks', 'mail']) {
    expect(findings.find((finding) => finding.check === check)?.found).toContain('in the sandbox');
  }
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
  const findings = await lookWith({ ...complete, ...env }, databasePath, { sendTestMail: refuse });
  return new Map(findings.map((finding) => [finding.check, finding]));
}

test('reports no errors before the first start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-doctor-'));
  for (const path of [join(folder, 'tarot.db'), join(folder, 'yet', 'to', 'come', 'tarot.db')]) {
    const findings = await examine({}, path);
    const found = 'There is no database yet.';
    const advice = expect.stringContaining('first start');
    expect(findings.get('database')).toMatchObject({ state: 'warning', found, advice });
    expect(findings.get('disk')?.found).toMatch(/are free, and there is no database yet\.$/);
    expect(findings.get('backup')).toMatchObject({
      state: 'ok',
      found: 'Backups begin with the first start.',
    });
    // Name, proxy and certificate can be looked at already.
    expect(findings.get('address')?.found).toContain('https://tarot.example.org does not answer');
    expect(JSON.stringify([...findings])).not.toMatch(/restore|ENOENT|needs the database/);
  }
  rmSync(folder, { recursive: true });
});

test('reports an error for a missing database that has backups', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-doctor-'));
  mkdirSync(join(folder, 'backups'));
  const path = join(folder, 'tarot.db');
  expect((await examine({}, path)).get('database')?.state).toBe('warning');
  writeFileSync(join(folder, 'backups', 'tarot-20260304T130000Z.db'), 'a copy');
  const findings = await examine({}, path);
  expect(findings.get('database')).toMatchObject({
    state: 'error',
    found: expect.stringMatching(/^There is no database/),
  });
  for (const check of ['backup', 'address', 'webhooks'] as const) {
    const found = 'It needs the database, which is missing or cannot be read.';
    expect(findings.get(check)).toMatchObject({ state: 'warning', found });
  }
  rmSync(folder, { recursive: true });
});
