import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit, users } from '../../../../db/schema.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../../tests/kit/test-app.ts';
import type { BusinessVersion } from '../../../shared/shop/business-schema.ts';
import { type SetUpPage, setUpKeyIn } from '../../../shared/shop/set-up-schema.ts';
import { readBackupSettings } from '../../ops/backups/backup-settings.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { closeSetUp, openSetUp, readSetUp } from './set-up.ts';

const account = {
  username: 'Ada',
  email: 'ada@quiet.example',
  password: 'the wheel turns',
  confirmPassword: 'the wheel turns',
};

const reader = { choice: 'add', username: 'Rita', email: 'rita@quiet.example' };
const business = {
  siteName: 'Quiet Cards',
  contactEmail: 'hello@quiet.example',
  billingDescriptor: 'QUIET CARDS',
};

/** A new service, and a browser in which its link was opened. */
async function start(options: TestAppOptions = {}) {
  const app = createTestApp(options);
  const key = keyIn(await openSetUp(app.context));
  return { app, key, ...browserOf(app, key) };
}

function keyIn(address: string | null): string {
  const key = setUpKeyIn(address?.split('/set-up/')[1] ?? '');
  expect(key).not.toBe('');
  return key;
}

function browserOf(app: TestApp, key: string, headers: Record<string, string> = {}) {
  const browser = app.visitor({ 'content-type': 'application/x-www-form-urlencoded', ...headers });
  const send = (step: string, form: Record<string, string> = {}) =>
    browser.post<{ error?: { code: string } }>(
      `/api/set-up/${key}/${step}`,
      new URLSearchParams(form).toString(),
    );
  /** What the page shows in this browser. */
  const page = async (): Promise<SetUpPage | null> => {
    const { status, body } = await browser.get<{ username: string }>('/api/auth/user');
    const user = status === 200 ? app.db.select().from(users).all() : [];
    return readSetUp(app.context, key, user.find(({ username }) => username === body.username)?.id ?? null);
  };
  return { browser, send, page };
}

function stripeKeys(mode: 'test' | 'live'): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: `sk_${mode}_1`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
}

const peopleOf = ({ db }: TestApp) => db.select().from(users).all();

test('sets up the admin, business, reader and backups from the link', async () => {
  const { app, send, page, browser } = await start();
  expect(await page()).toEqual({ step: 'admin', form: null });
  expect((await send('admin', account)).status).toBe(303);
  expect(peopleOf(app)).toMatchObject([
    { username: 'Ada', role: 'admin', writes: true, email: 'ada@quiet.example', isActive: true },
  ]);
  expect(app.db.select().from(audit).all()).toMatchObject([
    { actorName: 'first start', action: 'person_created', subjectLabel: 'Ada', details: { role: 'admin' } },
  ]);

  expect(await page()).toMatchObject({
    step: 'business',
    // The admin's own in the place of the demo's, which does not exist.
    form: {
      typed: { siteName: 'Career Tarot', contactEmail: account.email, billingDescriptor: 'CAREER TAROT' },
    },
  });
  expect((await send('business', business)).status).toBe(303);
  expect(readIdentity(app.context)).toMatchObject(business);
  const history = await browser.get<BusinessVersion[]>('/api/business/parts/identity/history');
  expect(history.body[0]).toMatchObject({ changedBy: 'Ada' });

  expect(await page()).toEqual({ step: 'reader', form: null, canInvite: true });
  await send('reader', reader);
  expect(peopleOf(app)).toMatchObject([
    { role: 'admin' },
    { username: 'Rita', role: 'reader', email: 'rita@quiet.example' },
  ]);
  expect(app.db.select().from(audit).all()).toContainEqual(
    expect.objectContaining({ actorName: 'Ada', action: 'person_created', subjectLabel: 'Rita' }),
  );
  await app.sendMail();
  expect(app.mailer.sent).toMatchObject([
    { to: { address: 'rita@quiet.example' }, text: expect.stringContaining('/admin/new-password#') },
  ]);

  const unconnected = ['stripe', 'mail', 'copies_elsewhere'];
  expect(await page()).toEqual({ step: 'backups', form: null, isOn: true, unconnected });
  const { status, headers } = await send('backups', { backups: 'on' });
  expect([status, headers.get('location')]).toEqual([303, '/admin/dashboard?tab=today']);
  expect(readBackupSettings(app.db).isOn).toBe(true);

  expect(await page()).toEqual({ step: 'used' });
  expect((await browser.get('/api/staff')).status).toBe(200);
});

