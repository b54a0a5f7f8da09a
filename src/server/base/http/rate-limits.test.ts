import { expect, test } from 'vitest';
import { checkoutPath, placeOrder } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { hours, minutes } from '../../../shared/durations.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import { clientKey } from './client-address.ts';
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
    'sign-in attempts',
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
test.each(calls)('lets one address %s %d times without limiting others', async (...row) => {
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

test('counts only failed sign-ins, then refuses the right password too', async () => {
  const app = createTestApp({ env });
  const { password } = await app.signIn('admin');
  const signIn = async (word: string) =>
    (await app.visitor(from('203.0.113.7')).post('/api/login', { username: 'admin', password: word })).status;
  for (let i = 0; i < 12; i++) expect(await signIn(password)).toBe(200);
  for (let i = 0; i < 10; i++) expect(await signIn('a guess')).toBe(401);
  expect(await signIn(password)).toBe(429);
});

test('does not limit webhooks or reading the settings', async () => {
  const app = createTestApp({ env });
  await placeOrder(app);
  for (let i = 0; i < 50; i++) {
    expect((await app.visitor(from('203.0.113.7')).get('/api/settings')).status).toBe(200);
    expect((await app.visitor(from('203.0.113.7')).post('/api/stripe/webhook', {})).status).toBe(400);
  }
});

test('keeps separate counts after a restart, without attempts given back', async () => {
  const { db, clock } = createTestApp();
  const { testEmail } = createRateLimits(db, clock, true);
  for (let i = 0; i < 10; i++) {
    await testEmail.take('203.0.113.7');
    await testEmail.giveBack('203.0.113.7');
  }
  for (let i = 0; i < 3; i++) await testEmail.take('203.0.113.7');
  const after = createRateLimits(db, clock, true);
  await expect(after.testEmail.take('203.0.113.7')).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(after.freeOrder.take('203.0.113.7')).resolves.toBeUndefined();
});

test('ends a window on time, even after the clock is set back', async () => {
  const { db, clock } = createTestApp();
  const { testEmail } = createRateLimits(db, clock, true);
  const expectThreeOfFour = async () => {
    for (const allowed of [true, true, true, false]) {
      expect(await testEmail.tryTake('203.0.113.7')).toBe(allowed);
    }
  };
  await expectThreeOfFour();
  clock.advance(minutes(59));
  expect(await testEmail.tryTake('203.0.113.7')).toBe(false);
  for (const passed of [minutes(2), -hours(20), minutes(61)]) {
    clock.advance(passed);
    await expectThreeOfFour();
  }
});

test('allows an IPv6 /48 four times one visitor’s limit', async () => {
  const { db, clock } = createTestApp();
  const { freeOrder } = createRateLimits(db, clock, true);
  const visitor = (site: string, network: number) =>
    clientKey(`2001:db8:${site}:${network}::1`, undefined, 0);
  for (let i = 0; i < 20; i++) await freeOrder.tryTake(visitor('1', 1));
  let allowed = 3;
  for (let network = 2; network < 20; network++) {
    if (await freeOrder.tryTake(visitor('1', network))) allowed += 1;
  }
  expect(allowed).toBe(12);
  expect(await freeOrder.tryTake(visitor('2', 1))).toBe(true);
  for (let network = 1; network < 20; network++) {
    expect(await freeOrder.tryTake(visitor('3', network))).toBe(true);
    await freeOrder.giveBack(visitor('3', network));
  }
});
