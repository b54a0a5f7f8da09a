import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../tests/kit/loopback.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { type Asset, compress, createFile, loadFiles, sendAsset } from './assets.ts';

const page = `<!doctype html><title>Tarot</title><script>alert(1)</script><script src="/_astro/a.js"></script>${' '.repeat(2000)}`;
const script = `console.log("tarot")${';'.repeat(2000)}`;

const folder = folderOfFile();
const assets = new Map<string, Asset>();

beforeAll(async () => {
  write('_astro/app.a1b2c3.js', script);
  write('robots.txt', 'User-agent: *', false);
  write('card.bin', 'bytes', false);
  for (const [address, bodies] of loadFiles(folder)) assets.set(address, createFile(address, bodies, {}));
  for (const [address, html] of [
    ['/', page],
    ['/404', '<!doctype html>Page Not Found'],
  ] as const) {
    assets.set(address, createFile(address, await compress(Buffer.from(html)), {}));
  }
});

function write(name: string, content: string, isCompressed = true) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
  if (!isCompressed) return;
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
}

/** Asks a real server for an asset. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET', status = 200) {
  const asset = assets.get(path);
  if (!asset) throw new Error(`There is no ${path}.`);
  const app = new Hono().get('*', (c) => sendAsset(c, asset, status));
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await listenOnLoopback(server);
  const asked = request({ host: '127.0.0.1', port, method, headers, agent: false }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  const body = await buffer(answer as IncomingMessage);
  await new Promise((resolve) => server.close(resolve));
  return { status: answer?.statusCode, headers: answer?.headers ?? {}, body };
}

test('serves site files by address, but not their compressed copies', () => {
  expect([...loadFiles(folder).keys()].sort()).toEqual(['/_astro/app.a1b2c3.js', '/card.bin', '/robots.txt']);
});

const encodings: [string | null, string | undefined][] = [
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 , gzip;q=0', undefined],
  ['brotli, bro', undefined],
  [null, undefined],
];
test.each(encodings)('answers Accept-Encoding %j with the encoding %s', async (accepted, encoding) => {
  const { headers, body } = await ask('/', accepted === null ? {} : { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('Accept-Encoding');
  expect(headers['content-length']).toBe(String(body.length));
  const plain =
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  expect(plain.toString()).toBe(page);
});

test.each([
  ['/', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
  ['/_astro/app.a1b2c3.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=0, must-revalidate'],
  ['/card.bin', 'application/octet-stream', 'public, max-age=0, must-revalidate'],
])('serves %s as %s with Cache-Control %s', async (path, type, caching) => {
  const { headers } = await ask(path, { 'accept-encoding': 'br, gzip' });
  const isCompressed = !['/robots.txt', '/card.bin'].includes(path);
  expect(headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
  expect([headers['content-type'], headers['cache-control']]).toEqual([type, caching]);
});

test.each([
  ['the tag', (tag: string) => tag, 304],
  ['one of several tags', (tag: string) => `"old", ${tag}`, 304],
  ['any', () => '*', 304],
  ['another tag', () => '"old"', 200],
  ['the tag without quotes', (tag: string) => tag.replaceAll('"', ''), 200],
])('answers 304 or 200 to If-None-Match with %s', async (_what, toHeader, expected) => {
  const tag = (await ask('/')).headers.etag ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const { status, body, headers } = await ask('/', {
    'if-none-match': toHeader(tag),
    'accept-encoding': 'br',
  });
  expect(status).toBe(expected);
  if (expected === 304) {
    expect(body).toHaveLength(0);
    expect(headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding' });
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  }
});

test('answers HEAD without a body and never 304 for 404', async () => {
  const head = await ask('/', { 'accept-encoding': 'br' }, 'HEAD');
  const get = await ask('/', { 'accept-encoding': 'br' });
  expect(head.body).toHaveLength(0);
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  const tag = (await ask('/404')).headers.etag ?? '';
  const { status, body } = await ask('/404', { 'if-none-match': tag }, 'GET', 404);
  expect(status).toBe(404);
  expect(body.toString()).toContain('Page Not Found');
});
