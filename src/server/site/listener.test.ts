import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import { addSignedIn } from '../../testing/builders.ts';
import { malformedAddresses } from '../../testing/malformed-addresses.ts';
import { createTestApp, type TestAppOptions } from '../../testing/test-app.ts';
import { readBusiness } from '../business/read-business.ts';
import { isHttps } from '../config/https.ts';
import { createSessions } from '../people/credentials/sessions.ts';
import { readOffer } from '../settings/read-offer.ts';
import { type Assets, prepareAsset, withHeaders } from './assets.ts';
import { createListener, type ListenerDependencies, type PageHandler } from './listener.ts';
import { renderedPages } from './rendered-pages.ts';
import { securityHeaders } from './security-headers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function asset(content: string): NonNullable<ReturnType<Assets['get']>> {
  const etag = `"${content}"`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public', ETag: etag };
  return prepareAsset(etag, headers, { identity: Buffer.from(content) });
}
const assets: Assets = new Map([
  ['/', asset('checkout')],
  ['/404', asset('Page Not Found')],
  ['/thank-you', asset('Order number <strong class="x" data-order-number></strong>.')],
  ...['/stripe-test', '/stripe-test/', '/email-test', '/email-test/'].map(
    (path) => [path, asset(path)] as const,
  ),
]);

const withAll = (assets: Assets, headers: Record<string, string>): Assets =>
  new Map([...assets].map(([path, asset]) => [path, withHeaders(asset, headers)]));

/** Renders only dashboards, and says for whom. */
const renderDashboards: PageHandler = (request, response, next, { user }) => {
  if (!request.url?.startsWith('/admin')) return next();
  response.end(`dashboard for ${user ? `${user.username}, ${user.role}` : 'nobody'}`);
};

const hostOfFetch = 'x-host';

interface StartOptions extends Pick<TestAppOptions, 'env' | 'logTo'> {
  readOrder?: ListenerDependencies['readOrder'];
  readThanks?: ListenerDependencies['readThanks'];
  renderPage?: PageHandler;
  hasSandbox?: boolean;
  /** As in development: nothing is built, and somebody else has the pages and files. */
  isDevelopment?: boolean;
  /** No page was made yet; each is there as soon as somebody waits for it. */
  isJustStarted?: boolean;
}

async function start(options: StartOptions = {}) {
  const app = createTestApp(options);
  const headers = securityHeaders(app.config, []);
  const sandbox = new Hono().all('/sandbox/*', (c) => c.text('sandbox'));
  const listener = createListener({
    config: app.config,
    app: app.app,
    sandbox: options.hasSandbox === false ? null : sandbox,
    assets: options.isDevelopment || options.isJustStarted ? new Map() : withAll(assets, headers),
    whenMade: async (path) => (options.isDevelopment ? undefined : assets.get(path)),
    readWords: () => ({
      site: readBusiness(app.context),
      offer: readOffer(app.context),
      readers: [],
      aftercare: { hasWithdrawal: false, quotes: [] },
      payment: { isSandbox: true, wallets: false },
    }),
    renderPage: options.renderPage ?? renderDashboards,
    sessions: createSessions(app.db, app.clock, isHttps(app.config)),
    readOrder: options.readOrder ?? (() => null),
    readReturnedForm: () => null,
    readWithdrawal: () => null,
    readReceipt: () => null,
    readSetUp: () => null,
    readThanks: options.readThanks ?? (() => null),
    checkoutCookie: 'checkout',
    findEvidence: () => null,
    isReadersOrder: () => false,
    proxies: app.context.proxies,
    headers,
    log: pino({ level: 'silent' }),
    scope: app.context.scope,
    counts: app.counts,
  });
  const server = createServer((request, response) => {
    // fetch names the host itself.
    const named = request.headers[hostOfFetch];
    if (named) request.headers.host = String(named);
    const next = options.isDevelopment && (() => response.end(`next has ${request.url}`));
    listener(request, response, next || undefined);
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

test('pages say commands as whoever started the service runs them', async () => {
  const { ask } = await start({
    env: { CAREER_TAROT_COMMAND: 'career-tarot' },
    renderPage: (_request, response, _next, { asRunHere }) => {
      response.end(asRunHere('npm run stripe -- setup'));
    },
  });
  expect((await ask('/admin/dashboard')).text).toBe('career-tarot stripe setup');
});

test('pages come from memory, the API from the app, the sandbox from the sandbox', async () => {
  const { ask } = await start();
  expect(await ask('/')).toMatchObject({ status: 200, text: 'checkout' });
  expect(await ask('/?utm_source=x')).toMatchObject({ status: 200, text: 'checkout' });
  expect(JSON.parse((await ask('/api/settings')).text)).toMatchObject({ price: 60 });
  expect(JSON.parse((await ask('/healthz')).text)).toEqual({ status: 'ok' });
  expect(JSON.parse((await ask('/readyz')).text)).toEqual({ status: 'ok', problems: [] });
  expect(await ask('/sandbox/mail')).toMatchObject({ status: 200, text: 'sandbox' });
});

test('whoever comes before a page was made for the first time gets it all the same', async () => {
  const { ask } = await start({ isJustStarted: true });
  expect(await ask('/')).toMatchObject({ status: 200, text: 'checkout' });
  expect(await ask('/thank-you?order=CT-7K3M9Q')).toMatchObject({
    text: expect.stringContaining('CT-7K3M9Q'),
  });
  expect(await ask('/nowhere')).toMatchObject({ status: 404, text: 'Page Not Found' });
});

test('what changes something in the sandbox has to come from the site itself', async () => {
  const { app, ask } = await start();
  const post = (headers: Record<string, string> = {}) => ({ method: 'POST', headers });
  const steps = '/sandbox/payments/steps';
  expect(await ask(steps, post({ origin: app.config.publicUrl }))).toMatchObject({
    status: 200,
    text: 'sandbox',
  });
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, undefined]) {
    const answer = await ask(steps, post(headers));
    expect([headers, answer.status]).toEqual([headers, 403]);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'forbidden' } });
  }
  // Whoever pays may come from another page: Stripe's API asks for a key instead.
  expect(await ask('/sandbox/stripe/v1/payment_intents/pi_1/confirm', post())).toMatchObject({ status: 200 });
});

