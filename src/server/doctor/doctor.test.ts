import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { stripeEvents } from '../../../db/schema.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import { type HealthCheck, type HealthReport, healthChecks } from '../../shared/health.ts';
import { addSignedIn } from '../../testing/builders.ts';
import { noRandom } from '../../testing/findings.ts';
import { planOf } from '../../testing/query-plans.ts';
import { statementsRun } from '../../testing/statements-run.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { systemRandom } from '../basics/random.ts';
import { parseConfig } from '../config/config.ts';
import { readUsableSettings } from '../config/usable-settings.ts';
import { ok } from './checks/finding.ts';
import { reachAddress, readArrival } from './checks/reach.ts';
import { findNewestEvent } from './doctor-repository.ts';
import { lookAtService } from './health-report.ts';
import { listChecks } from './list-checks.ts';
import { findAll } from './run-checks.ts';
import { realSurroundings } from './surroundings.ts';

describe('the address at which the service tells doctor what it sees', () => {
  const app = createTestApp();
  const { serviceId, clock } = app.context;
  const ask = (nonce: string, headers: Record<string, string> = {}) =>
    app.visitor(headers).call<object>('GET', reachAddress('', serviceId, clock.now(), nonce));

  test.each([
    [null, null, { hops: 0, protocol: null }],
    ['192.0.2.1', 'https', { hops: 1, protocol: 'https' }],
    ['192.0.2.1, 10.0.0.1,10.0.0.2', null, { hops: 3, protocol: null }],
    ['192.0.2.1', 'gopher', { hops: 1, protocol: null }],
  ])('counts the proxies of %j, %j: %j, and tells no address', async (addresses, protocol, expected) => {
    const headers = {
      ...(addresses && { 'x-forwarded-for': addresses }),
      ...(protocol && { 'x-forwarded-proto': protocol }),
    };
    const nonce = systemRandom.newToken();
    const { status, body } = await ask(nonce, headers);
    expect(status).toBe(200);
    expect(readArrival(JSON.stringify(body), serviceId, nonce)).toEqual(expected);
    expect(JSON.stringify(body)).not.toContain('192.0.2.1');
  });

  test('answers a question once, and is not there for anybody else', async () => {
    const nonce = 'n'.repeat(32);
    const nowhere = await app.visitor().get('/api/nowhere');
    expect((await ask(nonce)).status).toBe(200);
    const others = [
      await ask(nonce),
      await app.visitor().get('/api/reached'),
      await app.visitor().get(`/api/reached?at=${clock.now()}&nonce=${nonce}&proof=${'0'.repeat(64)}`),
      await app.visitor().get(reachAddress('', 'another', clock.now(), 'm'.repeat(32))),
    ];
    for (const { status, body } of others) expect([status, body]).toEqual([404, nowhere.body]);
  });
});

describe('the report of the admin', () => {
  const report = (checkedAt: string): HealthReport => ({
    checkedAt,
    findings: [{ check: 'node', ...ok('This is Node.') }],
  });

  test('is made when somebody asks, again after one that failed, and counts for a minute', async () => {
    const look = vi.fn<() => Promise<HealthReport>>().mockRejectedValueOnce(new Error('no'));
    const app = createTestApp({ lookAtHealth: look });
    const admin = await app.signIn('admin');
    const read = async () => (await admin.get<HealthReport>('/api/health-report')).body;
    expect(look).not.toHaveBeenCalled();
    expect((await admin.get('/api/health-report')).status).toBe(500);
    look.mockResolvedValueOnce(report('first')).mockResolvedValueOnce(report('second'));
    expect([await read(), await read()]).toEqual([report('first'), report('first')]);
    app.clock.advance(seconds(61));
    expect(await read()).toEqual(report('second'));
  });

  test('is made once for all who ask at the same time, however long it takes', async () => {
    const waiting: ((made: HealthReport) => void)[] = [];
    const look = vi.fn(() => new Promise<HealthReport>((resolve) => waiting.push(resolve)));
    const app = createTestApp({ lookAtHealth: look });
    const admin = await app.signIn('admin');
    const first = admin.get<HealthReport>('/api/health-report');
    await vi.waitFor(() => expect(look).toHaveBeenCalledOnce());
    app.clock.advance(minutes(2));
    const second = admin.get<HealthReport>('/api/health-report');
    // Neither has an answer yet: the second has joined the first, or would have begun another look.
    await Promise.race([second, new Promise((resolve) => setImmediate(resolve))]);
    waiting[0]?.(report('the only one'));
    expect((await first).body).toEqual(report('the only one'));
    expect((await second).body).toEqual(report('the only one'));
    expect(look).toHaveBeenCalledOnce();
  });
});