/** A set-up whose admin and business are there. */
async function startAtReader(options: TestAppOptions = {}) {
  const started = await start(options);
  await started.send('admin', account);
  await started.send('business', business);
  return started;
}

test('lets the admin skip the reader and backups', async () => {
  const { app, send, page } = await startAtReader();
  await send('reader', { ...reader, choice: 'skip', username: '' });
  expect(peopleOf(app)).toHaveLength(1);
  expect(await page()).toMatchObject({ step: 'backups' });
  await send('backups');
  expect(readBackupSettings(app.db).isOn).toBe(false);
  expect(await page()).toEqual({ step: 'used' });
});

test.each([
  ['no address', { email: '' }, 'email', 'The email address is missing'],
  ['the admin’s name', { username: 'ada' }, 'username', 'already an account called ada'],
  ['the admin’s address', { email: account.email }, 'email', 'Another account has this email address'],
])('refuses a reader with %s and keeps what was typed', async (_what, changes, field, words) => {
  const { app, send, page } = await startAtReader();
  const { choice, ...typed } = { ...reader, ...changes };
  await send('reader', { choice, ...typed });
  expect(peopleOf(app)).toHaveLength(1);
  const problems = [{ about: [field], text: expect.stringContaining(words) }];
  expect(await page()).toEqual({ step: 'reader', canInvite: true, form: { typed, problems } });
  await send('reader', reader);
  expect(await page()).toMatchObject({ step: 'backups' });
});

test('without mail a reader starts with the typed password', async () => {
  const { app, send, page } = await startAtReader({ env: stripeKeys('test') });
  const typed = { ...reader, email: '', password: 'nine of cups' };
  await send('reader', { ...typed, password: 'short' });
  expect(await page()).toMatchObject({ canInvite: false, form: { problems: [{ about: ['password'] }] } });
  await send('reader', typed);
  const { status } = await app.visitor().post('/api/login', { username: 'Rita', password: 'nine of cups' });
  expect(status).toBe(200);
});

test('adds one reader after a double click', async () => {
  const { app, send, page } = await startAtReader();
  await Promise.all([send('reader', reader), send('reader', reader)]);
  await send('reader', { ...reader, username: 'Rosa' });
  expect(peopleOf(app).map(({ username }) => username)).toEqual(['Ada', 'Rita']);
  expect(await page()).toMatchObject({ step: 'backups', form: null });
});

type Form = [step: string, fields: Record<string, string>];
const setUpForms: Form[] = [
  ['admin', account],
  ['business', business],
  ['reader', reader],
  ['backups', {}],
];

test.each([
  ['first admins', 0, 'username', ({ db }: TestApp) => db.$count(users, eq(users.role, 'admin'))],
  [
    'names of the business',
    1,
    'siteName',
    ({ db }: TestApp) => db.$count(audit, eq(audit.action, 'text_changed')),
  ],
  ['first readers', 2, 'username', ({ db }: TestApp) => db.$count(users, eq(users.role, 'reader'))],
  [
    'choices about backups',
    3,
    'x',
    ({ db }: TestApp) => db.$count(audit, eq(audit.action, 'settings_changed')),
  ],
] as const)('stores one of twenty %s sent at once', async (_what, index, field, count) => {
  const { app, send, page } = await start();
  for (const form of setUpForms.slice(0, index)) await send(...form);
  const [step = '', fields = {}] = setUpForms[index] ?? [];
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  await Promise.all(
    numbers.map((n) => send(step, { ...fields, [field]: `Ada ${n}`, email: `ada${n}@quiet.example` })),
  );
  expect(await count(app)).toBe(1);
  expect((await page())?.step).toBe(setUpForms[index + 1]?.[0] ?? 'used');
});