test('the page of an order is opened by its customer, unless somebody who works here or a machine asks', async () => {
  const opened: boolean[] = [];
  const { app, ask } = await start({
    readOrder: (_token, { isCustomer }) => {
      opened.push(isCustomer);
      return null;
    },
    renderPage: (_request, response, _next, { readOrder }) => {
      readOrder('token');
      response.end();
    },
  });
  const { cookies } = await addSignedIn(app, 'ada', 'admin');
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
  const open = (headers: Record<string, string> = {}, method = 'GET') =>
    ask('/order/token', { method, headers: { 'user-agent': agent, ...headers } });
  await open();
  expect(opened.splice(0)).toEqual([true]);
  await open({}, 'HEAD');
  await open({ cookie: `session=${cookies.get('session')}` });
  await open({ 'sec-purpose': 'prefetch;prerender' });
  await open({ purpose: 'prefetch' });
  await open({ 'x-moz': 'prefetch' });
  for (const machine of [
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    '',
  ]) {
    await open({ 'user-agent': machine });
  }
  expect(opened).toEqual(Array(10).fill(false));
});

test('the thank-you page asks whose order it is by the cookie of the checkout, and is then kept nowhere', async () => {
  const asked: [string, string][] = [];
  const { ask } = await start({
    readThanks: (cookie, number) => {
      asked.push([cookie, number]);
      const isBuyer = cookie === 'buyer';
      return isBuyer
        ? {
            sentTo: 'm…@x.example',
            isUndelivered: false,
            dueDay: null,
            orderPath: '/order/x',
            isCorrectable: false,
            meant: null,
          }
        : null;
    },
  });
  const page = '/thank-you?order=CT-7K3M9Q';
  const askAs = (cookie: string, path = page) => ask(path, { headers: { cookie } });
  const forAll = await ask(page);
  const forStranger = await askAs('checkout=stranger');
  expect(forStranger.headers.get('etag')).toBe(forAll.headers.get('etag'));
  const own = await askAs('other=1; checkout=buyer');
  expect([own.status, own.headers.get('cache-control'), own.headers.get('etag')]).toEqual([
    200,
    'no-store',
    null,
  ]);
  // Nobody's order: nobody is asked.
  for (const path of ['/thank-you', '/thank-you?order=CT-1', '/thank-you?free=true']) {
    await askAs('checkout=buyer', path);
  }
  expect(asked).toEqual([
    ['stranger', 'CT-7K3M9Q'],
    ['buyer', 'CT-7K3M9Q'],
  ]);
});

