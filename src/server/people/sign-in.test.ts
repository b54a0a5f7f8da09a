import { expect, test } from 'vitest';
import { audit } from '../../../db/schema.ts';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { signedInAsHeader } from '../../shared/error-body.ts';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import { createUser } from './create-user.ts';

const hour = 3_600_000;

test.each([
  ['Maya', 'admin', 'MAYA'],
  ['Maya', 'admin', ' maya '],
  ['Åsa Öberg', 'reader', 'Åsa Öberg'],
  ['Åsa Öberg', 'reader', 'åsa öberg'],
] as const)('signs in %s, who is %s, as %j and returns the user', async (username, role, typed) => {
  const app = createTestApp();
  const { password } = await app.signIn(role, username);
  const browser = app.visitor();
  const signedIn = { username, role, writes: role === 'reader', displayName: null };
  expect((await browser.post('/api/login', { username: typed, password })).body).toEqual(signedIn);
  expect((await browser.get<SignedInUser>('/api/auth/user')).body).toEqual(signedIn);
});

test.each(['Zoë', 'Ångström', 'Nguyễn'])('finds %s with composed and decomposed accents', async (name) => {
  const app = createTestApp();
  const password = 'nine of cups';
  const add = (username: string) => createUser(app.context, { username, password, role: 'reader' });
  await add(name.normalize('NFD'));
  await expect(add(name.normalize('NFC'))).rejects.toThrow('already an account');
  const storeAs = app.db.$client.prepare('UPDATE users SET username = ?');
  for (const stored of [name.normalize('NFC'), name.normalize('NFD')]) {
    storeAs.run(stored);
    for (const typed of [name.normalize('NFC'), name.normalize('NFD')]) {
      const { status } = await app.visitor().post('/api/login', { username: typed, password });
      expect(status).toBe(200);
    }
  }
});

test('signs in to the exact name of two that differ in case', async () => {
  const app = createTestApp();
  const password = 'nine of cups';
  const add = (username: string) => createUser(app.context, { username, password, role: 'reader' });
  await add('Åsa');
  await expect(add('åsa')).rejects.toThrow('already an account');
  await add('other');
  app.db.$client.exec("UPDATE users SET username = 'åsa' WHERE username = 'other'");
  for (const username of ['Åsa', 'åsa']) {
    const { body } = await app.visitor().post('/api/login', { username, password });
    expect(body).toMatchObject({ username });
  }
});

test('answers wrong passwords, unknown users and disabled users alike', async () => {
  const app = createTestApp();
  const password = '  Pässword\tof mine ';
  await createUser(app.context, { username: 'ada', password, role: 'reader' });
  await createUser(app.context, { username: 'gone', password, role: 'reader' });
  app.db.$client.exec("UPDATE users SET is_active = 0 WHERE username = 'gone'");
  const attempts = [
    { username: 'ada', password: 'wrong' },
    { username: 'ada', password: password.trim() },
    { username: 'ada', password: password.toLowerCase() },
    { username: 'unknown', password },
    { username: 'gone', password },
  ];
  for (const attempt of attempts) {
    const browser = app.visitor();
    const error = { code: 'unauthenticated', message: 'Invalid credentials' };
    expect(await browser.post('/api/login', attempt)).toMatchObject({ status: 401, body: { error } });
    expect(browser.cookies.size).toBe(0);
  }
  expect((await app.visitor().post('/api/login', { username: 'ada', password })).status).toBe(200);
});

const hidden = 'HttpOnly; Max-Age=86400; Path=/; SameSite=Lax';
test.each([
  ['http://127.0.0.1:4321', `^session=[\\w-]{43}; ${hidden}$`],
  ['https://tarot.example.com', `^__Host-session=[\\w-]{43}; ${hidden}; Secure$`],
])('hides the session cookie on %s from scripts and other sites', async (publicUrl, pattern) => {
  const app = createTestApp({ env: { PUBLIC_URL: publicUrl } });
  const { password } = await app.signIn('reader');
  const { headers } = await app.visitor().post('/api/login', { username: 'reader', password });
  const [cookie = '', device = '', ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(device).toMatch(publicUrl.startsWith('https:') ? /^__Host-device=.*; Secure/ : /^device=/);
  const [value = '', ...attributes] = cookie.split('; ');
  expect([value, ...attributes.sort()].join('; ')).toMatch(new RegExp(pattern));
});

test('ends the session on sign-out, not only the cookie', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  const token = browser.cookies.get('session') ?? '';
  const { body } = await browser.post('/api/logout');
  expect(body).toEqual({ signedOut: true });
  expect(browser.cookies.has('session')).toBe(false);
  browser.cookies.set('session', token);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
  expect((await browser.post('/api/logout')).status).toBe(200);
});

test('records sign-in and sign-out in the history', async () => {
  const app = createTestApp();
  const { password, ...browser } = await app.signIn('reader', 'rita');
  await browser.post('/api/logout');
  await browser.post('/api/logout');
  await browser.post('/api/login', { username: 'rita', password: 'a wrong password 9' });
  const rows = app.db.select().from(audit).all();
  const about = { actorName: 'rita', subjectKind: 'person', subjectLabel: 'rita' };
  expect(rows.filter(({ actorName }) => actorName === 'rita')).toMatchObject([
    { ...about, action: 'signed_in' },
    { ...about, action: 'signed_out' },
  ]);
});

test('ends a session eight hours after its last call', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  for (const idle of [hour, 7.9 * hour, 7.9 * hour]) {
    app.clock.advance(idle);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
  }
  app.clock.advance(8 * hour + 1000);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
});

test('ends a session after 24 hours, however busy it was', async () => {
  const app = createTestApp();
  const browser = await addSignedIn(app, 'rita', 'reader');
  for (let i = 0; i < 24; i++) {
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    app.clock.advance(hour);
  }
  app.clock.advance(1);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
});

test('refuses a made-up session cookie', async () => {
  const app = createTestApp();
  for (const value of ['', 'x', 'x'.repeat(5000), '%00', '"; DROP TABLE sessions; --']) {
    const visitor = app.visitor({ cookie: `session=${value}` });
    expect([value, (await visitor.get('/api/auth/user')).status]).toEqual([value, 401]);
  }
});

/** A browser in which Bärbel is signed in, with a page that was opened by `username`. */
async function pageOf(username: string) {
  const app = createTestApp();
  const { password } = await app.signIn('reader', 'rita');
  const { cookies } = await addSignedIn(app, 'Bärbel', 'admin');
  return { page: app.visitor({ [signedInAsHeader]: encodeURIComponent(username) }, cookies), password };
}

test.each([
  ['GET', '/api/orders', undefined],
  ['GET', '/api/account', undefined],
  ['PUT', '/api/settings/price', { price: 70 }],
  ['DELETE', '/api/orders/any', undefined],
])('refuses %s %s and names the person who has since signed in', async (method, path, sent) => {
  const { page } = await pageOf('rita');
  const { status, body } = await page.call(method, path, sent);
  const message = expect.stringMatching(/^Bärbel is now signed in on this browser\./);
  expect([status, body.error]).toEqual([401, { code: 'other_user', message }]);
});

test('accepts calls from a page of the same person', async () => {
  const { page } = await pageOf('Bärbel');
  expect((await page.get('/api/account')).status).toBe(200);
});

test('lets the first person sign in again', async () => {
  const { page, password } = await pageOf('rita');
  expect((await page.post('/api/login', { username: 'rita', password })).status).toBe(200);
  expect((await page.get('/api/account')).status).toBe(200);
});