test.each<[string, Record<string, string>, string[]]>([
  ['test keys', stripeKeys('test'), ['live_payments', 'mail', 'copies_elsewhere']],
  [
    'every connection',
    {
      ...stripeKeys('live'),
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'a@b.example',
      BACKUP_COMMAND: 'true',
    },
    [],
  ],
])('names the missing connections at the last step with %s', async (_what, env, unconnected) => {
  const { send, page } = await startAtReader({ env });
  await send('reader', { choice: 'skip' });
  expect(await page()).toMatchObject({ step: 'backups', unconnected });
});

test.each([
  ['no name', { username: ' ' }, 'username', 'The name is missing.'],
  ['no email address', { email: '' }, 'email', 'Your email address is missing'],
  ['a common password', { password: 'password', confirmPassword: 'password' }, 'password', 'most common'],
  ['a different second password', { confirmPassword: 'the wheel turn' }, 'confirmPassword', 'not the same'],
])('refuses an admin with %s and says why', async (_what, changes, field, words) => {
  const { app, send, page } = await start();
  await send('admin', { ...account, ...changes });
  expect(peopleOf(app)).toEqual([]);
  const shown = await page();
  const problems = [{ about: [field], text: expect.stringContaining(words) }];
  expect(shown).toMatchObject({ step: 'admin', form: { problems } });
  expect(JSON.stringify(shown)).not.toContain('the wheel turns');
  await send('admin', account);
  expect(await page()).toMatchObject({ step: 'business' });
});

test('lets one of two browsers with the same link win', async () => {
  const { app, key, send, page } = await start();
  const other = browserOf(app, key);
  await Promise.all([send('admin', account), other.send('admin', { ...account, username: 'Eve' })]);
  expect(peopleOf(app)).toHaveLength(1);
  const steps = [(await page())?.step, (await other.page())?.step];
  expect(steps.sort()).toEqual(['business', 'used']);
  const loser = (await page())?.step === 'used' ? browserOf(app, key) : other;
  expect((await loser.browser.get('/api/auth/user')).status).toBe(401);
});

test('replaces the link at each start until there is an admin', async () => {
  const { app, key, send } = await start();
  const stored = JSON.stringify(app.db.$client.prepare('SELECT name, value FROM service_facts').all());
  expect(stored).toMatch(/"set_up_key","value":"[0-9a-f]{64}"/);
  expect(stored).not.toContain(key);
  const second = keyIn(await openSetUp(app.context));
  expect(second).not.toBe(key);
  expect(readSetUp(app.context, key, null)).toBeNull();
  await send('admin', account);
  expect(peopleOf(app)).toEqual([]);
  const next = browserOf(app, second);
  await next.send('admin', account);
  expect(peopleOf(app)).toHaveLength(1);
  expect(await openSetUp(app.context)).toBeNull();
});

const deactivate = (app: TestApp) => void app.db.update(users).set({ isActive: false }).run();
const removeAll = (app: TestApp) => app.db.$client.exec('DELETE FROM sessions; DELETE FROM users');

test.each<[string, happen: (app: TestApp) => unknown]>([
  ['an earlier version’s admin', (app) => app.signIn('admin')],
  ['a deactivated admin', (app) => app.signIn('admin').then(() => deactivate(app))],
  ['a command-line admin who is gone', (app) => closeSetUp(app.context)],
  [
    'a deleted admin seen at a start',
    async (app) => {
      await app.signIn('admin');
      await openSetUp(app.context);
      removeAll(app);
    },
  ],
  ['a reader', (app) => app.signIn('reader')],
])('closes the set-up for good once there was %s', async (_what, happen) => {
  const { app, key, send } = await start();
  await happen(app);
  const before = peopleOf(app);
  await send('admin', { ...account, username: 'Eve' });
  expect(peopleOf(app)).toEqual(before);
  expect(readSetUp(app.context, key, null)).toEqual({ step: 'used' });
  expect(await openSetUp(app.context)).toBeNull();
});

