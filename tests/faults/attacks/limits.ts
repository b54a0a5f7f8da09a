import { limits } from '../../../src/shared/limits.ts';
import { pictureBodyBytes } from '../../../src/shared/picture-schema.ts';
import { rejectionBodyBytes } from '../../../src/shared/readings/comment-schema.ts';
import { permissionTable } from '../../kit/permission-table.ts';
import { createTestApp } from '../../kit/test-app.ts';
import { inParallel, openBrowser } from '../running-service/browser.ts';
import { exchange } from '../running-service/raw.ts';
import { unsafeRoutes } from '../running-service/routes.ts';
import { startService } from '../running-service/service.ts';
import type { Trial } from '../trial.ts';

const second = 1_000;

/** The size limits, in bytes, of calls that accept more than others. */
const roomy: Record<string, number> = {
  'POST /api/readings': limits.notesBodyBytes,
  'PUT /api/readings/:id': limits.notesBodyBytes,
  'PUT /api/readings/:id/reject': rejectionBodyBytes,
  'PUT /api/orders/:id/notes': limits.notesBodyBytes,
  'PUT /api/orders/:id/draft': limits.readingBodyBytes,
  'POST /api/offers': limits.readingBodyBytes,
  'PUT /api/offers/:id': limits.readingBodyBytes,
  'POST /api/orders/:id/delivery-preview': limits.readingBodyBytes,
  'PUT /api/offers/:id/picture': pictureBodyBytes,
  'PUT /api/business/logo': pictureBodyBytes,
  'PUT /api/account': pictureBodyBytes,
  'PUT /api/staff/:id': pictureBodyBytes,
};

/** Signing out would end the trial. */
const isLeftOut = (route: string) => route.endsWith('/logout');

const bodies: Trial = {
  table: 'attack',
  name: 'bodies that are too big',
  promise:
    '413 beyond 64 KB, for drafts and offers beyond 256 KB, for readings with their notes beyond 4 MB, for comments on them beyond what fits, for pictures beyond 8 MB',
  counts: { quick: 1, full: 10 },
  async run(times, { count }) {
    const { app, ...shop } = createTestApp();
    const admin = await shop.signIn('admin');
    const reader = await shop.signIn('reader');

    /** @returns the status of a body of `bytes` bytes, sent with its length, or in chunks without one */
    async function send(route: string, bytes: number, isChunked: boolean): Promise<number> {
      const [method = '', path = ''] = route.split(' ');
      const text = `{"x":"${'x'.repeat(bytes - 8)}"}`;
      const { cookies } = permissionTable[route]?.expected[3] === 403 ? reader : admin;
      const headers = {
        origin: shop.config.publicUrl,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'content-type': 'application/json',
        ...(isChunked ? {} : { 'content-length': `${bytes}` }),
      };
      const body = isChunked ? new Blob([text]).stream() : text;
      const init = { method, headers, body, duplex: 'half' };
      return (await app.request(path.replace(/:\w+/, 'no-such-id'), init)).status;
    }
    for (let round = 0; round < times; round++) {
      for (const route of unsafeRoutes().filter((name) => !isLeftOut(name))) {
        const limit = roomy[route] ?? limits.bodyBytes;
        for (const isChunked of [false, true]) {
          const fitting = await send(route, limit, isChunked);
          count(fitting === 413 ? `${route} refuses ${limit} bytes` : null);
          const tooBig = await send(route, limit + 1 + round * 65_536, isChunked);
          count(tooBig === 413 ? null : `${route} answers ${tooBig} to more than ${limit} bytes`);
        }
      }
    }
    return '';
  },
};

const origin = 'https://tarot.example.com';
const login = `POST /api/login HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nContent-Type: application/json`;

/** Senders that never finish, and the seconds after which the service must disconnect them. */
const slow: [what: string, start: string, drip: string, limit: number][] = [
  ['headers that never end', 'GET /api/settings HTTP/1.1\r\nHost: a\r\n', 'X-Slow: 1\r\n', 10],
  ['a request line that never ends', 'GET /', 'a', 10],
  ['headers that stop', 'GET / HTTP/1.1\r\nHost: a\r\n', '', 10],
  ['a body that never ends', `${login}\r\nContent-Length: 60000\r\n\r\n{`, ' ', 30],
];

const slowness: Trial = {
  table: 'attack',
  name: 'senders that are too slow',
  promise: 'cut off after 10 s in the headers, 30 s in the body; others are served beside them',
  // Waiting for the disconnections takes longer than a quick run may.
  counts: { quick: 0, full: 400 },
  async run(times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { PUBLIC_URL: origin } });
    after(service.stop);
    let slowest = 0;
    const attack = inParallel(times, times, async (i) => {
      const [what, start, drip, limit] = slow[i % slow.length] ?? ['', '', '', 0];
      const options = drip ? { drip: { bytes: drip, every: 500 } } : {};
      const timeoutMs = (limit + 5) * second;
      const { isCut, milliseconds } = await exchange(service.port, start, { timeoutMs, ...options });
      const isRight = isCut && milliseconds > (limit - 1) * second;
      count(isRight ? null : `${what} lasted ${Math.round(milliseconds)} ms`);
      if (limit === 10) slowest = Math.max(slowest, milliseconds);
    });
    for (let i = 0; i < 20; i++) {
      const { status } = await openBrowser(service.url).call('GET', '/api/settings');
      count(status === 200 ? null : `another visitor was answered ${status}`);
    }
    await attack;
    return `slow headers cut after ${(slowest / second).toFixed(1)} s at most`;
  },
};

export const trials: Trial[] = [bodies, slowness];
