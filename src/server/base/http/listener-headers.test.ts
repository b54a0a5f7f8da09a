import { beforeAll, expect, test } from 'vitest';
import {
  type Service,
  type StartOptions,
  startForTest,
  startService,
} from '../../../../tests/kit/listener-service.ts';
import { dataHeaders, headersSetBy, securityHeaders } from './security-headers.ts';

/** A site for all tests that change nothing of it, and the cookie of its admin. */
let site: Service;
let adminCookie: string;
beforeAll(async () => {
  site = await startService();
  adminCookie = await site.cookieOf('admin');
  return site.close;
});

test.each([
  ['br', 'br', 1_500],
  ['identity', null, 15_000],
])('keeps a page’s status and headers when encoded as %s', async (accepted, encoding, most) => {
  const words = 'The Star speaks of patience. '.repeat(500);
  const headers = {
    'Content-Type': 'text/html',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  };
  const { ask } = await startForTest({ render: async () => new Response(words, { status: 404, headers }) });
  const page = await ask('/order/token', { headers: { 'accept-encoding': accepted } });
  expect(page).toMatchObject({ status: 404, text: words });
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html',
    vary: 'Accept-Encoding',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers.get('content-encoding')).toBe(encoding);
  expect(Number(page.headers.get('content-length'))).toBeLessThanOrEqual(most);
  const head = await ask('/order/token', { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('x-robots-tag')]).toEqual([404, '', 'noindex']);
});

const ofApi: [what: string, status: number, path: string, init?: RequestInit][] = [
  ['an answer', 200, '/api/settings'],
  ['only its headers', 200, '/api/settings', { method: 'HEAD' }],
  ['the health check', 200, '/healthz'],
  ['the readiness check', 200, '/readyz'],
  ['a streamed file', 200, '/api/orders.csv'],
  ['a page of a list', 200, '/api/readings'],
  ['an unknown call', 404, '/api/nowhere'],
  [
    'a call from another site',
    403,
    '/api/login',
    { method: 'POST', headers: { origin: 'https://evil.example' } },
  ],
  ['an invalid call', 400, '/api/orders?limit=many'],
];
const ofPages: typeof ofApi = [
  ['a page', 200, '/'],
  ['a page the browser has cached', 304, '/', { headers: { 'if-none-match': '*' } }],
  ['a page about an order', 200, '/thank-you?order=CT-7K3M9Q'],
  ['a page made for its visitor', 200, '/admin/dashboard'],
  ['a page of the sandbox', 200, '/sandbox/mail'],
  ['an unknown page', 404, '/nowhere'],
  ['a POST to a page', 405, '/', { method: 'POST' }],
  ['a malformed address', 400, '/%'],
];

test.each([...ofApi, ...ofPages])(
  'sends the security headers once with %s (%d)',
  async (_what, status, path, init) => {
    const answer = await site.ask(path, { ...init, headers: { cookie: adminCookie, ...init?.headers } });
    expect(answer.status).toBe(status);
    const isOfApi = ofApi.some(([, , called]) => called === path);
    await expectSecurityHeaders(site.app, answer.headers, isOfApi ? dataHeaders : {});
  },
);

async function expectSecurityHeaders({ config }: typeof site.app, headers: Headers, own = {}) {
  const expected = { ...(await headersSetBy(securityHeaders(config, []))), ...own };
  // One that came twice would be read as `nosniff, nosniff`.
  for (const [name, value] of Object.entries(expected))
    expect([name, headers.get(name)]).toEqual([name, value]);
}

test.each<[what: string, status: number, options: StartOptions, headers: HeadersInit]>([
  [
    'a page under another host',
    302,
    { env: { PUBLIC_URL: 'https://tarot.example.com' } },
    { host: 'x.example' },
  ],
  ['a public page that cannot be rendered', 500, { render: () => Promise.reject(new Error('no')) }, {}],
])('sends the security headers with %s (%d) too', async (_what, status, options, headers) => {
  const { app, ask } = await startForTest(options);
  const answer = await ask('/', { headers });
  expect(answer.status).toBe(status);
  await expectSecurityHeaders(app, answer.headers);
});