test('a look at a service leaves it what it holds on its database', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-doctor-'));
  const path = join(folder, 'tarot.db');
  const app = createTestApp({ databasePath: path, env: { DATABASE_PATH: path } });
  await addSignedIn(app, 'admin', 'admin');
  await app.db.commits.written();
  const other = `import { takeAlone } from '${new URL('../../../db/keeping/take-alone.ts', import.meta.url)}';
    try { takeAlone(${JSON.stringify(path)}); console.log('taken'); } catch (error) { console.log(error.message); }`;
  const takeFromOutside = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', other], { encoding: 'utf8' });
  expect(takeFromOutside()).toContain('is in use');
  const { findings } = await lookAtService(app.context);
  expect(findings.find(({ check }) => check === 'files')?.found).toContain('tarot.db');
  expect(takeFromOutside()).toContain('is in use');
  app.db.$client.close();
  rmSync(folder, { recursive: true });
});

test('each look has its time, and whatever happens in one, the others are told', async () => {
  const findings = await findAll(
    [
      { check: 'node', look: () => ok('Fine.') },
      { check: 'clock', look: () => new Promise(() => {}) },
      {
        check: 'spf',
        look: () => {
          throw Object.assign(new Error('with hunter2 in it'), { code: 'EWHAT' });
        },
      },
    ],
    () => 20,
  );
  expect(findings.map(({ check, state }) => [check, state])).toEqual([
    ['node', 'ok'],
    ['clock', 'failed'],
    ['spf', 'failed'],
  ]);
  expect(findings[1]?.found).toMatch(/No answer within/);
  expect(findings[2]?.found).toBe('It could not be looked at (EWHAT).');
});

/** What doctor says with these settings where nothing answers, in order. */
function lookWith(env: Record<string, string>, databasePath: string | null, mailTo: string | null) {
  const { db, clock } = createTestApp();
  const refused = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
  const patient = {
    settings: readUsableSettings(env, parseConfig),
    ...{ databasePath, db: databasePath === null ? db : null },
    ...{ examine: refused, dkimSelectors: [], mailTo, sendTestMail: refused },
  };
  const around = realSurroundings({ clock, random: noRandom });
  const nowhere = { ask: refused, lookAtCertificate: refused, tryMailServer: refused, resolveTxt: refused };
  return findAll(listChecks(patient, { ...around, ...nowhere }), () => seconds(5));
}

test('on the sandbox everything that needs keys or a mail server is skipped, and says why', async () => {
  const findings = await lookWith({}, null, null);
  expect(findings.map(({ check }) => check)).toEqual(Object.keys(healthChecks));
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
  const { settings, node, service, ...others } = states;
  expect([settings, node, service]).toEqual(['ok', 'ok', 'warning']);
  expect(new Set(Object.values(others))).toEqual(new Set(['skipped']));
  for (const { state, found } of findings) if (state === 'skipped') expect(found).toMatch(/^[A-Z].+\.$/);
});

/** The same of a service with Stripe's keys and a mail server, by what was looked at. */
async function examine(env: Record<string, string>, databasePath: string | null = null) {
  const complete = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tarot.example.org',
    TRUSTED_PROXY_HOPS: '1',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@tarot.example.org',
  };
  const findings = await lookWith({ ...complete, ...env }, databasePath, 'a@example.org');
  return new Map(findings.map((finding) => [finding.check, finding]));
}

