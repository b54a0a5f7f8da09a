import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Service, startForTest, startService } from '../../../../tests/kit/listener-service.ts';
import { visitorPages } from '../../app/visitor-pages.ts';

/** A site for all tests that change nothing of it. */
let site: Service;
beforeAll(async () => {
  site = await startService();
  return site.close;
});

test('serves pages, the API and the sandbox under their paths', async () => {
  const { ask } = site;
  expect(await ask('/?utm_source=x')).toMatchObject({ status: 200, text: 'checkout' });
  expect(JSON.parse((await ask('/healthz')).text)).toEqual({ status: 'ok' });
  expect(JSON.parse((await ask('/readyz')).text)).toEqual({ status: 'ok', problems: [] });
  expect(await ask('/sandbox/mail')).toMatchObject({ status: 200, text: 'sandbox' });
  const withKeys = await startForTest({ hasSandbox: false });
  expect(await withKeys.ask('/sandbox/mail')).toMatchObject({ status: 404, text: 'Page Not Found' });
});

test('refuses other sites’ writes to the sandbox except its Stripe API', async () => {
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

test('shows sandbox pages in production only to an admin', async () => {
  const shop = await startForTest({
    env: {
      NODE_ENV: 'production',
      STRIPE_MODE: 'sandbox',
      RATE_LIMITS: 'on',
      PUBLIC_URL: 'https://tarot.example.com',
      TRUSTED_PROXY_HOPS: '1',
    },
  });
  const { app, ask, askRaw } = shop;
  const [reader, admin] = [await shop.cookieOf('reader'), await shop.cookieOf('admin')];
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
    const { ask } = await startForTest({ env: { PUBLIC_URL } });
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
    const { ask } = await startForTest({ env: { PUBLIC_URL, TRUSTED_PROXY_HOPS: '1' } });
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
  ])('refuses %s as malformed', async (target) => {
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

test.each(['Content-Length: 500\r\n\r\n{"', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{"'])(
  'logs no error when the caller hangs up midway (%j)',
  async (body) => {
    let log = '';
    const { ask, hangUp } = await startForTest({
      env: { LOG_LEVEL: 'debug' },
      logTo: { write: (line) => (log += line) },
    });
    await hangUp('POST /api/login', body);
    await vi.waitFor(() => expect(log).toContain('"msg":"the caller hung up"'));
    expect(log).not.toMatch(/"level":"(warn|error|fatal)"|"stack"/);
    expect((await ask('/healthz')).status).toBe(200);
  },
);

test('keeps link keys out of the metrics and groups unknown paths', async () => {
  const { ask } = await startForTest();
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
