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
  const nonce = 'n'.repeat(32);
  const ask = (app: ReturnType<typeof createTestApp>, headers: Record<string, string> = {}) => {
    const { serviceId, clock } = app.context;
    return app.visitor(headers).call<object>('GET', reachAddress('', serviceId, clock.now(), nonce));
  };

  test.each<[string, Record<string, string>, { hops: number; protocol: string | null }]>([
    ['nothing in front', {}, { hops: 0, protocol: null }],
    [
      'one proxy',
      { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' },
      { hops: 1, protocol: 'https' },
    ],
    ['three of them', { 'x-forwarded-for': '192.0.2.1, 10.0.0.1,10.0.0.2' }, { hops: 3, protocol: null }],
    [
      'nonsense',
      { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'gopher' },
      { hops: 1, protocol: null },
    ],
  ])('counts the proxies: %s', async (_what, headers, expected) => {
    const app = createTestApp();
    const { status, body } = await ask(app, headers);
    expect(status).toBe(200);
    expect(readArrival(JSON.stringify(body), app.context.serviceId, nonce)).toEqual(expected);
    // Addresses are counted, and stay where they are.
    expect(JSON.stringify(body)).not.toContain('192.0.2.1');
  });

  test('answers a question once, and is not there for anybody else', async () => {
    const app = createTestApp();
    const nowhere = await app.visitor().get('/api/nowhere');
    expect((await ask(app)).status).toBe(200);
    const others = [
      await ask(app),
      await app.visitor().get('/api/reached'),
      await app.visitor().get(`/api/reached?at=${app.clock.now()}&nonce=${nonce}&proof=${'0'.repeat(64)}`),
      await app.visitor().get(reachAddress('', 'another', app.clock.now(), 'm'.repeat(32))),
      await app
        .visitor()
        .get(reachAddress('', app.context.serviceId, app.clock.now() - minutes(2), 'm'.repeat(32))),
    ];
    for (const { status, body } of others) expect([status, body]).toEqual([404, nowhere.body]);
  });
});

describe('the report of the admin', () => {
  const report = (checkedAt: string): HealthReport => ({
    checkedAt,
    findings: [{ check: 'node', ...ok('This is Node.') }],
  });

  test('is made when somebody asks, and counts for a minute', async () => {
    let looks = 0;
    const app = createTestApp({ lookAtHealth: async () => report(`look ${++looks}`) });
    const admin = await app.signIn('admin');
    const read = async () => (await admin.get<HealthReport>('/api/health-report')).body.checkedAt;
    expect(looks).toBe(0);
    expect([await read(), await read()]).toEqual(['look 1', 'look 1']);
    app.clock.advance(seconds(61));
    expect(await read()).toBe('look 2');
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

  test('that could not be made is made anew', async () => {
    const look = vi
      .fn<() => Promise<HealthReport>>()
      .mockRejectedValueOnce(new Error('no'))
      .mockResolvedValue(report('now'));
    const app = createTestApp({ lookAtHealth: look });
    const admin = await app.signIn('admin');
    expect((await admin.get('/api/health-report')).status).toBe(500);
    expect((await admin.get<HealthReport>('/api/health-report')).body).toEqual(report('now'));
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

test('on the sandbox everything that needs keys or a mail server is skipped, and says why', async () => {
  const { db, clock } = createTestApp();
  const around = realSurroundings({ clock, random: noRandom });
  const refused = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
  const checks = listChecks(
    {
      settings: { config: parseConfig({}), problems: [], unusable: new Set<string>() },
      databasePath: null,
      db,
      examine: refused,
      dkimSelectors: [],
      mailTo: null,
      sendTestMail: refused,
    },
    { ...around, ask: refused, lookAtCertificate: refused, resolveTxt: refused },
  );
  expect(checks.map(({ check }) => check)).toEqual(Object.keys(healthChecks));
  const findings = await findAll(checks, () => seconds(5));
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
  const { settings, node, service, ...others } = states;
  expect([settings, node, service]).toEqual(['ok', 'ok', 'warning']);
  expect(new Set(Object.values(others))).toEqual(new Set(['skipped']));
  for (const { state, found } of findings) if (state === 'skipped') expect(found).toMatch(/^[A-Z].+\.$/);
});

/** What doctor says with these settings, of a service with Stripe's keys and a mail server. */
async function examine(env: Record<string, string>, databasePath: string | null = null) {
  const { db, clock } = createTestApp();
  const refused = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
  const settings = readUsableSettings(
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://tarot.example.org',
      TRUSTED_PROXY_HOPS: '1',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@tarot.example.org',
      ...env,
    },
    parseConfig,
  );
  const patient = {
    ...{ settings, databasePath, db: databasePath === null ? db : null },
    ...{ examine: refused, dkimSelectors: [], mailTo: 'a@example.org', sendTestMail: refused },
  };
  const around = realSurroundings({ clock, random: noRandom });
  const nowhere = { ask: refused, lookAtCertificate: refused, tryMailServer: refused, resolveTxt: refused };
  const findings = await findAll(listChecks(patient, { ...around, ...nowhere }), () => seconds(5));
  return new Map(findings.map((finding) => [finding.check, finding]));
}

test.each<[string, Record<string, string>, HealthCheck[]]>([
  ['PORT', { PORT: 'http' }, ['service', 'public_url', 'proxies']],
  ['SMTP_URL', { SMTP_URL: 'smtp://a:b/c@mail.example' }, ['mail_server', 'test_mail']],
  ['MAIL_FROM', { MAIL_FROM: '' }, ['addresses', 'test_mail', 'spf', 'dkim', 'dmarc']],
  [
    'PUBLIC_URL',
    { PUBLIC_URL: 'tarot.example.org' },
    ['public_url', 'proxies', 'certificate', 'addresses', 'webhook_endpoint', 'webhook_deliveries'],
  ],
  ['TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: '0' }, ['proxies']],
  [
    'STRIPE_SECRET_KEY',
    { STRIPE_SECRET_KEY: 'hunter2' },
    [
      ...(['demo_accounts', 'clock', 'stripe_key', 'stripe_account', 'stripe_permissions'] as const),
      ...(['addresses', 'webhook_endpoint', 'webhook_deliveries'] as const),
    ],
  ],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }, []],
  ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, []],
  ['LOG_LEVEL', { LOG_LEVEL: 'much' }, []],
])('with %s that cannot be used, as %j, only what needs it is skipped: %j', async (name, env, skipped) => {
  const findings = await examine(env);
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
    expect(findings.get('files')).toMatchObject({
      ...{
        state: 'failed',
        found: expect.stringMatching(/^There is no/),
        advice: expect.stringContaining('first start'),
      },
    });
    expect(findings.get('disk')?.found).toMatch(/are free, and there is no database yet\.$/);
    for (const check of [
      'database',
      'migrations',
      'backup',
      'demo_accounts',
      'service',
      'public_url',
      'proxies',
    ] as const) {
      expect(findings.get(check)).toMatchObject({ state: 'skipped', found: 'There is no database yet.' });
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
