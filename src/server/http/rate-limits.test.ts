import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import { checkoutPath, openCheckoutPage, placeOrder } from '../../testing/builders.ts';
import { createTestApp, readingRequest } from '../../testing/test-app.ts';
import { clientAddress } from './client-address.ts';
import { createRateLimits } from './rate-limits.ts';

const env = { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
const from = (address: string) => ({ 'x-forwarded-for': address });

const report = { errorMessage: 'Card declined.' };
const calls: [string, number, string, unknown, string][] = [
  [
    'sign in with a wrong password',
    10,
    '/api/login',
    { username: 'admin', password: 'x' },
    'attempts to sign in',
  ],
  ['begin a payment', 60, checkoutPath, {}, 'checkouts'],
  ['ask about a payment', 300, '/api/confirm-payment', { orderId: 'x', orderNumber: 'CT-000000' }, 'payment'],
  ['report a failure', 10, '/api/payment-failure', report, 'reports'],
  [
    'report an error',
    10,
    '/api/client-errors',
    { name: 'TypeError', part: 'page', page: 'other', at: null },
    'reports',
  ],
];
test.each(calls)('one address can %s %d times in a window; others are not affected', async (...row) => {
  const [, allowed, path, body, words] = row;
  const app = createTestApp({ env });
  const call = (address: string) => app.visitor(from(address)).post<ErrorBody>(path, body);
  for (let i = 0; i < allowed; i++) expect((await call('203.0.113.7')).status).not.toBe(429);
  const refused = await call('203.0.113.7');
  expect(refused.status).toBe(429);
  expect(refused.body.error.code).toBe('too_many_requests');
  expect(refused.body.error.message).toContain(words);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await call('203.0.113.8')).status).not.toBe(429);
});

test('all strangers together can send three test mails an hour, the admin three more', async () => {
  const app = createTestApp({ env });
  const { cookies } = await app.signIn('admin');
  const statuses = { strangers: [] as number[], admin: [] as number[] };
  const admin = app.visitor(from('203.0.113.7'));
  for (const [name, value] of cookies) admin.cookies.set(name, value);
  for (let i = 0; i < 4; i++) {
    const call = { email: `me${i}@customers.example` };
    const stranger = await app.visitor(from(`198.51.100.${i}`)).post<ErrorBody>('/api/test-email', call);
    statuses.strangers.push(stranger.status);
    if (stranger.status === 429) expect(stranger.body.error.message).toContain('three test emails');
    statuses.admin.push((await admin.post('/api/test-email', call)).status);
  }
  expect(statuses).toEqual({ strangers: [200, 200, 200, 429], admin: [200, 200, 200, 429] });
  expect(app.mailer.sent).toHaveLength(6);
});

test('what the caller claims in the header changes nothing', async () => {
  const app = createTestApp({ env });
  let refused = 0;
  for (let i = 0; i < 15; i++) {
    const visitor = app.visitor(from(`198.51.100.${i}, 203.0.113.7`));
    const { status } = await visitor.post('/api/login', { username: 'admin', password: 'x' });
    if (status === 429) refused += 1;
  }
  expect(refused).toBe(5);
});

