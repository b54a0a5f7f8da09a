import { expect, test } from 'vitest';
import { addSignedIn, orderIn, storedOrder } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';

const publicUrl = 'https://tarot.example.com';
/** What a browser sends for a page of another site. */
const foreign: [string, Record<string, string>][] = [
  ['null', { origin: 'null' }],
  ['empty', { origin: '' }],
  ['foreign', { origin: 'https://evil.example' }],
  ['a sibling', { origin: 'https://blog.tarot.example.com' }],
  ['the parent', { origin: 'https://example.com' }],
  ['over http', { origin: 'http://tarot.example.com' }],
  ['on another port', { origin: 'https://tarot.example.com:8443' }],
  ['longer', { origin: 'https://tarot.example.com.evil.example' }],
  ['with a slash', { origin: 'https://tarot.example.com/' }],
  ['twice', { origin: 'https://tarot.example.com, https://tarot.example.com' }],
  ['cross-site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['same-site without an origin', { 'sec-fetch-site': 'same-site' }],
  ['an empty site', { 'sec-fetch-site': '' }],
  ['an unknown site', { 'sec-fetch-site': 'same-origin, none' }],
  ['our origin, cross-site', { origin: publicUrl, 'sec-fetch-site': 'cross-site' }],
  ['another origin, same-origin', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
];
/** What our own pages, old browsers, and programs send. */
const own: [string, Record<string, string>][] = [
  ['our origin', { origin: publicUrl }],
  ['our origin and site', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }],
  ['our site without an origin', { 'sec-fetch-site': 'same-origin' }],
  ['no site', { 'sec-fetch-site': 'none' }],
  ['neither header', {}],
  ['a program with a name', { 'user-agent': 'curl/8.5.0' }],
];

const app = createTestApp({ env: { PUBLIC_URL: publicUrl } });
const unsafeRoutes = [
  ...new Set(
    app.app.routes
      .filter(({ method }) => !['ALL', 'GET', 'HEAD', 'OPTIONS'].includes(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => route !== 'POST /api/stripe/webhook');

async function callWith(sent: Record<string, string>, route: string, cookie = '') {
  const [method = '', path = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json', cookie, ...sent };
  const response = await app.app.request(path.replace(':id', 'some-id'), { method, headers, body: '{}' });
  // A form is answered with the address of its result.
  const text = (await response.text()) || '{}';
  return { status: response.status, body: JSON.parse(text) as ErrorBody };
}

test.each(unsafeRoutes)('%s accepts programs and own pages, but refuses other sites', async (route) => {
  for (const [what, headers] of own) {
    expect([what, (await callWith(headers, route)).status]).not.toEqual([what, 403]);
  }
  for (const [what, headers] of foreign) {
    const { status, body } = await callWith(headers, route);
    expect([what, status, body.error.code]).toEqual([what, 403, 'forbidden']);
  }
});

test('another site cannot act for a signed-in admin', async () => {
  expect(unsafeRoutes.length).toBeGreaterThan(15);
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId } = await orderIn(app, 'pending', admin.person);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const [what, headers] of foreign) {
    const { status } = await callWith(headers, `DELETE /api/orders/${orderId}`, cookie);
    expect([what, status]).toEqual([what, 403]);
  }
  expect(storedOrder(app, orderId).deletedAt).toBeNull();
  expect((await callWith({}, `DELETE /api/orders/${orderId}`, cookie)).status).toBe(200);
  expect(storedOrder(app, orderId).deletedAt).not.toBeNull();
});

test('checks a webhook by its signature, not its origin', async () => {
  for (const [what, headers] of foreign) {
    const { status, body } = await callWith(headers, 'POST /api/stripe/webhook');
    expect([what, status, body.error.message]).toEqual([what, 400, expect.stringContaining('signature')]);
  }
});

test('lets another site read the public settings', async () => {
  for (const [, headers] of foreign) {
    expect((await app.app.request('/api/settings', { headers })).status).toBe(200);
  }
});

test.each([
  ...['PATCH /api/orders/x', 'POST /api/nowhere', 'PROPFIND /api/orders', 'POST /api/stripe/webhook/'],
  ...['POST /api/stripe/webhook2', 'POST /api//stripe/webhook', 'POST /API/stripe/webhook'],
])('refuses %s from another site even without such a route', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const response = await app.app.request(path, { method, headers: { origin: 'https://evil.example' } });
  expect(response.status).toBe(403);
});
