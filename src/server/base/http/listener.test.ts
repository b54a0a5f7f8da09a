import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addSignedIn } from '../../../../tests/kit/builders.ts';
import { createTestApp, type TestAppOptions } from '../../../../tests/kit/test-app.ts';
import type { Role } from '../../../shared/people/signed-in-user.ts';
import type { RenderPage } from '../../app/public-pages.ts';
import { visitorPages } from '../../app/visitor-pages.ts';
import { createListener } from './listener.ts';
import { dataHeaders, headersSetBy, securityHeaders } from './security-headers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const texts: Record<string, string> = {
  '/': 'checkout',
  '/404': 'Page Not Found',
  '/faq': 'questions',
  '/admin/login': 'sign-in',
};

/** Renders dashboards, saying for whom, and the thank-you page; of all others the address. */
const renderPages: RenderPage = async ({ pathname, searchParams }, { user, load }) => {
  if (pathname === '/thank-you') {
    const thanks = load('/thank-you', searchParams.get('order') ?? '');
    return new Response(thanks ? `sent to ${thanks.sentTo}` : 'Thank you.');
  }
  const isDesk = pathname.endsWith('/dashboard');
  const desk = `dashboard for ${user ? `${user.username}, ${user.role}` : 'visitors'}`;
  const status = pathname === '/404' ? 404 : 200;
  return new Response(isDesk ? desk : (texts[pathname] ?? pathname), { status });
};

const hostOfFetch = 'x-host';

interface StartOptions extends Pick<TestAppOptions, 'env' | 'logTo'> {
  render?: RenderPage;
  hasSandbox?: boolean;
}