const toldByTheAddress = ['addresses', 'webhook_endpoint', 'webhook_deliveries'] as const;
test.each<[name: string, value: string, skipped: HealthCheck[]]>([
  ['PORT', 'http', ['service', 'public_url', 'proxies']],
  ['SMTP_URL', 'smtp://a:b/c@mail.example', ['mail_server', 'test_mail']],
  ['MAIL_FROM', '', ['addresses', 'test_mail', 'spf', 'dkim', 'dmarc']],
  ['PUBLIC_URL', 'tarot.example.org', ['public_url', 'proxies', 'certificate', ...toldByTheAddress]],
  ['TRUSTED_PROXY_HOPS', '0', ['proxies']],
  [
    'STRIPE_SECRET_KEY',
    'hunter2',
    ['demo_accounts', 'clock', 'stripe_key', 'stripe_account', 'stripe_permissions', ...toldByTheAddress],
  ],
  ['STRIPE_WEBHOOK_SECRET', '', []],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1', []],
  ['LOG_LEVEL', 'much', []],
])('with %s that cannot be used, as %j, only what needs it is skipped: %j', async (name, value, skipped) => {
  const findings = await examine({ [name]: value });
  const found = [...findings.values()].filter(({ found: words }) => words.startsWith('It needs '));
  const dependent = found.filter(({ found: words }) => words.includes(`${name}, which cannot be used`));
  expect(dependent.map(({ check }) => check).sort()).toEqual([...skipped].sort());
  expect(findings.get('settings')).toMatchObject({ state: 'failed', found: expect.stringContaining(name) });
  expect(JSON.stringify([...findings])).not.toContain('hunter2');
});

test('all that is wrong with the settings is told at once', async () => {
  const settings = (await examine({ PORT: 'http', SMPT_URL: 'x', SMTP_URL: '', BACKUP_FODLER: '/x' })).get(
    'settings',
  );
  for (const name of ['PORT must', 'SMPT_URL is no setting', 'SMTP_URL is missing', 'BACKUP_FODLER is no']) {
    expect(settings?.found).toContain(name);
  }
});

test('before the first start it says that there is no database yet, and of no backup to restore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-doctor-'));
  for (const path of [join(folder, 'tarot.db'), join(folder, 'yet', 'to', 'come', 'tarot.db')]) {
    const findings = await examine({}, path);
    const files = { state: 'failed', found: expect.stringMatching(/^There is no/) };
    const advice = expect.stringContaining('first start');
    expect(findings.get('files')).toMatchObject({ ...files, advice });
    expect(findings.get('disk')?.found).toMatch(/are free, and there is no database yet\.$/);
    const needing = ['database', 'migrations', 'backup', 'demo_accounts', 'service', 'public_url', 'proxies'];
    for (const check of needing) {
      const skipped = { state: 'skipped', found: 'There is no database yet.' };
      expect(findings.get(check as HealthCheck)).toMatchObject(skipped);
    }
    expect(JSON.stringify([...findings])).not.toMatch(/restore|ENOENT/);
  }
  rmSync(folder, { recursive: true });
});

test('the newest event is found by an index, among those that are handled', async () => {
  const app = createTestApp();
  const add = (id: string, type: string, receivedAt: number) =>
    app.db.insert(stripeEvents).values({ id, type, receivedAt }).run();
  expect(findNewestEvent(app.db, ['a', 'b'])).toBeNull();
  add('1', 'a', 10);
  add('2', 'b', 30);
  add('3', 'b', 20);
  add('4', 'other', 90);
  const [statement = ''] = await statementsRun(app, () =>
    expect(findNewestEvent(app.db, ['a', 'b', 'c'])).toBe(30),
  );
  const plan = planOf(app, statement);
  expect(plan.filter((step) => step.includes('stripe_events'))).toEqual([
    expect.stringContaining('USING COVERING INDEX stripe_events_type (type=?)'),
  ]);
});
