import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { audit, sessions as sessionsTable } from '../../../../db/schema.ts';
import type { SignedInUser } from '../../../shared/people/staff.ts';
import { addSignedIn } from '../../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { hashToken } from '../../basics/random.ts';
import { createUser } from '../staff/create-user.ts';

const hour = 3_600_000;

// Lucia reads the machine's clock: only that one can be moved, timers stay real.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

function pass(app: TestApp, milliseconds: number) {
  app.clock.advance(milliseconds);
  vi.setSystemTime(Date.now() + milliseconds);
}

test.each(['admin', 'reader'] as const)('signing in as %s tells who one is', async (role) => {
  const app = createTestApp();
  const { password } = await app.signIn(role, 'maya');
  const browser = app.visitor();
  const { status, body } = await browser.post('/api/login', { username: 'maya', password });
  expect(status).toBe(200);
  expect(body).toEqual({ username: 'maya', role });
  expect((await browser.get<SignedInUser>('/api/auth/user')).body).toEqual({ username: 'maya', role });
});

test.each(['MAYA', ' maya '])(
  'the username %j is found whatever its case and the blanks around it',
  async (name) => {
    const app = createTestApp();
    const { password } = await app.signIn('reader', 'Maya');
    const { status, body } = await app.visitor().post('/api/login', { username: name, password });
    expect(status).toBe(200);
    expect(body).toEqual({ username: 'Maya', role: 'reader' });
  },
);

test('a name with letters beyond ASCII can sign in as it was created', async () => {
  const app = createTestApp();
  await createUser(app.context, { username: 'Åsa Öberg', password: 'nine of cups', role: 'reader' });
  const { status } = await app
    .visitor()
    .post('/api/login', { username: 'Åsa Öberg', password: 'nine of cups' });
  expect(status).toBe(200);
});

test('wrong password, unknown user and disabled user get the very same answer', async () => {
  const app = createTestApp();
  const { password } = await app.signIn('reader', 'ada');
  await createUser(app.context, { username: 'gone', password, role: 'reader' });
  app.db.$client.prepare("UPDATE users SET is_active = 0 WHERE username = 'gone'").run();
  const attempts = [
    { username: 'ada', password: 'wrong' },
    { username: 'nobody', password },
    { username: 'gone', password },
  ];
  for (const attempt of attempts) {
    const browser = app.visitor();
    const { status, body } = await browser.post('/api/login', attempt);
    expect(status).toBe(401);
    expect(body).toEqual({ error: { code: 'unauthenticated', message: 'Invalid credentials' } });
    expect(browser.cookies.size).toBe(0);
  }
});

test('a password is compared to the letter', async () => {
  const app = createTestApp();
  await createUser(app.context, { username: 'ada', password: '  Pässword\tof mine ', role: 'reader' });
  const signIn = (password: string) => app.visitor().post('/api/login', { username: 'ada', password });
  expect((await signIn('Pässword\tof mine')).status).toBe(401);
  expect((await signIn('  pässword\tof mine ')).status).toBe(401);
  expect((await signIn('  Pässword\tof mine ')).status).toBe(200);
});