test('the page of an order is told who asks by the cookie of the checkout', async () => {
  const cookies: (string | null)[] = [];
  const { ask } = await start({
    readOrder: (_token, { cookie }) => {
      cookies.push(cookie);
      return null;
    },
    renderPage: (_request, response, _next, { readOrder }) => {
      readOrder('token');
      response.end();
    },
  });
  await ask('/order/token');
  await ask('/order/token/receipt', { headers: { cookie: 'checkout=buyer' } });
  expect(cookies).toEqual([null, 'buyer']);
});

test('the page of an order is sent compressed to whoever takes that, with its own status and headers', async () => {
  const words = 'The Star speaks of patience. '.repeat(500);
  const { ask } = await start({
    renderPage: async (_request, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html', 'X-Robots-Tag': 'noindex' });
      response.write(words);
      response.end();
    },
  });
  const lengths: number[] = [];
  for (const encoding of ['br', 'gzip', null]) {
    const page = await ask('/order/token', { headers: { 'accept-encoding': encoding ?? 'identity' } });
    expect(page).toMatchObject({ status: 404, text: words });
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html',
      vary: 'Accept-Encoding',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers.get('content-encoding')).toBe(encoding);
    lengths.push(Number(page.headers.get('content-length')));
  }
  expect(lengths[2]).toBe(words.length);
  expect(Math.max(...lengths.slice(0, 2))).toBeLessThan(words.length / 10);
  const head = await ask('/order/token', { method: 'HEAD' });
  expect(head).toMatchObject({ status: 404, text: '' });
  expect(head.headers.get('x-robots-tag')).toBe('noindex');
});

test('with real keys there is no sandbox', async () => {
  const { ask } = await start({ hasSandbox: false });
  expect(await ask('/sandbox/mail')).toMatchObject({ status: 404, text: 'Page Not Found' });
});

const productionSandbox = {
  NODE_ENV: 'production',
  STRIPE_MODE: 'sandbox',
  RATE_LIMITS: 'on',
  PUBLIC_URL: 'https://tarot.example.com',
  TRUSTED_PROXY_HOPS: '1',
};
test('in production only an admin sees the pages of the sandbox; customers get what they pay with', async () => {
  const { app, ask, askRaw } = await start({ env: productionSandbox });
  const as = async (username: string, role: 'admin' | 'reader') => {
    const { cookies } = await addSignedIn(app, username, role);
    return { headers: { cookie: `__Host-session=${cookies.get('__Host-session')}` } };
  };
  const [reader, admin] = [await as('rita', 'reader'), await as('ada', 'admin')];
  for (const page of ['/sandbox', '/sandbox/', '/sandbox/mail', '/sandbox/mail.json', '/sandbox/mail/m1']) {
    expect([page, (await ask(page)).status]).toEqual([page, 404]);
    expect([page, (await ask(page, reader)).status]).toEqual([page, 404]);
    expect(await ask(page, admin)).toMatchObject({ status: 200, text: 'sandbox' });
  }
  const post = { method: 'POST', headers: { origin: app.config.publicUrl } };
  const asAdmin = { ...post, headers: { ...post.headers, ...admin.headers } };
  expect(await ask('/sandbox/payments/steps', asAdmin)).toMatchObject({ status: 200, text: 'sandbox' });
  const asReader = { ...post, headers: { ...post.headers, ...reader.headers } };
  for (const stranger of [post, asReader]) {
    const { status, text } = await ask('/sandbox/payments/steps', stranger);
    expect([status, text]).toEqual([404, 'Page Not Found']);
  }
  const fromElsewhere = { ...asAdmin, headers: { ...admin.headers, origin: 'https://evil.example' } };
  expect((await ask('/sandbox/payments/steps', fromElsewhere)).status).toBe(403);
  for (const path of ['stripe/stripe.js', 'stripe/v1/payment_intents/pi_1/confirm']) {
    expect(await ask(`/sandbox/${path}`)).toMatchObject({ status: 200, text: 'sandbox' });
  }
  for (const path of ['stripe/../mail', 'stripe/%2e%2e/mail', 'stripe/v1/../../mail', 'stripe', 'stripe/x']) {
    expect(await askRaw(`/sandbox/${path}`)).toMatch(/^HTTP\/1\.1 404 /);
  }
});

