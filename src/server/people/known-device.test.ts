import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { users } from '../../../db/schema.ts';
import { createTestApp, quickHash } from '../../../tests/kit/test-app.ts';
import type { TwoFactorSecret } from '../../shared/people/account-schema.ts';
import { createUser } from './create-user.ts';

const password = 'the wheel turns';
const email = 'ada@staff.example';
const ownAddress = '198.51.100.7';

/** Ada has a second factor, and has signed in with her browser; her recovery codes are in a drawer. */
async function createShop() {
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const app = createTestApp({ env, signInPace: 60_000 });
  await createUser(app.context, { username: 'Ada', password, role: 'admin', email });
  app.db
    .update(users)
    .set({ passwordHash: await quickHash(password) })
    .run();
  const browserAt = (address: string) => app.visitor({ 'x-forwarded-for': address });
  const own = browserAt(ownAddress);
  await own.post('/api/login', { username: 'ada', password });
  const path = '/api/account/two-factor';
  const { secret } = (await own.post<TwoFactorSecret>(path, { currentPassword: password })).body;
  const code = () => {
    app.clock.advance(60_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() });
  };
  const { recoveryCodes } = (await own.put<{ recoveryCodes: string[] }>(path, { code: code() })).body;
  await own.post('/api/logout');
  let strangers = 0;
  const stranger = () => browserAt(`203.0.113.${++strangers}`);
  const neighbor = () => browserAt(ownAddress);
  const signIn = (browser = own, words = password, typed = code()) =>
    browser.post('/api/login', { username: 'ada', password: words, code: typed });
  const ask = (browser = own, address = email) => browser.post('/api/password-reset', { email: address });
  async function takeLink(browser: typeof own, newPassword: string) {
    await app.sendMail();
    const token = /new-password#([\w-]{22})$/m.exec(app.mailer.sent.at(-1)?.text ?? '')?.[1];
    return browser.post('/api/password-reset/confirm', { token, newPassword });
  }
  return { app, own, recoveryCodes, stranger, neighbor, signIn, ask, takeLink, code };
}

type Shop = Awaited<ReturnType<typeof createShop>>;
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
  const shop = await createShop();
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
  const shop = await createShop();
  const { stranger, signIn, ask, takeLink } = shop;
  for (let i = 0; i < 12; i++) await signIn(stranger(), password, '000000');
  const phone = stranger();
  expect((await signIn(phone)).status).toBe(429);
  await ask(phone);
  await takeLink(stranger(), 'ten of swords');
  expect((await signIn(phone, 'ten of swords')).status).toBe(200);
});

test('limits a known browser to ten wrong guesses', async () => {
  const { signIn, own } = await createShop();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await signIn(own, password, '000000')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});
