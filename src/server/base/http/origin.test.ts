import { expect, test } from 'vitest';
import { addSignedIn, orderIn, storedOrder } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../../shared/errors.ts';

const publicUrl = 'https://tarot.example.com';
const origins: [string, string | null][] = [
  ['absent', null],
  ['null', 'null'],
  ['empty', ''],
  ['foreign', 'https://evil.example'],
  ['a sibling', 'https://blog.tarot.example.com'],
  ['the parent', 'https://example.com'],
  ['over http', 'http://tarot.example.com'],
  ['on another port', 'https://tarot.example.com:8443'],
  ['longer', 'https://tarot.example.com.evil.example'],
  ['with a slash', 'https://tarot.example.com/'],
  ['twice', 'https://tarot.example.com, https://tarot.example.com'],
];

const app = createTestApp({ env: { PUBLIC_URL: publicUrl } });
const unsafeRoutes = [
  ...new Set(
    app.app.routes
      .filter(({ method }) => !['ALL', 'GET', 'HEAD', 'OPTIONS'].includes(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => route !== 'POST /api/stripe/webhook');

async function callFrom(origin: string | null, route: string, cookie = '') {
  const [method = '', path = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json', cookie, ...(origin === null ? {} : { origin }) };
  const response = await app.app.request(path.replace(':id', 'some-id'), { method, headers, body: '{}' });
  // A form is answered with where the browser finds what became of it.
  const text = (await response.text()) || '{}';
  return { status: response.status, body: JSON.parse(text) as ErrorBody };
}

test.each(unsafeRoutes)('%s is taken from our own pages alone', async (route) => {
  expect((await callFrom(publicUrl, route)).status).not.toBe(403);
  for (const [what, origin] of origins) {
    const { status, body } = await callFrom(origin, route);
    expect([what, status, body.error.code]).toEqual([what, 403, 'forbidden']);
  }
});

test('even the admin cannot be made to act from another site; the webhook needs only its signature', async () => {
  expect(unsafeRoutes.length).toBeGreaterThan(15);
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId } = await orderIn(app, 'pending', admin.person);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { status } = await callFrom('https://evil.example', `DELETE /api/orders/${orderId}`, cookie);
  expect(status).toBe(403);
  expect(storedOrder(app, orderId).deletedAt).toBeNull();
  const webhook = await callFrom(null, 'POST /api/stripe/webhook');
  expect(webhook.status).toBe(400);
  expect(webhook.body.error.message).toContain('signature');
});

test('reading needs no origin', async () => {
  for (const [, origin] of origins) {
    const init = origin === null ? {} : { headers: { origin } };
    expect((await app.app.request('/api/settings', init)).status).toBe(200);
  }
});

test.each([
  ...['PATCH /api/orders/x', 'POST /api/nowhere', 'PROPFIND /api/orders', 'POST /api/stripe/webhook/'],
  ...['POST /api/stripe/webhook2', 'POST /api//stripe/webhook', 'POST /API/stripe/webhook'],
])('%s from elsewhere is refused although there is no such call', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const response = await app.app.request(path, { method, headers: { origin: 'https://evil.example' } });
  expect(response.status).toBe(path.startsWith('/api/') ? 403 : 404);
});
