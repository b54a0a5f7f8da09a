import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeTransaction } from '../../../../db/client.ts';
import { addSignedIn, openCheckoutPage } from '../../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../../tests/kit/failing-commits.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';

test('a sign-in that could not be stored is not reported as a success', async () => {
  const app = createTestApp();
  const { password } = await app.signIn('admin', 'boss');
  const makeRoom = failCommitsOf(app, 'sessions', 'INSERT');
  // The session is written alone; what this turn writes besides makes it part of a commit that fails.
  await writeTransaction(app.db, () => {});
  const visitor = app.visitor();
  const { status, headers } = await visitor.post('/api/login', { username: 'boss', password });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(headers.getSetCookie()).toEqual([]);
  makeRoom();
  expect((await visitor.post('/api/login', { username: 'boss', password })).status).toBe(200);
});

test('an order page that opens while nothing can be kept is answered with an error, and nothing reaches the provider', async () => {
  const app = createTestApp();
  const makeRoom = failCommitsOf(app, 'checkouts', 'INSERT');
  const customer = app.visitor();
  expect((await openCheckoutPage(customer)).status).toBeGreaterThanOrEqual(500);
  makeRoom();
  expect((await openCheckoutPage(customer)).status).toBe(200);
});

test('the error that takes the place of a long answer can be read', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  for (let i = 0; i < 20; i++) await app.buy();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = () => app.app.request('/api/orders', { headers: { cookie, 'accept-encoding': 'br' } });
  const whole = await ask();
  expect(whole.headers.get('content-encoding')).toBe('br');
  const orders = JSON.parse(String(brotliDecompressSync(Buffer.from(await whole.arrayBuffer()))));
  expect(orders).toHaveLength(20);
  const makeRoom = failCommitsOf(app, 'settings', 'INSERT');
  await writeTransaction(app.db, () => app.db.$client.exec("INSERT INTO settings VALUES ('x', 'y', 1)"));
  const lost = await ask();
  makeRoom();
  expect(lost.status).toBeGreaterThanOrEqual(500);
  expect(lost.headers.get('content-encoding')).toBeNull();
  expect(lost.headers.get('link')).toBeNull();
  expect(await lost.json()).toMatchObject({ error: { message: expect.stringMatching(/try again/) } });
});
