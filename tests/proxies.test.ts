import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serviceStopped } from '../src/lib/answers.ts';
import { requestIdOf } from '../src/server/base/http/middleware.ts';
import { type RunningProxy, startCaddy, startNginx } from './built/proxies.ts';
import { listenOnLoopback } from './kit/loopback.ts';
import { folderOfFile } from './kit/temporary-folder.ts';

/* nginx and Caddy with the examples of deploy/, in front of something that tells what reached it. */

const folder = folderOfFile();
const files = join(folder, 'client');
const script = 'export const card = "The Star";'.repeat(50);
let service: Server;

beforeAll(async () => {
  for (const name of ['_astro', 'cards']) mkdirSync(join(files, name), { recursive: true });
  writeFileSync(join(files, '_astro/a.js'), script);
  writeFileSync(join(files, '_astro/a.js.gz'), gzipSync(script));
  writeFileSync(join(files, 'cards/star.png'), 'a picture');
  writeFileSync(join(files, 'secret.txt'), 'not to be served from here');
  service = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      const isLong = request.url === '/api/events';
      if (request.url === '/readyz') {
        response.writeHead(503).end('the disk is full');
        return;
      }
      response.setHeader('Content-Security-Policy', "default-src 'self'");
      response.setHeader('Content-Type', isLong ? 'text/event-stream' : 'application/json');
      // What comes first has to arrive although nothing ends.
      if (isLong) response.write('data: first\n\n');
      else response.end(JSON.stringify({ bytes, url: request.url, ...request.headers }));
    });
  });
  await listenOnLoopback(service);
});

afterAll(() => {
  service.closeAllConnections();
  service.close();
});

/** @returns an address without a server */
async function unusedAddress(): Promise<AddressInfo> {
  const away = createServer();
  await listenOnLoopback(away);
  const address = away.address() as AddressInfo;
  away.close();
  return address;
}

const secret = 'kTn4vXq0bqzB7k9PpV5wqk2J8i1rHlUu7m3Zs6Yd0aE';

for (const [program, start] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  /** Runs it for a test, and ends it however that ends. */
  async function withProxy(
    work: (proxy: RunningProxy) => Promise<void>,
    to = service.address() as AddressInfo,
  ) {
    const proxy = await start({ folder: mkdtempSync(join(folder, `${program}-`)), files, port: to.port });
    try {
      await work(proxy);
    } finally {
      await proxy.stop();
    }
  }

  test(`${program} serves built files from disk and the rest from the service`, () =>
    withProxy(async ({ get }) => {
      const gzip = { 'accept-encoding': 'gzip' };
      const compressed = await get('/_astro/a.js', { headers: gzip });
      expect(compressed).toMatchObject({
        status: 200,
        headers: {
          'content-encoding': 'gzip',
          'content-type': expect.stringContaining('javascript'),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          vary: 'Accept-Encoding',
        },
      });
      expect(await get('/_astro/a.js')).toMatchObject({ body: script });
      const picture = await get('/cards/star.png');
      expect(picture).toMatchObject({ body: 'a picture', headers: { 'content-type': 'image/png' } });

      for (const path of [
        '/',
        '/_astro/missing.js',
        '/cards/missing.png',
        '/secret.txt',
        '/_astro/../secret.txt',
      ]) {
        const answer = await get(path, { headers: gzip });
        expect(answer.headers, path).toMatchObject({ 'content-security-policy': "default-src 'self'" });
        expect(answer.headers, path).not.toHaveProperty('cache-control');
        expect(answer.headers, path).not.toHaveProperty('strict-transport-security');
      }
    }));

  test(`${program} counts as one hop and passes uploads and live events on`, () =>
    withProxy(async ({ get }) => {
      const direct = JSON.parse((await get('/')).body);
      expect(direct).toMatchObject({ url: '/', 'x-forwarded-for': '127.0.0.1' });
      const claimed = JSON.parse((await get('/', { headers: { 'x-forwarded-for': '192.0.2.1' } })).body);
      // Whatever the caller claims, the last address is the one that was seen.
      expect(claimed['x-forwarded-for']).toMatch(/(^|, )127\.0\.0\.1$/);
      const numbers: string[] = [];
      const claims: Record<string, string>[] = [{}, { 'x-request-id': 'chosen-by-a-stranger' }];
      for (const headers of claims) {
        numbers.push(JSON.parse((await get('/', { headers })).body)['x-request-id']);
      }
      // The service takes it as it is, and each request has its own.
      for (const number of numbers) {
        expect(requestIdOf(number, 1)).toBe(number);
        expect(number).not.toBe('chosen-by-a-stranger');
      }
      expect(new Set(numbers).size).toBe(2);
      const picture = await get('/api/portrait', { body: Buffer.alloc(8 * 1024 * 1024) });
      expect(JSON.parse(picture.body)).toMatchObject({ bytes: 8 * 1024 * 1024 });
      expect(await get('/api/events')).toMatchObject({ status: 200, body: 'data: first\n\n' });
      // What the service says of itself is left as it is.
      expect(await get('/readyz')).toMatchObject({ status: 503, body: 'the disk is full' });
    }));

  test(`${program} logs no order key, even when the service is down`, async () => {
    const keyed = [`/order/${secret}`, `/withdraw/again/${secret}`, `/api/order-links/${secret}/problem`];
    const referer = { referer: `https://tarot.example.com/order/${secret}` };
    const askAll = async (proxy: RunningProxy, isThere: boolean) => {
      for (const path of [...keyed, '/admin/dashboard?search=Maya']) {
        const status = isThere ? 200 : path.startsWith('/api/') ? 502 : 503;
        expect(await proxy.get(path, { headers: referer }), path).toMatchObject({ status });
      }
      await vi.waitFor(() => expect(proxy.log()).toContain('/admin/dashboard'), 10_000);
      expect(proxy.log()).toContain('/order/[key]');
      expect(proxy.log()).toContain('/withdraw/again/[key]');
      expect(proxy.log()).toContain('/api/order-links/[key]/problem');
      expect(proxy.log()).not.toContain(secret);
      expect(proxy.log()).not.toContain('Maya');
    };
    await withProxy((proxy) => askAll(proxy, true));
    await withProxy((proxy) => askAll(proxy, false), await unusedAddress());
  });

  test(`${program} shows a calm page while the service is stopped`, async () => {
    const form = { body: Buffer.from('a=b') };
    await withProxy(
      async ({ get }) => {
        for (const [path, options] of [['/'], ['/order/x'], ['/_astro/missing.js'], ['/', form]] as const) {
          const { status, headers, body } = await get(path, options);
          expect([path, status, headers['retry-after']]).toEqual([path, 503, '60']);
          expect(headers).toMatchObject({
            'content-type': expect.stringContaining('text/html'),
            'cache-control': 'no-store',
          });
          expect(body).toMatch(/^<!doctype html>.*<h1>Back in a minute<\/h1>.*try again/s);
          // Nothing is read from the service that is not there, and no program is named.
          expect(body).not.toMatch(/ src=|<link|nginx|caddy/i);
        }
        for (const options of [undefined, form]) {
          expect(await get('/api/settings', options)).toMatchObject({
            status: 502,
            headers: { 'content-type': expect.stringMatching(/^text\/plain; *charset=utf-8$/i) },
            body: serviceStopped,
          });
        }
        expect(await get('/_astro/a.js')).toMatchObject({ status: 200, body: script });
      },
      await unusedAddress(),
    );
  });
}