test.each([
  ['http://127.0.0.1:4321', /^session=[\w-]{43}; HttpOnly; Max-Age=86400; Path=\/; SameSite=Lax$/],
  [
    'https://tarot.example.com',
    /^__Host-session=[\w-]{43}; HttpOnly; Max-Age=86400; Path=\/; SameSite=Lax; Secure$/,
  ],
])('the session cookie on %s is hidden from scripts and bound to the site', async (publicUrl, pattern) => {
  const app = createTestApp({ env: { PUBLIC_URL: publicUrl } });
  const { password } = await app.signIn('reader');
  const { headers } = await app.visitor().post('/api/login', { username: 'reader', password });
  const [cookie = '', device = '', ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(device).toMatch(publicUrl.startsWith('https:') ? /^__Host-device=.*; Secure/ : /^device=/);
  expect([cookie.split('; ')[0], ...cookie.split('; ').slice(1).sort()].join('; ')).toMatch(pattern);
});

test('only the hash of the session token is stored', async () => {
  const app = createTestApp();
  const { cookies } = await app.signIn('admin');
  const token = cookies.get('session') ?? '';
  const rows = app.db.select().from(sessionsTable).all();
  expect(rows.map(({ id }) => id)).toEqual([hashToken(token)]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('what is stored opens nothing when it is sent as the cookie', async () => {
  const app = createTestApp();
  await app.signIn('admin');
  const thief = app.visitor();
  thief.cookies.set('session', app.db.select().from(sessionsTable).get()?.id ?? '');
  expect((await thief.get('/api/auth/user')).status).toBe(401);
});

test('signing in makes a new token and ends the session that was there before', async () => {
  const app = createTestApp();
  const browser = await app.signIn('admin');
  const before = browser.cookies.get('session') ?? '';
  await browser.post('/api/login', { username: 'admin', password: browser.password });
  expect(browser.cookies.get('session')).not.toBe(before);
  const planted = app.visitor();
  planted.cookies.set('session', before);
  expect((await planted.get('/api/auth/user')).status).toBe(401);
});

test('a token that somebody planted is never adopted', async () => {
  const app = createTestApp();
  const { password } = await app.signIn('admin');
  const victim = app.visitor();
  victim.cookies.set('session', 'planted-by-somebody');
  await victim.post('/api/login', { username: 'admin', password });
  expect(victim.cookies.get('session')).toMatch(/^[\w-]{43}$/);
});

test('signing out ends the session, not only the cookie', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  const token = browser.cookies.get('session') ?? '';
  const { body } = await browser.post('/api/logout');
  expect(body).toEqual({ signedOut: true });
  expect(browser.cookies.has('session')).toBe(false);
  browser.cookies.set('session', token);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
});

test.each(['reader', 'admin'] as const)('that a %s signs in and out stands in the history', async (role) => {
  const app = createTestApp();
  const account = { username: 'rita', password: 'the wheel turns', email: 'rita@staff.example' };
  await createUser(app.context, { ...account, role });
  const browser = app.visitor();
  const { username, password } = account;
  await browser.post('/api/login', { username, password });
  await browser.post('/api/logout');
  await browser.post('/api/logout');
  await browser.post('/api/login', { username, password: 'a wrong password 9' });
  const rows = app.db.select().from(audit).all();
  const about = { actorName: 'rita', subjectKind: 'person', subjectLabel: 'rita' };
  expect(rows.filter(({ actorName }) => actorName === 'rita')).toMatchObject([
    { ...about, action: 'signed_in' },
    { ...about, action: 'signed_out' },
  ]);
});

test('signing out twice is no error', async () => {
  const browser = await addSignedIn(createTestApp(), 'rita', 'reader');
  await browser.post('/api/logout');
  expect((await browser.post('/api/logout')).status).toBe(200);
});

test('a session ends after eight hours without a call', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  pass(app, 7.9 * hour);
  expect((await browser.get('/api/auth/user')).status).toBe(200);
  pass(app, 7.9 * hour);
  expect((await browser.get('/api/auth/user')).status).toBe(200);
  pass(app, 8 * hour + 1000);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
});

test('the eight hours count from the last call, however early that was', async () => {
  const browser = await addSignedIn(createTestApp(), 'rita', 'reader');
  for (const idle of [hour, 7.9 * hour]) {
    vi.setSystemTime(Date.now() + idle);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
  }
});

test('a session ends after 24 hours however busy it was', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  for (let i = 0; i < 24; i++) {
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    pass(app, hour);
  }
  pass(app, 1);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
});

test('somebody whose account is disabled is out at once', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  app.db.$client.prepare('UPDATE users SET is_active = 0').run();
  expect((await browser.get('/api/reader/orders')).status).toBe(401);
  app.db.$client.prepare('UPDATE users SET is_active = 1').run();
  expect((await browser.get('/api/reader/orders')).status).toBe(401);
});

test.each(['', 'x', 'x'.repeat(5000), '%00', '"; DROP TABLE sessions; --'])(
  'the session cookie %j is nobody',
  async (value) => {
    const headers = { cookie: `session=${value}` };
    expect((await createTestApp().visitor(headers).get('/api/auth/user')).status).toBe(401);
  },
);