/** A site for all that changes nothing of it, and what an admin of it sends. */
let site: Awaited<ReturnType<typeof start>>;
let ofAdmin: { cookie: string };
beforeAll(async () => {
  site = await start();
  const closeSite = closers.pop();
  const { cookies } = await addSignedIn(site.app, 'ada', 'admin');
  ofAdmin = { cookie: `session=${cookies.get('session')}` };
  return closeSite;
});

const ofApi: [what: string, status: number, path: string, init?: RequestInit][] = [
  ['an answer', 200, '/api/settings'],
  ['only its headers', 200, '/api/settings', { method: 'HEAD' }],
  ['whether the service lives', 200, '/healthz'],
  ['whether it is ready', 200, '/readyz'],
  ['a file that is made while it is sent', 200, '/api/orders.csv'],
  ['a part of a list', 200, '/api/readings'],
  ['a call that does not exist', 404, '/api/nowhere'],
  [
    'a call from another site',
    403,
    '/api/login',
    { method: 'POST', headers: { origin: 'https://evil.example' } },
  ],
  ['a call that cannot be read', 400, '/api/orders?limit=many'],
];
const ofPages: typeof ofApi = [
  ['a page', 200, '/'],
  ['a page that the browser has', 304, '/', { headers: { 'if-none-match': '"checkout"' } }],
  ['a page that says something of the order', 200, '/thank-you?order=CT-7K3M9Q'],
  ['a page that is made for its visitor', 200, '/admin/dashboard'],
  ['a page of the sandbox', 200, '/sandbox/mail'],
  ['a page that does not exist', 404, '/nowhere'],
  ['a page that is written to', 405, '/', { method: 'POST' }],
  ['an address that cannot be read', 400, '/%'],
];
/** An answer of the API is no page: nothing may run in it or be loaded by it. */
function policyOf(path: string) {
  if (!ofApi.some(([, , called]) => called === path)) return {};
  return {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}

test.each([...ofApi, ...ofPages])(
  '%s (%d) carries the security headers, each once',
  async (_what, status, path, init) => {
    const { app, ask } = site;
    const answer = await ask(path, { ...init, headers: { ...ofAdmin, ...init?.headers } });
    expect(answer.status).toBe(status);
    // One that came twice would be read as `nosniff, nosniff`.
    for (const [name, value] of Object.entries({ ...securityHeaders(app.config, []), ...policyOf(path) })) {
      expect([name, answer.headers.get(name)]).toEqual([name, value]);
    }
  },
);

test.each(ofApi)('%s is kept by no cache', async (_what, status, path, init) => {
  const answer = await site.ask(path, { ...init, headers: { ...ofAdmin, ...init?.headers } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
});

test.each(malformedAddresses)('the address %s is malformed: 400, and the server goes on', async (target) => {
  const { ask, askRaw } = site;
  const answer = await askRaw(target);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('This address isn’t valid.');
  expect((await ask('/')).status).toBe(200);
});

test.each([
  ['http://127.0.0.1:4321/healthz', '{"status":"ok"}'],
  ['HTTP://127.0.0.1:4321/?a=b', 'checkout'],
  ['http://127.0.0.1:4321', 'checkout'],
  ['http://127.0.0.1:4321?a=b', 'checkout'],
  ['http://elsewhere.example/api/settings', '"price":60'],
])('%s, as proxies ask for it, is answered as its path', async (target, said) => {
  const { askRaw } = site;
  const answer = await askRaw(target, 'HTTP/1.1\r\nHost: elsewhere.example');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(said);
});

test.each(['/healthz', '/readyz', '/'])(
  '%s is answered to what names no host, as in HTTP/1.0',
  async (path) => {
    const { askRaw } = site;
    expect(await askRaw(path, 'HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /);
  },
);

describe('under another host name', () => {
  const PUBLIC_URL = 'https://tarot.example.com';
  const other = { host: 'www.tarot.example.com' };

  test.each([
    '/',
    '/?utm_source=x&a=%20',
    '/thank-you?order=CT-7K3M9Q',
    '/admin/dashboard',
    '/order/x',
    '/sandbox/mail',
  ])('the page %s is redirected to the public address, for once', async (path) => {
    const { ask } = await start({ env: { PUBLIC_URL } });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(path, { method, headers: other });
      expect([status, headers.get('location')]).toEqual([302, PUBLIC_URL + path]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await ask(path)).status).not.toBe(302);
  });

  test.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/settings',
    '/_astro/x.js',
    '/favicon.svg',
    '/sandbox/stripe/stripe.js',
    '/sandbox/stripe/v1/payment_intents',
    '/sandbox/mail.json',
  ])('%s is answered', async (path) => {
    const { ask } = await start({ env: { PUBLIC_URL } });
    expect((await ask(path, { headers: other })).status).not.toBe(302);
  });

  test('calls that change something say the right address', async () => {
    const { ask } = await start({ env: { PUBLIC_URL } });
    const init = { method: 'POST', headers: { ...other, origin: `https://${other.host}` } };
    for (const path of ['/api/login', '/sandbox/payments/steps']) {
      const { status, text } = await ask(path, init);
      expect([status, text]).toEqual([403, expect.stringContaining(PUBLIC_URL)]);
    }
  });

  test.each<[string, Record<string, string>, string, number]>([
    ['localhost', {}, 'localhost:4321', 302],
    ['another port', {}, '127.0.0.1:8080', 302],
    ['no port', {}, '127.0.0.1', 302],
    ['itself', {}, '127.0.0.1:4321', 200],
    ['an address that was never set', { HOST: '0.0.0.0' }, '192.168.1.5:4321', 200],
    ['IPv6, where that is its own', { HOST: '::1' }, '[::1]:4321', 200],
    ['capital letters', { PUBLIC_URL: 'http://shop.example' }, 'Shop.Example', 200],
    ['the usual port', { PUBLIC_URL: 'http://shop.example' }, 'shop.example:80', 200],
    ['a dot at the end', { PUBLIC_URL: 'http://shop.example' }, 'shop.example.', 302],
    ['no name', { PUBLIC_URL: 'http://shop.example' }, 'a b', 302],
    [
      'another port behind a proxy',
      { PUBLIC_URL: 'http://shop.example', TRUSTED_PROXY_HOPS: '1' },
      'shop.example:8443',
      200,
    ],
  ])('%s is known', async (_what, env, host, status) => {
    const { ask } = await start({ env });
    expect((await ask('/', { headers: { host } })).status).toBe(status);
  });

  test('a proxy that names the host beside is understood, and believed only where it is trusted', async () => {
    const headers = { host: 'app:4321', 'x-forwarded-host': 'tarot.example.com' };
    for (const [hops, status] of [
      ['1', 200],
      ['0', 302],
    ] as const) {
      const { ask } = await start({ env: { PUBLIC_URL, TRUSTED_PROXY_HOPS: hops } });
      expect((await ask('/', { headers })).status).toBe(status);
      expect(
        (await ask('/', { headers: { ...headers, 'x-forwarded-host': 'evil.example' } })).headers.get(
          'location',
        ),
      ).toBe(`${PUBLIC_URL}/`);
    }
  });

  test('behind a proxy that passes on a name of its own nobody is redirected for ever', async () => {
    const { ask } = await start({ env: { PUBLIC_URL, TRUSTED_PROXY_HOPS: '1' } });
    const headers = { host: 'app.internal:4321' };
    const answers: number[] = [];
    for (let times = 0; times < 7; times += 1) answers.push((await ask('/', { headers })).status);
    expect(answers).toEqual([302, 302, 302, 302, 302, 200, 200]);
    await ask('/', { headers: { host: 'tarot.example.com' } });
    expect((await ask('/', { headers })).status).toBe(302);
  });
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s on a page is a 405 that says what is allowed',
  async (method) => {
    const { ask } = site;
    for (const path of ['/', '/nowhere', '/admin/dashboard', '/stripe-test']) {
      const { status, headers } = await ask(path, { method });
      expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  },
);

test.each([
  '/nowhere',
  '/apix',
  '/API/orders',
  '/sandboxx',
  '/index.html',
  '/../../etc/passwd',
  '/.env',
  '/%00',
  '/404',
])('%s is the not-found page', async (path) => {
  const { ask } = site;
  expect(await ask(path)).toMatchObject({ status: 404, text: 'Page Not Found' });
});

test.each(['/_image?href=/favicon.svg', '/%5Fimage', '/_server-islands/x', '/x/../_image', '/order/a/b'])(
  '%s never reaches the framework, which may have something there',
  async (path) => {
    const renderPage: PageHandler = (_request, response) => void response.end('of the framework');
    const { ask, askRaw } = await start({ renderPage });
    expect(await ask(path)).toMatchObject({ status: 404, text: 'Page Not Found' });
    expect(await askRaw(path)).toMatch(/^HTTP\/1\.1 404 /);
  },
);

describe('the thank-you', () => {
  const number = 'CT-7K3M9Q';

  test.each([`?order=${number}`, `?free=true&order=${number}&utm_source=mail`])(
    'says the number in %s without a script, and is kept like any page',
    async (search) => {
      const { ask } = await start();
      const { status, text, headers } = await ask(`/thank-you${search}`);
      const says = `Order number <strong class="x" data-order-number>${number}</strong>.`;
      expect([status, text]).toEqual([200, says]);
      expect(headers.get('content-encoding')).toBe('gzip');
      const plain = await ask(`/thank-you${search}`, { headers: { 'accept-encoding': 'identity' } });
      expect([plain.text, plain.headers.get('content-length')]).toEqual([says, String(says.length)]);
      const etag = headers.get('etag') ?? '';
      expect((await ask(`/thank-you${search}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const another = await ask('/thank-you?order=CT-AAAAAA', { headers: { 'if-none-match': etag } });
      expect([another.status, another.text]).toEqual([200, says.replace(number, 'CT-AAAAAA')]);
    },
  );

  test.each([
    '',
    '?',
    '?order=',
    '?order=CT-123',
    '?order=ct-7k3m9q',
    '?order=CT-7K3M9Q%20x',
    '?order=<b>CT-7K3M9Q</b>',
    '?order=%24%26CT-7K3M9Q',
    '?order=%',
    '?number=CT-7K3M9Q',
  ])('repeats nothing else: %j', async (search) => {
    const { ask } = await start();
    const { status, text } = await ask(`/thank-you${search}`);
    expect([status, text]).toEqual([200, 'Order number <strong class="x" data-order-number></strong>.']);
  });
});

describe('in development', () => {
  test.each([
    '/',
    '/thank-you',
    '/stripe-test',
    '/email-test/',
    '/no/such/page',
    '/@vite/client',
    '/src/islands/ui/forms/Field.tsx?t=1',
    '/node_modules/.vite/deps/react.js?v=1',
    '/@fs/home/ada/project/font.woff2',
  ])('%s is left to what comes next', async (path) => {
    const { ask } = await start({ isDevelopment: true });
    expect(await ask(path)).toMatchObject({ status: 200, text: `next has ${path}` });
  });

  test('the API, the sandbox and the dashboards are answered as ever', async () => {
    const { ask, askRaw } = await start({ isDevelopment: true });
    expect(JSON.parse((await ask('/api/settings')).text)).toMatchObject({ price: 60 });
    expect((await ask('/api/nowhere')).status).toBe(404);
    expect(await ask('/sandbox/mail')).toMatchObject({ text: 'sandbox' });
    expect(await ask('/admin/dashboard')).toMatchObject({ text: 'dashboard for nobody' });
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
    expect(await askRaw('/%zz')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a hidden test page is asked for as one that does not exist', async () => {
    const { app, ask } = await start({ isDevelopment: true, env: { TEST_PAGES: 'off' } });
    const spellings = ['.html', '/index.html', '/index', '//', '/?x', '.html?x'].map(
      (end) => `/stripe-test${end}`,
    );
    const encoded = [
      '/%73tripe-test',
      '/email%2Dtest',
      '//stripe-test',
      '/./stripe-test',
      '/x/../stripe-test',
    ];
    for (const path of [
      '/stripe-test',
      '/stripe-test/',
      '/email-test',
      '/email-test?x',
      ...spellings,
      ...encoded,
    ]) {
      expect((await ask(path)).text, path).toBe('next has /404');
    }
    const admin = await addSignedIn(app, 'ada', 'admin');
    const asAdmin = { headers: { cookie: `session=${admin.cookies.get('session')}` } };
    expect((await ask('/stripe-test', asAdmin)).text).toBe('next has /stripe-test');
  });
});

test('the email test page names sender and server to a signed-in admin alone', async () => {
  const { app, ask } = await start({
    env: { SMTP_URL: 'smtp://ada:secret@mail.example:587', MAIL_FROM: 'Tarot <tarot@mail.example>' },
    renderPage: (_request, response, _next, { mailAccount }) => {
      response.end(JSON.stringify(mailAccount));
    },
  });
  const admin = await addSignedIn(app, 'ada', 'admin');
  const asAdmin = { headers: { cookie: `session=${admin.cookies.get('session')}` } };
  const account = { sender: 'Tarot <tarot@mail.example>', server: 'mail.example:587' };
  for (const path of ['/email-test', '/email-test/']) {
    expect((await ask(path)).text).toBe(path);
    expect(JSON.parse((await ask(path, asAdmin)).text)).toEqual(account);
  }
  expect((await ask('/admin/dashboard', asAdmin)).text).toBe('null');
});

test('pages that depend on the visitor know who is asking and are kept by nobody', async () => {
  const { app, ask } = await start();
  const { cookies } = await addSignedIn(app, 'ada', 'admin');
  const cookie = `other=1; session=${cookies.get('session')}`;
  const mine = await ask('/admin/dashboard', { headers: { cookie } });
  expect(mine.text).toBe('dashboard for ada, admin');
  expect(mine.headers.get('cache-control')).toBe('no-store');
  expect((await ask('/admin/dashboard')).text).toBe('dashboard for nobody');
  expect((await ask('/admin/dashboard', { headers: { cookie: 'session=forged' } })).text).toBe(
    'dashboard for nobody',
  );
});

const keys = (kind: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});
const testPages: [string, Record<string, string>, stripeTest: number, emailTest: number][] = [
  ['on the sandbox', {}, 200, 200],
  ['on test keys', keys('test'), 200, 404],
  ['on live keys', keys('live'), 404, 404],
  ['on the sandbox, switched off', { TEST_PAGES: 'off' }, 404, 404],
  ['on test keys, made public', { ...keys('test'), TEST_PAGES: 'public' }, 200, 200],
  ['on live keys, made public', { ...keys('live'), TEST_PAGES: 'public' }, 404, 200],
];
test.each(testPages)(
  '%s the test pages are open or hidden as decided',
  async (_what, env, stripeTest, emailTest) => {
    const { app, ask } = await start({ env });
    for (const slash of ['', '/']) {
      expect((await ask(`/stripe-test${slash}`)).status).toBe(stripeTest);
      expect((await ask(`/email-test${slash}`)).status).toBe(emailTest);
    }
    const reader = await addSignedIn(app, 'rita', 'reader');
    const asReader = { headers: { cookie: `session=${reader.cookies.get('session')}` } };
    expect((await ask('/stripe-test', asReader)).status).toBe(stripeTest);
    const admin = await addSignedIn(app, 'ada', 'admin');
    const asAdmin = { headers: { cookie: `session=${admin.cookies.get('session')}` } };
    expect(await ask('/stripe-test', asAdmin)).toMatchObject({ status: 200, text: '/stripe-test' });
  },
);

test.each(['Content-Length: 500\r\n\r\n{"', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{"'])(
  'a caller who hangs up in the middle (%j) is no error of ours',
  async (body) => {
    let log = '';
    const { ask, hangUp } = await start({
      env: { LOG_LEVEL: 'debug' },
      logTo: { write: (line) => (log += line) },
    });
    for (const path of ['/api/login', '/api/stripe/webhook', '/api/create-simple-payment-intent']) {
      log = '';
      await hangUp(`POST ${path}`, body);
      await vi.waitFor(() => expect(log).toContain(`"route":"${path}"`));
      expect(log).toContain('"msg":"the caller hung up"');
      expect(log).not.toMatch(/"level":[456]0|"stack"/);
    }
    expect((await ask('/healthz')).status).toBe(200);
  },
);

test('a page that cannot be rendered is a 500 without details', async () => {
  const renderPage: PageHandler = () => Promise.reject(new Error('secret detail'));
  const { ask } = await start({ renderPage });
  const { status, text } = await ask('/admin/dashboard');
  expect(status).toBe(500);
  expect(JSON.parse(text).error).toEqual({
    code: 'internal_error',
    message: expect.stringMatching(
      /^We couldn’t show this page\. If it happens again, please tell us this number: \w{12}\.$/,
    ),
  });
});

test('what forged host and forwarding headers say is reflected nowhere', async () => {
  const { ask } = await start();
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-for': 'evil.example',
  };
  for (const path of ['/', '/nowhere', '/api/settings', '/admin/dashboard']) {
    const answer = await ask(path, { headers });
    expect(JSON.stringify([...answer.headers, answer.text])).not.toContain('evil.example');
  }
});

describe('proxies in front', () => {
  const publicUrl = 'https://tarot.example.com';
  const one = { 'x-forwarded-for': '203.0.113.7' };
  const two = { 'x-forwarded-for': '203.0.113.7, 10.0.0.2' };

  /** @returns the alerts after these requests, and what was logged meanwhile */
  async function alertsAfter(hops: string, requests: [path: string, init: RequestInit][]) {
    const lines: string[] = [];
    const env = {
      PUBLIC_URL: publicUrl,
      CONTACT_EMAIL: 'hello@tarot.example.com',
      TRUSTED_PROXY_HOPS: hops,
      LOG_LEVEL: 'warn',
    };
    const { app, ask } = await start({ env, logTo: { write: (line) => void lines.push(line) } });
    for (const [path, init] of requests) await ask(path, init);
    const admin = await addSignedIn(app, 'ada', 'admin');
    const { body } = await admin.get<Alert[]>('/api/alerts');
    return { codes: body.map(({ code }) => code), alerts: body, lines };
  }
  const visit = (headers: Record<string, string>): [string, RequestInit] => ['/', { headers }];
  /** A call as one of our own pages makes it. */
  const callOfPage = (headers: Record<string, string> = {}): [string, RequestInit] => [
    '/api/login',
    { method: 'POST', headers: { origin: publicUrl, ...headers } },
  ];

  test.each([
    ['a page through a proxy', visit(one)],
    ['a page through a proxy that follows the standard', visit({ forwarded: 'for=203.0.113.7' })],
    ['a call through a proxy', ['/api/settings', { headers: one }] as [string, RequestInit]],
  ])('while none is trusted, %s is an alert and one line in the log', async (_what, request) => {
    const { alerts, lines } = await alertsAfter('0', [request, request, request]);
    expect(alerts).toMatchObject([{ code: 'proxy_not_trusted', count: 1 }]);
    expect(alerts[0]?.message).toContain('TRUSTED_PROXY_HOPS');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUSTED_PROXY_HOPS');
    expect(JSON.stringify([alerts, lines])).not.toContain('203.0.113.7');
  });

  test.each<[string, string, [string, RequestInit][]]>([
    ['none is there', '0', [visit({}), callOfPage()]],
    ['all are trusted', '1', [visit(one), callOfPage(one)]],
    ['the visitor has one of their own', '1', [visit(two), callOfPage(two)]],
    ['somebody on the machine asks whether the service lives', '1', [['/healthz', {}], visit({})]],
  ])('there is no alert when %s', async (_what, hops, requests) => {
    expect(await alertsAfter(hops, requests)).toMatchObject({ codes: [], lines: [] });
  });

  test.each([
    ['one says nothing', '1', {}],
    ['one of two says nothing', '2', one],
  ])('when %s of who is asking, that is an alert', async (_what, hops, headers) => {
    const { alerts, lines } = await alertsAfter(hops, [callOfPage(headers), callOfPage(headers)]);
    expect(alerts).toMatchObject([{ code: 'proxy_silent', count: 1 }]);
    expect(alerts[0]?.message).toContain('X-Forwarded-For');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify([alerts, lines])).not.toContain('203.0.113.7');
  });
});

test('no key of any page is told with the metrics, and what strangers make up is one more count', async () => {
  const { app, ask } = await start({ renderPage: (_request, response) => void response.end('page') });
  const key = 'KeyThatOpensSomething';
  const ways = [...renderedPages, '/set-up/:id/', '/set-up/:id/more', '/no-page/:id'];
  for (const page of ways) await ask(page.replace(':id', key));
  await ask('/order/%4Bey/receipt?again=1');
  const known = app.counts.routes.size;
  for (const made of ['x', 'y', 'z'.repeat(5_000)]) {
    for (const page of ways) await ask(page.replace(':id', made));
    await ask(`/${made}/${made}`);
  }
  expect(app.counts.routes.size).toBe(known);
  const told = [...app.counts.routes.values()].map(({ route }) => route);
  expect(told.sort()).toEqual([...renderedPages, 'page'].sort());
  const { status, text } = await ask('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('route="/set-up/:id",status="200"');
  expect(text).not.toMatch(/Key|zzz/);
});
