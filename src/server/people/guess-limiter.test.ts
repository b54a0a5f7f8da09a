import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { audit, users } from '../../../db/schema.ts';
import { createTestApp, quickHash, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import type { TwoFactorSecret } from '../../shared/people/account-schema.ts';
import { createUser } from './create-user.ts';
import { createConcurrencyLimit } from './guess-limiter.ts';

const password = 'the wheel turns';
const pace = 400;

async function createShop(options: TestAppOptions = {}) {
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const app = createTestApp({ env, signInPace: pace, ...options });
  const email = 'ada@staff.example';
  await createUser(app.context, { username: 'Ada', password, role: 'admin', email });
  app.db
    .update(users)
    .set({ passwordHash: await quickHash(password) })
    .run();
  let addresses = 0;
  const newBrowser = () =>
    app.visitor({ 'x-forwarded-for': `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}` });
  const signIn = (browser: ReturnType<typeof newBrowser>, words = password, username = 'ada') =>
    browser.post('/api/login', { username, password: words });
  /** Guesses from as many addresses. @returns the statuses */
  const guess = async (count: number, username = 'ada') => {
    const answers = Array.from({ length: count }, (_, i) => signIn(newBrowser(), `guess ${i}`, username));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  async function takeLink(browser: ReturnType<typeof newBrowser>, newPassword: string) {
    await app.sendMail();
    const token = /new-password#([\w-]{22})$/m.exec(app.mailer.sent.at(-1)?.text ?? '')?.[1];
    return browser.post('/api/password-reset/confirm', { token, newPassword });
  }
  return { app, email, newBrowser, signIn, guess, takeLink };
}

const countOf = (statuses: number[], status: number) => statuses.filter((other) => other === status).length;

test.each([
  ['one account', 'ada'],
  ['a name that does not exist', 'unknown'],
])('slows guesses at %s, however many addresses they come from', async (_what, username) => {
  const { newBrowser, signIn, guess } = await createShop();
  const statuses = await guess(150, username);
  expect(countOf(statuses, 401)).toBeGreaterThanOrEqual(20);
  expect(countOf(statuses, 401)).toBeLessThanOrEqual(22);
  expect(countOf(statuses, 429)).toBe(150 - countOf(statuses, 401));
  expect((await signIn(newBrowser())).status).toBe(200);
});

test('makes a slow guesser wait for every guess', async () => {
  const { guess } = await createShop();
  await guess(20);
  const startedAt = performance.now();
  for (let i = 0; i < 4; i++) expect(await guess(1)).toEqual([401]);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * pace);
});

test('records slowed guesses once per account, and never for unknown names', async () => {
  const { app, guess } = await createShop();
  const guarded = () => app.db.select().from(audit).where(eq(audit.action, 'sign_in_guarded')).all();
  await guess(20);
  await guess(60, 'unknown');
  expect(guarded()).toEqual([]);
  await guess(60);
  const once = [{ actorName: 'the service', subjectLabel: 'Ada' }];
  await vi.waitFor(() => expect(guarded()).toMatchObject(once));
  app.clock.advance(15 * 60_000);
  await guess(21);
  await vi.waitFor(() => expect(guarded()).toHaveLength(2));
});

test('records wrong passwords from the first one, in only a few rows', async () => {
  const { app, guess } = await createShop({ env: {} });
  const failures = () => app.db.select().from(audit).where(eq(audit.action, 'sign_in_failed')).all();
  await guess(3, 'unknown');
  await guess(1, 'ADA');
  const told = (wrongPasswords: number) => ({ subjectLabel: 'Ada', details: { wrongPasswords } });
  await vi.waitFor(() => expect(failures()).toMatchObject([{ actorName: 'the service', ...told(1) }]));
  for (let i = 0; i < 30; i++) await guess(1);
  await vi.waitFor(() => expect(failures()).toMatchObject([1, 5, 10].map(told)));
  app.clock.advance(15 * 60_000);
  await guess(1);
  await vi.waitFor(() => expect(failures()).toHaveLength(4));
});

test('gives the owner’s browser a limited priority until the password changes', async () => {
  const { app, newBrowser, signIn, guess } = await createShop({ signInPace: 60_000 });
  await createUser(app.context, { username: 'rita', password: 'nine of cups', role: 'reader' });
  const own = newBrowser();
  const { headers } = await signIn(own);
  const [, device = ''] = headers.getSetCookie();
  expect(device).toMatch(/^device=[\w-]{43}; Max-Age=15811200; Path=\/; HttpOnly; SameSite=Lax$/);
  await own.post('/api/logout');
  const mark = own.cookies.get('device') ?? '';
  const thief = () => {
    const browser = newBrowser();
    browser.cookies.set('device', mark);
    return browser;
  };
  await guess(21, 'rita');
  // The next guess waits for its turn, and no other may wait beside it.
  void guess(1, 'rita');
  const refused = await signIn(thief(), 'nine of cups', 'rita');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  await guess(21);
  void guess(1);
  expect((await signIn(own)).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await signIn(thief(), `guess ${i}`)).status).toBe(401);
  expect((await signIn(thief(), 'guess')).status).toBe(429);
  await own.put('/api/account/password', { currentPassword: password, newPassword: 'ten of swords' });
  expect(own.cookies.get('device')).not.toBe(mark);
  expect((await signIn(thief(), 'ten of swords')).status).toBe(429);
});