test('of many checkouts from one address at most sixty payments reach Stripe', async () => {
  const app = createTestApp({ env });
  const attempts = Array.from({ length: 240 }, (_, i) =>
    i % 2
      ? openCheckoutPage(app.visitor(from('203.0.113.7')))
      : app.visitor(from('203.0.113.7')).post(checkoutPath, readingRequest()),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(180);
  expect(app.payments.payments.size).toBe(60);
});

test('reloading the same checkout does not use the limit up', async () => {
  const app = createTestApp({ env });
  const customer = app.visitor(from('203.0.113.7'));
  for (let i = 0; i < 25; i++) expect((await openCheckoutPage(customer)).status).toBe(200);
});

test('signing in rightly does not use the limit up', async () => {
  const app = createTestApp({ env });
  const { password } = await app.signIn('admin');
  for (let i = 0; i < 12; i++) {
    const browser = app.visitor(from('203.0.113.7'));
    expect((await browser.post('/api/login', { username: 'admin', password })).status).toBe(200);
  }
});

test('once guessing is stopped the right password is refused as well, so that nothing is learned', async () => {
  const app = createTestApp({ env });
  const { password } = await app.signIn('admin');
  const signIn = (word: string) =>
    app.visitor(from('203.0.113.7')).post('/api/login', { username: 'admin', password: word });
  for (let i = 0; i < 10; i++) await signIn('a guess');
  expect((await signIn(password)).status).toBe(429);
});

test('webhooks and dashboards are not limited', async () => {
  const app = createTestApp({ env });
  await placeOrder(app);
  for (let i = 0; i < 50; i++) {
    expect((await app.visitor(from('203.0.113.7')).get('/api/settings')).status).toBe(200);
    expect((await app.visitor(from('203.0.113.7')).post('/api/stripe/webhook', {})).status).toBe(400);
  }
});

test('the counts survive a restart', async () => {
  const { db, clock } = createTestApp();
  const before = createRateLimits(db, clock, true);
  for (let i = 0; i < 3; i++) await before.testEmail.take('203.0.113.7');
  const after = createRateLimits(db, clock, true);
  await expect(after.testEmail.take('203.0.113.7')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('what is given back can be taken again', async () => {
  const { db, clock } = createTestApp();
  const { testEmail } = createRateLimits(db, clock, true);
  for (let i = 0; i < 10; i++) {
    await testEmail.take('203.0.113.7');
    await testEmail.giveBack('203.0.113.7');
  }
  await expect(testEmail.take('203.0.113.7')).resolves.toBeUndefined();
});

test('limits count apart from each other', async () => {
  const { db, clock } = createTestApp();
  const limits = createRateLimits(db, clock, true);
  for (let i = 0; i < 3; i++) await limits.testEmail.take('203.0.113.7');
  await expect(limits.freeOrder.take('203.0.113.7')).resolves.toBeUndefined();
});

test('a window is over when its time has passed, and never lasts longer after the clock was set back', async () => {
  const { db, clock } = createTestApp();
  const { testEmail } = createRateLimits(db, clock, true);
  const takeAll = async () => {
    const results = [];
    for (let i = 0; i < 4; i++) results.push(await testEmail.allows('203.0.113.7'));
    return results;
  };
  const threeOfFour = [true, true, true, false];
  expect(await takeAll()).toEqual(threeOfFour);
  clock.advance(59 * 60_000);
  expect(await testEmail.allows('203.0.113.7')).toBe(false);
  clock.advance(2 * 60_000);
  expect(await takeAll()).toEqual(threeOfFour);
  clock.advance(-20 * 60 * 60_000);
  expect(await takeAll()).toEqual(threeOfFour);
  clock.advance(61 * 60_000);
  expect(await takeAll()).toEqual(threeOfFour);
});

test('a /48 of IPv6 may do four times what one visitor may; one visitor does not use that up', async () => {
  const { db, clock } = createTestApp();
  const { freeOrder } = createRateLimits(db, clock, true);
  const visitor = (site: string, network: number) =>
    clientAddress(`2001:db8:${site}:${network}::1`, undefined, 0);
  for (let i = 0; i < 20; i++) await freeOrder.allows(visitor('1', 1));
  let allowed = 3;
  for (let network = 2; network < 20; network++) {
    if (await freeOrder.allows(visitor('1', network))) allowed += 1;
  }
  expect(allowed).toBe(12);
  expect(await freeOrder.allows(visitor('2', 1))).toBe(true);
  for (let network = 1; network < 20; network++) {
    expect(await freeOrder.allows(visitor('3', network))).toBe(true);
    await freeOrder.giveBack(visitor('3', network));
  }
});
