import { beforeAll, expect, test } from 'vitest';
import { type Service, startForTest, startService } from '../../../../tests/kit/listener-service.ts';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';

/** A site for all tests that change nothing of it, and the cookie of its admin. */
let site: Service;
let adminCookie: string;
beforeAll(async () => {
  site = await startService();
  adminCookie = await site.cookieOf('admin');
  return site.close;
});

test('writes commands on pages as this machine runs them', async () => {
  const { ask } = await startForTest({
    env: { CAREER_TAROT_COMMAND: 'career-tarot' },
    render: async (_address, { load }) => new Response(load('/admin/dashboard').commands.stripeSetUp),
  });
  expect((await ask('/admin/dashboard')).text).toBe('career-tarot stripe setup');
});

test('recognizes the buyer’s browser on the thank-you page without caching it', async () => {
  const { app, ask } = await startForTest();
  const { customer, orderNumber } = await app.buy();
  const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = `/thank-you?order=${orderNumber}`;
  const own = await ask(page, { headers: { cookie: `other=1; ${cookie}` } });
  expect([own.text, own.headers.get('cache-control')]).toEqual(['sent to m…@customers.example', 'no-store']);
  expect((await ask(page, { headers: { cookie: 'other=1' } })).text).toBe('Thank you.');
  expect((await ask('/thank-you?order=CT-AAAAAA', { headers: { cookie } })).text).toBe('Thank you.');
});

test('redirects signed-in users from the sign-in page to their dashboard', async () => {
  const ofReader = await site.cookieOf('reader');
  for (const [cookie, desk] of [
    [adminCookie, '/admin/dashboard'],
    [ofReader, '/reader/dashboard'],
  ] as const) {
    const { status, headers } = await site.ask('/admin/login?next=1', { headers: { cookie } });
    expect([status, headers.get('location')]).toEqual([302, desk]);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  for (const cookie of ['', 'checkout=1', 'session=forged']) {
    const answer = await site.ask('/admin/login', { headers: { cookie } });
    expect(answer).toMatchObject({ status: 200, text: 'sign-in' });
  }
});

const mailAccount = { sender: 'Tarot <tarot@mail.example>', server: 'mail.example:587' };
const smtp = { SMTP_URL: 'smtp://ada:secret@mail.example:587', MAIL_FROM: mailAccount.sender };
const onlyForAdmins = { visitor: 'hidden', reader: 'hidden', admin: mailAccount };

test.each<[string, Record<string, string>, seen: Record<'visitor' | 'reader' | 'admin', unknown>]>([
  ['on the sandbox', smtp, { visitor: mailAccount, reader: mailAccount, admin: mailAccount }],
  ['on the sandbox, without mail', {}, { visitor: null, reader: null, admin: null }],
  ['with test keys', { ...stripeKeys('test'), ...smtp, TEST_PAGES: 'public' }, onlyForAdmins],
  ['with live keys', { ...stripeKeys('live'), ...smtp, TEST_PAGES: 'public' }, onlyForAdmins],
])('shows or hides the mail account on the test page %s', async (_, env, seen) => {
  const shop = await startForTest({
    env,
    render: async ({ pathname }, { load }) =>
      new Response(pathname === '/404' ? '' : (JSON.stringify(load('/email-test')) ?? '"hidden"')),
  });
  for (const who of ['visitor', 'reader', 'admin'] as const) {
    const cookie = who === 'visitor' ? '' : await shop.cookieOf(who);
    const { text } = await shop.ask('/email-test/', { headers: { cookie } });
    expect([who, JSON.parse(text)]).toEqual([who, seen[who]]);
  }
});

test('renders dashboards for the signed-in user without caching them', async () => {
  const dashboardOf = async (cookie: string) => {
    const { text, headers } = await site.ask('/admin/dashboard', { headers: { cookie } });
    return [text, headers.get('cache-control')];
  };
  expect(await dashboardOf(`other=1; ${adminCookie}`)).toEqual(['dashboard for admin, admin', 'no-store']);
  for (const cookie of ['', 'session=forged']) {
    expect(await dashboardOf(cookie)).toEqual(['dashboard for visitors', 'no-store']);
  }
});

test.each<[string, Record<string, string>, stripeTest: number, emailTest: number]>([
  ['on the sandbox', {}, 200, 200],
  ['on test keys', stripeKeys('test'), 200, 404],
  ['on live keys', stripeKeys('live'), 404, 404],
  ['on the sandbox, switched off', { TEST_PAGES: 'off' }, 404, 404],
  ['on test keys, made public', { ...stripeKeys('test'), TEST_PAGES: 'public' }, 200, 200],
  ['on live keys, made public', { ...stripeKeys('live'), TEST_PAGES: 'public' }, 404, 200],
])('shows or hides the test pages %s', async (_what, env, ...expected) => {
  const shop = await startForTest({ env });
  const statuses = async (cookie: string) => {
    const ask = async (path: string) => (await shop.ask(path, { headers: { cookie } })).status;
    return [await ask('/stripe-test'), await ask('/email-test/')];
  };
  expect(await statuses('')).toEqual(expected);
  expect(await statuses(await shop.cookieOf('reader'))).toEqual(expected);
  expect(await statuses(await shop.cookieOf('admin'))).toEqual([200, 200]);
});

test('answers 500 without details when a page cannot be rendered', async () => {
  const { ask } = await startForTest({ render: () => Promise.reject(new Error('secret detail')) });
  const { status, text } = await ask('/admin/dashboard');
  expect([status, JSON.parse(text).error.code]).toEqual([500, 'internal_error']);
  expect(text).not.toContain('secret detail');
});
