import { expect, test } from 'vitest';
import { openCheckoutPage } from '../../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../../tests/kit/failing-commits.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';

test('answers an error when a sign-in cannot be stored', async () => {
  const app = createTestApp();
  const { password } = await app.signIn('admin', 'boss');
  const makeRoom = failCommitsOf(app, 'sessions', 'INSERT');
  const visitor = app.visitor();
  const { status, headers } = await visitor.post('/api/login', { username: 'boss', password });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(headers.getSetCookie()).toEqual([]);
  makeRoom();
  expect((await visitor.post('/api/login', { username: 'boss', password })).status).toBe(200);
});

test('answers an error when a checkout cannot be stored', async () => {
  const app = createTestApp();
  const makeRoom = failCommitsOf(app, 'checkouts', 'INSERT');
  const customer = app.visitor();
  expect((await openCheckoutPage(customer)).status).toBeGreaterThanOrEqual(500);
  makeRoom();
  expect((await openCheckoutPage(customer)).status).toBe(200);
});