test('lets a password reset link pass the queue of guesses', async () => {
  const { email, newBrowser, signIn, guess, takeLink } = await createShop({ signInPace: 60_000 });
  await guess(21);
  void guess(1);
  const own = newBrowser();
  await own.post('/api/password-reset', { email });
  await takeLink(own, 'ten of swords');
  expect((await signIn(own, 'ten of swords')).status).toBe(200);
});

test('checks few passwords at once and lets known browsers go first', async () => {
  const take = createConcurrencyLimit(2, 3);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const come = (name: string, goesFirst = false) =>
    take(goesFirst, () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const answers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => come(name));
  answers.push(come('owner', true));
  expect(await answers[5]).toBe('too_many_requests');
  expect(begun).toEqual(['a', 'b']);
  for (let ended = 0; ended < begun.length; ended++) {
    ends[ended]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(begun).toEqual(['a', 'b', 'owner', 'c', 'd', 'e']);
});

test('frees the slot of a failed sign-in', async () => {
  const take = createConcurrencyLimit(1, 1);
  await expect(take(false, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  expect(await take(false, async () => 'in')).toBe('in');
});

const ownAddress = '198.51.100.7';

/** Ada has a second factor, and has signed in with her browser; her recovery codes are in a drawer. */
async function createGuardedShop() {
  const shop = await createShop({ signInPace: 60_000 });
  const { app, email } = shop;
  const neighbor = () => app.visitor({ 'x-forwarded-for': ownAddress });
  const own = neighbor();
  await own.post('/api/login', { username: 'ada', password });
  const path = '/api/account/two-factor';
  const { secret } = (await own.post<TwoFactorSecret>(path, { currentPassword: password })).body;
  const code = () => {
    app.clock.advance(60_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() });
  };
  const { recoveryCodes } = (await own.put<{ recoveryCodes: string[] }>(path, { code: code() })).body;
  await own.post('/api/logout');
  const signIn = (browser = own, words = password, typed = code()) =>
    browser.post('/api/login', { username: 'ada', password: words, code: typed });
  const ask = (browser = own, address = email) => browser.post('/api/password-reset', { email: address });
  return { ...shop, own, recoveryCodes, stranger: shop.newBrowser, neighbor, signIn, ask };
}

type Shop = Awaited<ReturnType<typeof createGuardedShop>>;
type Browser = Shop['own'];

const guesses: [what: string, guess: (shop: Shop, browser: Browser) => Promise<unknown>][] = [
  ['passwords', ({ signIn }, browser) => signIn(browser, 'a guess', '000000')],
  ['app codes', ({ signIn }, browser) => signIn(browser, password, '000000')],
  ['recovery codes', ({ signIn }, browser) => signIn(browser, password, '0000-0000-0000-0000')],
  ['reset links', ({ ask }, browser) => ask(browser)],
  ['other people’s reset links', ({ ask }, browser) => ask(browser, `${Math.random()}@staff.example`)],
];

test.each(
  guesses.flatMap(([what, guess]) => [
    { what, guess, where: 'from other addresses', from: 'stranger' as const },
    { what, guess, where: 'from the same address', from: 'neighbor' as const },
  ]),
)('never locks out a known browser when strangers try $what $where', async ({ guess, from }) => {
  const shop = await createGuardedShop();
  const { app, own, recoveryCodes, signIn, ask, takeLink } = shop;
  for (let i = 0; i < 15; i++) await guess(shop, shop[from]());
  expect((await signIn()).status).toBe(200);
  await own.post('/api/logout');
  expect((await signIn(own, password, recoveryCodes[0])).status).toBe(200);
  await own.post('/api/logout');
  await app.sendMail();
  app.clock.advance(21 * 60_000);
  expect((await ask()).status).toBe(200);
  expect((await takeLink(own, 'ten of swords')).status).toBe(200);
  expect((await signIn(own, 'ten of swords')).status).toBe(200);
});

test('resets the count of wrong codes when the password changes', async () => {
  const shop = await createGuardedShop();
  const { stranger, signIn, ask, takeLink } = shop;
  for (let i = 0; i < 12; i++) await signIn(stranger(), password, '000000');
  const phone = stranger();
  expect((await signIn(phone)).status).toBe(429);
  await ask(phone);
  await takeLink(stranger(), 'ten of swords');
  expect((await signIn(phone, 'ten of swords')).status).toBe(200);
});

test('limits a known browser to ten wrong guesses', async () => {
  const { signIn, own } = await createGuardedShop();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await signIn(own, password, '000000')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});