async function start(options: StartOptions = {}) {
  const app = createTestApp({
    ...options,
    site: { files: new Map(), scriptHashes: [], render: options.render ?? renderPages },
    sandbox: options.hasSandbox === false ? null : new Hono().all('/sandbox/*', (c) => c.text('sandbox')),
  });
  const listener = createListener(app.app, app.config);
  const server = createServer((request, response) => {
    // fetch names the host itself.
    const named = request.headers[hostOfFetch];
    if (named) request.headers.host = String(named);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  closers.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  const { host } = new URL(app.config.publicUrl);
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set(hostOfFetch, headers.get('host') ?? host);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Sends a request line that no browser and no fetch would send. */
  const askRaw = (target: string, rest = `HTTP/1.1\r\nHost: ${host}`) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${target} ${rest}\r\nConnection: close\r\n\r\n`);
      });
      socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
  /** Begins a request, and is gone once the service waits for the rest of its body. */
  const hangUp = async (line: string, rest: string) => {
    const arrived = once(server, 'request');
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const headers = `Host: x\r\nOrigin: ${app.config.publicUrl}\r\nContent-Type: application/json`;
    socket.write(`${line} HTTP/1.1\r\n${headers}\r\nStripe-Signature: x\r\n${rest}`);
    await arrived;
    socket.resetAndDestroy();
  };
  return { app, ask, askRaw, hangUp };
}

/** @returns the cookie of a signed-in user */
async function cookieOf({ app }: Awaited<ReturnType<typeof start>>, role: Role): Promise<string> {
  const { cookies } = await addSignedIn(app, role, role);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** A site for all that changes nothing of it, and what an admin of it sends. */
let site: Awaited<ReturnType<typeof start>>;
let ofAdmin: { cookie: string };
beforeAll(async () => {
  site = await start();
  const closeSite = closers.pop();
  ofAdmin = { cookie: await cookieOf(site, 'admin') };
  return closeSite;
});

test('writes commands on pages as this machine runs them', async () => {
  const { ask } = await start({
    env: { CAREER_TAROT_COMMAND: 'career-tarot' },
    render: async (_address, { load }) => new Response(load('/admin/dashboard').commands.stripeSetUp),
  });
  expect((await ask('/admin/dashboard')).text).toBe('career-tarot stripe setup');
});

test('serves pages, the API and the sandbox under their paths', async () => {
  const { ask } = site;
  expect(await ask('/?utm_source=x')).toMatchObject({ status: 200, text: 'checkout' });
  expect(JSON.parse((await ask('/healthz')).text)).toEqual({ status: 'ok' });
  expect(JSON.parse((await ask('/readyz')).text)).toEqual({ status: 'ok', problems: [] });
  expect(await ask('/sandbox/mail')).toMatchObject({ status: 200, text: 'sandbox' });
  const withKeys = await start({ hasSandbox: false });
  expect(await withKeys.ask('/sandbox/mail')).toMatchObject({ status: 404, text: 'Page Not Found' });
});

test('refuses foreign writes to the sandbox except calls to its Stripe', async () => {
  const { app, ask } = site;
  const post = async (path: string, headers: Record<string, string> = {}) =>
    (await ask(path, { method: 'POST', headers })).status;
  const steps = '/sandbox/payments/steps';
  expect(await post(steps, { origin: app.config.publicUrl })).toBe(200);
  expect(await post(steps)).toBe(200);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    expect([headers, await post(steps, headers)]).toEqual([headers, 403]);
  }
  expect(await post('/sandbox/stripe/v1/payment_intents/pi_1/confirm')).toBe(200);
});

test('recognizes the buyer’s browser on the thank-you page without caching it', async () => {
  const { app, ask } = await start();
  const { customer, orderNumber } = await app.buy();
  const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = `/thank-you?order=${orderNumber}`;
  const own = await ask(page, { headers: { cookie: `other=1; ${cookie}` } });
  expect([own.text, own.headers.get('cache-control')]).toEqual(['sent to m…@customers.example', 'no-store']);
  expect((await ask(page, { headers: { cookie: 'other=1' } })).text).toBe('Thank you.');
  expect((await ask('/thank-you?order=CT-AAAAAA', { headers: { cookie } })).text).toBe('Thank you.');
});

test.each([
  ['br', 'br', 1_500],
  ['identity', null, 15_000],
])('answers %s with a page of the same status and headers', async (accepted, encoding, most) => {
  const words = 'The Star speaks of patience. '.repeat(500);
  const headers = {
    'Content-Type': 'text/html',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  };
  const { ask } = await start({ render: async () => new Response(words, { status: 404, headers }) });
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

test('shows sandbox pages in production only to an admin', async () => {
  const shop = await start({
    env: {
      NODE_ENV: 'production',
      STRIPE_MODE: 'sandbox',
      RATE_LIMITS: 'on',
      PUBLIC_URL: 'https://tarot.example.com',
      TRUSTED_PROXY_HOPS: '1',
    },
  });
  const { app, ask, askRaw } = shop;
  const [reader, admin] = [await cookieOf(shop, 'reader'), await cookieOf(shop, 'admin')];
  for (const page of ['/sandbox', '/sandbox/', '/sandbox/mail', '/sandbox/mail.json', '/sandbox/mail/m1']) {
    expect([page, (await ask(page)).status]).toEqual([page, 404]);
    expect([page, (await ask(page, { headers: { cookie: reader } })).status]).toEqual([page, 404]);
    expect(await ask(page, { headers: { cookie: admin } })).toMatchObject({ status: 200, text: 'sandbox' });
  }
  const post = async (cookie: string, origin = app.config.publicUrl) =>
    (await ask('/sandbox/payments/steps', { method: 'POST', headers: { cookie, origin } })).status;
  expect([await post(admin), await post(reader), await post('')]).toEqual([200, 404, 404]);
  expect(await post(admin, 'https://evil.example')).toBe(403);
  for (const path of ['stripe/stripe.js', 'stripe/v1/payment_intents/pi_1/confirm']) {
    expect(await ask(`/sandbox/${path}`)).toMatchObject({ status: 200, text: 'sandbox' });
  }
  for (const path of ['stripe/../mail', 'stripe/%2e%2e/mail', 'stripe/v1/../../mail', 'stripe', 'stripe/x']) {
    expect(await askRaw(`/sandbox/${path}`)).toMatch(/^HTTP\/1\.1 40[04] /);
  }
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
    const answer = await site.ask(path, { ...init, headers: { ...ofAdmin, ...init?.headers } });
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
  const { app, ask } = await start(options);
  const answer = await ask('/', { headers });
  expect(answer.status).toBe(status);
  await expectSecurityHeaders(app, answer.headers);
});

const malformed = '/% /%zz /%c0%af /thank-you% /order/SECRET% /%ff%fe http://x/% ftp://x/ * //%';
test.each(malformed.split(' '))(
  'answers 400 to the malformed address %s and keeps running',
  async (target) => {
    const answer = await site.askRaw(target);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toContain('This address isn’t valid.');
    expect((await site.ask('/')).status).toBe(200);
  },
);

test.each([
  ['http://127.0.0.1:4321/healthz', '{"status":"ok"}'],
  ['http://127.0.0.1:4321', 'checkout'],
  ['http://127.0.0.1:4321?a=b', 'checkout'],
  ['http://elsewhere.example/api/settings', '"price":60'],
])('answers the absolute request target %s by its path', async (target, said) => {
  const answer = await site.askRaw(target, 'HTTP/1.1\r\nHost: elsewhere.example');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(said);
});

test.each(['/healthz', '/readyz', '/'])('answers %s to HTTP/1.0 without a host', async (path) => {
  expect(await site.askRaw(path, 'HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /);
});

describe('under another host name', () => {
  const PUBLIC_URL = 'https://tarot.example.com';
  const other = { host: 'www.tarot.example.com' };

  test('redirects pages to the public address, but not files and calls', async () => {
    const { ask } = await start({ env: { PUBLIC_URL } });
    for (const path of ['/', '/?a=%20', '/thank-you?order=CT-7K3M9Q', '/admin/dashboard', '/sandbox/mail']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await ask(path, { method, headers: other });
        expect([status, headers.get('location')]).toEqual([302, PUBLIC_URL + path]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
      expect((await ask(path)).status).not.toBe(302);
    }
    for (const path of [
      ...['/healthz', '/readyz', '/metrics', '/api/settings', '/_astro/x.js', '/favicon.svg'],
      ...['/sandbox/stripe/stripe.js', '/sandbox/stripe/v1/payment_intents', '/sandbox/mail.json'],
    ]) {
      expect([path, (await ask(path, { headers: other })).status === 302]).toEqual([path, false]);
    }
    const init = { method: 'POST', headers: { ...other, origin: `https://${other.host}` } };
    for (const path of ['/api/login', '/sandbox/payments/steps']) {
      const { status, text } = await ask(path, init);
      expect([status, text]).toEqual([403, expect.stringContaining(PUBLIC_URL)]);
    }
  });

  test('stops redirecting behind a proxy that sends its own name', async () => {
    const { ask } = await start({ env: { PUBLIC_URL, TRUSTED_PROXY_HOPS: '1' } });
    const headers = { host: 'app.internal:4321' };
    const answers: number[] = [];
    for (let times = 0; times < 7; times += 1) answers.push((await ask('/', { headers })).status);
    expect(answers).toEqual([302, 302, 302, 302, 302, 200, 200]);
    await ask('/', { headers: { host: 'tarot.example.com' } });
    expect((await ask('/', { headers })).status).toBe(302);
  });
});