test('rejects guessed keys', async () => {
  const { app, key } = await start();
  const other = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;
  for (const guess of [key.slice(1), `${key}A`, other, key.toLowerCase(), '%00', "x' OR 1=1"]) {
    expect(readSetUp(app.context, setUpKeyIn(guess), null)).toBeNull();
    const answer = await browserOf(app, encodeURIComponent(guess)).send('admin', account);
    expect([guess, answer.status, answer.headers.get('set-cookie')]).toEqual([guess, 303, null]);
  }
  expect(peopleOf(app)).toEqual([]);
});

test('limits the guesses of keys', async () => {
  const { app, send, page } = await start({ env: { RATE_LIMITS: 'on' } });
  const stranger = browserOf(app, 'A'.repeat(43));
  for (let guess = 1; guess <= 30; guess += 1) await stranger.send('admin', account);
  expect((await stranger.send('admin', account)).status).toBe(429);
  expect((await send('admin', account)).status).toBe(303);
  expect(await page()).toMatchObject({
    step: 'admin',
    form: {
      typed: { username: 'Ada', email: 'ada@quiet.example' },
      problems: [{ about: [], text: expect.stringMatching(/^Too many tries/) }],
    },
  });
});

test('refuses forms sent from another site', async () => {
  const { app, key } = await start();
  for (const origin of ['https://evil.example', 'null', '']) {
    const { send } = browserOf(app, key, { origin });
    for (const step of ['admin', 'business', 'reader', 'backups']) {
      const { status, body } = await send(step, account);
      expect([status, body.error?.code]).toEqual([403, 'forbidden']);
    }
  }
  expect(peopleOf(app)).toEqual([]);
});

test('reserves the later steps for their admin', async () => {
  const { app, key, send, page } = await start();
  const before = readIdentity(app.context);
  const stranger = browserOf(app, key);
  await send('admin', account);
  const colleague = browserOf(app, key);
  for (const [name, value] of (await app.signIn('admin', 'second')).cookies)
    colleague.browser.cookies.set(name, value);
  const sendByOthers = async (step: string, form: Record<string, string>) => {
    for (const other of [stranger, colleague]) await other.send(step, form);
  };
  await sendByOthers('business', { ...business, contactEmail: 'eve@evil.example' });
  expect(readIdentity(app.context)).toEqual(before);
  await send('business', business);
  await sendByOthers('reader', reader);
  expect(peopleOf(app)).toHaveLength(2);
  await send('reader', { choice: 'skip' });
  await sendByOthers('backups', {});
  expect(readBackupSettings(app.db).isOn).toBe(true);
  expect(await page()).toMatchObject({ step: 'backups' });
  expect(readSetUp(app.context, key, 'another user')).toEqual({ step: 'used' });
});

test('closes the later steps after a day', async () => {
  const { app, key, send } = await start();
  await send('admin', account);
  app.clock.advance(24 * 3_600_000);
  expect(readSetUp(app.context, key, peopleOf(app)[0]?.id ?? '')).toEqual({ step: 'used' });
});

test('logs no key, password or address', async () => {
  const lines: string[] = [];
  const { app, key, send } = await start({
    env: { LOG_LEVEL: 'trace' },
    logTo: { write: (line: string) => void lines.push(line) },
  });
  await send('admin', { ...account, password: 'x' });
  await send('admin', account);
  await send('business', business);
  await send('reader', reader);
  await send('backups', { backups: 'on' });
  await browserOf(app, key, { origin: 'https://evil.example' }).send('admin', account);
  expect(lines.join('')).toContain('the first admin was created');
  for (const secret of [key, account.password, 'quiet.example']) expect(lines.join('')).not.toContain(secret);
});
