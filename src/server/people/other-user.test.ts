import { expect, test } from 'vitest';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { signedInAsHeader } from '../../shared/error-body.ts';

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
])('%s %s names the person who has since signed in', async (method, path, sent) => {
  const { page } = await pageOf('rita');
  const { status, body } = await page.call(method, path, sent);
  const message = expect.stringMatching(/^Bärbel has signed in in this browser\./);
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