test('redirects /admin and /reader to their dashboards', async () => {
  for (const path of ['/admin', '/admin/', '/reader', '/reader/?order=1']) {
    const { status, headers } = await site.ask(path);
    const [, desk, query = ''] = /^\/(\w+)\/?(.*)$/.exec(path) ?? [];
    expect([status, headers.get('location')]).toEqual([302, `/${desk}/dashboard${query}`]);
  }
  expect((await site.ask('/administration')).status).toBe(404);
});

test('redirects signed-in users from the sign-in page to their dashboard', async () => {
  const ofReader = await cookieOf(site, 'reader');
  for (const [cookie, desk] of [
    [ofAdmin.cookie, '/admin/dashboard'],
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

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('answers %s on a page with 405', async (method) => {
  for (const path of ['/', '/nowhere', '/admin/dashboard', '/stripe-test']) {
    const { status, headers } = await site.ask(path, { method });
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
});

test('answers 404 to an unknown page', async () => {
  const paths = [
    '/nowhere',
    '/apix',
    '/API/orders',
    '/sandboxx',
    '/index.html',
    '/../../etc/passwd',
    '/.env',
  ];
  for (const path of [...paths, '/%00', '/404']) {
    expect([path, await site.ask(path)]).toMatchObject([path, { status: 404, text: 'Page Not Found' }]);
  }
});

describe('a path that a URL parser would rewrite', () => {
  test.each([
    ...['/order/..', '/order/.', '/order/../', '/order/..?correct=address', '/..', '/./', '/thank-you/.'],
    ...['/set-up/%2e%2e', '/set-up/%2E.', '/order/.%2e/admin/login', '/readings/x/../../admin/login'],
    ...['/order\\..\\stripe-test', '/order\\stripe-test'],
    ...['/api/orders/../settings', '/api/x/%2e%2e/settings', '/api/..', '/order/x/../letter.pdf'],
    ...['http://elsewhere.example/order/..', '/sandbox/../', '/.%2E/sandbox/mail'],
  ])('%s is malformed', async (target) => {
    const answer = await site.askRaw(target);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('This address isn’t valid.');
  });

  test.each(['...', 'x..', '..x', '.hidden', '%2e%2e%2e', 'a.b'])(
    'leaves the ordinary name %s alone',
    async (name) => {
      expect(await site.askRaw(`/api/orders/${name}`)).toMatch(/^HTTP\/1\.1 401 /);
    },
  );
});

test('keeps unknown pages away from the framework’s own routes', async () => {
  const { ask, askRaw } = site;
  for (const path of ['/_image?href=/favicon.svg', '/%5Fimage', '/_server-islands/x', '/order/a/b']) {
    expect([path, await ask(path)]).toMatchObject([path, { status: 404, text: 'Page Not Found' }]);
    expect(await askRaw(path)).toMatch(/^HTTP\/1\.1 404 /);
  }
});

const keys = (kind: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});
const mailAccount = { sender: 'Tarot <tarot@mail.example>', server: 'mail.example:587' };
const smtp = { SMTP_URL: 'smtp://ada:secret@mail.example:587', MAIL_FROM: mailAccount.sender };
const onlyForAdmins = { visitor: 'hidden', reader: 'hidden', admin: mailAccount };

test.each<[string, Record<string, string>, seen: Record<'visitor' | 'reader' | 'admin', unknown>]>([
  ['on the sandbox', smtp, { visitor: mailAccount, reader: mailAccount, admin: mailAccount }],
  ['on the sandbox, without mail', {}, { visitor: null, reader: null, admin: null }],
  ['with test keys', { ...keys('test'), ...smtp, TEST_PAGES: 'public' }, onlyForAdmins],
  ['with live keys', { ...keys('live'), ...smtp, TEST_PAGES: 'public' }, onlyForAdmins],
])('shows or hides the mail account on the test page %s', async (_, env, seen) => {
  const shop = await start({
    env,
    render: async ({ pathname }, { load }) =>
      new Response(pathname === '/404' ? '' : (JSON.stringify(load('/email-test')) ?? '"hidden"')),
  });
  for (const who of ['visitor', 'reader', 'admin'] as const) {
    const cookie = who === 'visitor' ? '' : await cookieOf(shop, who);
    const { text } = await shop.ask('/email-test/', { headers: { cookie } });
    expect([who, JSON.parse(text)]).toEqual([who, seen[who]]);
  }
});

test('renders dashboards for the signed-in user without caching them', async () => {
  const dashboardOf = async (cookie: string) => {
    const { text, headers } = await site.ask('/admin/dashboard', { headers: { cookie } });
    return [text, headers.get('cache-control')];
  };
  expect(await dashboardOf(`other=1; ${ofAdmin.cookie}`)).toEqual(['dashboard for admin, admin', 'no-store']);
  for (const cookie of ['', 'session=forged']) {
    expect(await dashboardOf(cookie)).toEqual(['dashboard for visitors', 'no-store']);
  }
});

test.each<[string, Record<string, string>, stripeTest: number, emailTest: number]>([
  ['on the sandbox', {}, 200, 200],
  ['on test keys', keys('test'), 200, 404],
  ['on live keys', keys('live'), 404, 404],
  ['on the sandbox, switched off', { TEST_PAGES: 'off' }, 404, 404],
  ['on test keys, made public', { ...keys('test'), TEST_PAGES: 'public' }, 200, 200],
  ['on live keys, made public', { ...keys('live'), TEST_PAGES: 'public' }, 404, 200],
])('shows or hides the test pages %s', async (_what, env, ...expected) => {
  const shop = await start({ env });
  const statuses = async (cookie: string) => {
    const ask = async (path: string) => (await shop.ask(path, { headers: { cookie } })).status;
    return [await ask('/stripe-test'), await ask('/email-test/')];
  };
  expect(await statuses('')).toEqual(expected);
  expect(await statuses(await cookieOf(shop, 'reader'))).toEqual(expected);
  expect(await statuses(await cookieOf(shop, 'admin'))).toEqual([200, 200]);
});

test.each(['Content-Length: 500\r\n\r\n{"', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{"'])(
  'logs no error when the caller hangs up midway (%j)',
  async (body) => {
    let log = '';
    const { ask, hangUp } = await start({
      env: { LOG_LEVEL: 'debug' },
      logTo: { write: (line) => (log += line) },
    });
    await hangUp('POST /api/login', body);
    await vi.waitFor(() => expect(log).toContain('"msg":"the caller hung up"'));
    expect(log).not.toMatch(/"level":"(warn|error|fatal)"|"stack"/);
    expect((await ask('/healthz')).status).toBe(200);
  },
);

test('answers 500 without details when a page cannot be rendered', async () => {
  const { ask } = await start({ render: () => Promise.reject(new Error('secret detail')) });
  const { status, text } = await ask('/admin/dashboard');
  expect([status, JSON.parse(text).error.code]).toEqual([500, 'internal_error']);
  expect(text).not.toContain('secret detail');
});

test('keeps link keys out of the metrics and groups unknown paths', async () => {
  const { ask } = await start();
  const ways = [...visitorPages, '/set-up/:id/', '/set-up/:id/more', '/no-page/:id'];
  for (const made of ['KeyThatOpensSomething', 'z'.repeat(5_000)]) {
    for (const page of ways) await ask(page.replace(':id', made));
  }
  await ask('/order/%4Bey/receipt?again=1');
  const { text } = await ask('/metrics');
  const told = text.matchAll(/^career_tarot_http_requests_total\{method="GET",route="([^"]+)"/gm);
  expect([...told].map(([, route]) => route).sort()).toEqual([...visitorPages, 'none'].sort());
  expect(text).not.toMatch(/Key|zzz/);
});
