import { limits } from '../../../src/shared/limits.ts';
import { portraitBodyBytes } from '../../../src/shared/people/profiles.ts';
import { rejectionBodyBytes } from '../../../src/shared/readings/comments.ts';
import { permissionTable } from '../../../src/testing/permission-table.ts';
import { createTestApp, readingRequest } from '../../../src/testing/test-app.ts';
import { checkoutPath, expectOk, inParallel, openBrowser, send, signIn } from '../attacks-support/browser.ts';
import { exchange, statusesIn } from '../attacks-support/raw.ts';
import { unsafeRoutes } from '../attacks-support/routes.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { createTally, type Trial } from '../trial.ts';

const second = 1_000;

/** How many bytes a call takes that takes more than others. */
const roomy: Record<string, number> = {
  'POST /api/readings': limits.readingBodyBytes,
  'PUT /api/readings/:id': limits.readingBodyBytes,
  'PUT /api/readings/:id/reject': rejectionBodyBytes,
  'PUT /api/orders/:id/draft': limits.readingBodyBytes,
  'POST /api/orders/:id/delivery-preview': limits.readingBodyBytes,
  'PUT /api/account/portrait': portraitBodyBytes,
};

/** Signing out ends the trial; nobody's portrait is refused before it is read, and one's own takes the same way. */
const isLeftOut = (route: string) => route.endsWith('/logout') || route === 'PUT /api/staff/:id/portrait';

/** @returns the status of a body of so many bytes, sent with its length or in chunks without one */
async function statusOfBody(
  service: AttackedService,
  cookie: string,
  route: string,
  bytes: number,
  isChunked: boolean,
): Promise<number | undefined> {
  const [method, path = ''] = route.split(' ');
  const body = `{"x":"${'x'.repeat(bytes - 8)}"}`;
  const head = [
    `${method} ${path.replace(/:\w+/, 'no-such-id')} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${service.url}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    'Connection: close',
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`,
  ];
  const sent = isChunked ? `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  const { text } = await exchange(service.port, `${head.join('\r\n')}\r\n\r\n${sent}`, {
    patience: 10 * second,
  });
  return statusesIn(text)[0];
}

const bodies: Trial = {
  table: 'attack',
  name: 'bodies that are too big',
  promise:
    '413 beyond 64 KB, for readings beyond 256 KB, for comments on them beyond what fits, for portraits beyond 8 MB',
  counts: { quick: 1, full: 10 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { RATE_LIMITS: 'off' } });
    try {
      const cookieOf = async (person: 'admin' | 'reader1') => {
        const { cookies } = await signIn(service.url, person);
        return [...cookies].map((pair) => pair.join('=')).join('; ');
      };
      const admins = await cookieOf('admin');
      const readers = await cookieOf('reader1');
      for (let round = 0; round < count; round++) {
        for (const route of unsafeRoutes().filter((name) => !isLeftOut(name))) {
          const isForReaders = permissionTable[route]?.expected[3] === 403;
          const cookie = isForReaders ? readers : admins;
          const limit = roomy[route] ?? limits.bodyBytes;
          for (const isChunked of [false, true]) {
            const fitting = await statusOfBody(service, cookie, route, limit, isChunked);
            tally.count(fitting === 413 || !fitting ? `${route} answers ${fitting} to ${limit} bytes` : null);
            const tooBig = await statusOfBody(service, cookie, route, limit + 1 + round * 65_536, isChunked);
            // Whoever goes on sending megabytes that nobody reads may not hear why: a browser looks at the size first.
            const isRefused = tooBig === 413 || (tooBig === undefined && limit === portraitBodyBytes);
            tally.count(isRefused ? null : `${route} answers ${tooBig} to more than ${limit} bytes`);
          }
        }
        progress(round + 1);
      }
      await expectOk(send(service.url, 'GET', '/healthz'));
      return tally.outcome();
    } finally {
      await service.stop();
    }
  },
};

const form = (field: string) => (text: string) =>
  readingRequest({ readingType: 'other', customQuestion: 'What comes next?', [field]: text });

/** @returns an address as long as a text */
function addressLike({ length }: string): string {
  const domain = `${'a.'.repeat(length).slice(0, length - 9)}example`;
  return `m@${domain}`;
}

/** Every text with a limit: where it is sent, and how long it may be. */
const texts: { what: string; path: string; maximum: number; body: (text: string) => unknown }[] = [
  { what: 'name', path: checkoutPath, maximum: 120, body: form('customerName') },
  { what: 'addressee', path: checkoutPath, maximum: 120, body: form('readingAddresseeName') },
  { what: 'question', path: checkoutPath, maximum: 500, body: form('customQuestion') },
  { what: 'background', path: checkoutPath, maximum: 5_000, body: form('backgroundContext') },
  {
    what: 'email',
    path: checkoutPath,
    maximum: 254,
    body: (text) => form('customerEmail')(addressLike(text)),
  },
  { what: 'reading', path: '/api/readings', maximum: 50_000, body: (content) => ({ orderId: 'x', content }) },
  {
    what: 'notes',
    path: '/api/readings',
    maximum: 10_000,
    body: (internalNotes) => ({ orderId: 'x', content: 'Cards.', internalNotes }),
  },
];

const fields: Trial = {
  table: 'attack',
  name: 'texts that are too long',
  promise: '400 beyond 120 (name), 254 (email), 500, 5,000, 50,000 and 10,000 characters',
  counts: { quick: texts.length, full: texts.length },
  async run(_count, progress) {
    const tally = createTally();
    const app = createTestApp();
    const admin = await app.signIn('admin');
    for (const [i, { what, path, maximum, body }] of texts.entries()) {
      const fitting = await admin.post(path, body('a'.repeat(maximum)));
      // There is no order called x; what counts is that its text was not refused.
      const isTaken = path === '/api/readings' ? fitting.status === 404 : fitting.status === 200;
      tally.count(isTaken ? null : `${what} of ${maximum} characters: ${fitting.status}`);
      const { status } = await admin.post(path, body('a'.repeat(maximum + 1)));
      tally.count(status === 400 ? null : `${what} of ${maximum + 1} characters: ${status}`);
      progress(i + 1);
    }
    return tally.outcome();
  },
};

const origin = 'https://tarot.example.com';

/** Senders that never come to an end, and when they have to be cut off. */
const slow = [
  {
    what: 'headers that never end',
    start: 'GET /api/settings HTTP/1.1\r\nHost: a\r\n',
    drip: 'X-Slow: 1\r\n',
    limit: 10 * second,
  },
  { what: 'a request line that never ends', start: 'GET /', drip: 'a', limit: 10 * second },
  { what: 'headers that stop', start: 'GET / HTTP/1.1\r\nHost: a\r\n', drip: '', limit: 10 * second },
  {
    what: 'a body that never ends',
    start: `POST /api/login HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    drip: ' ',
    limit: 30 * second,
  },
];

const slowness: Trial = {
  table: 'attack',
  name: 'senders that are too slow',
  promise: 'cut off after 10 s in the headers, 30 s in the body; others are served meanwhile',
  counts: { quick: 0, full: 400 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { PUBLIC_URL: origin } });
    let done = 0;
    let slowest = 0;
    try {
      // What every such connection is cut by; to see it cut takes longer than a quick run may.
      const [headers, request] = [await service.ask('headersTimeout'), await service.ask('requestTimeout')];
      tally.count(headers === 10 * second ? null : `headers may take ${headers} ms`);
      tally.count(request === 30 * second ? null : `a request may take ${request} ms`);
      const attack = inParallel(count, count, async (i) => {
        const sender = slow[i % slow.length];
        if (!sender) return;
        const { what, start, drip, limit } = sender;
        const patience = limit + 5 * second;
        const options = drip ? { patience, drip: { bytes: drip, every: 500 } } : { patience };
        const { isCut, milliseconds } = await exchange(service.port, start, options);
        const isRight = isCut && milliseconds > limit - second;
        tally.count(isRight ? null : `${what} lasted ${Math.round(milliseconds)} ms`);
        if (limit === 10 * second) slowest = Math.max(slowest, milliseconds);
        progress(++done);
      });
      for (let i = 0; i < 20; i++) {
        const { status } = await openBrowser(service.url).call('GET', '/api/settings');
        tally.count(status === 200 ? null : `somebody else was answered ${status}`);
      }
      await attack;
      return tally.outcome(
        count > 0 ? `slow headers cut after ${(slowest / second).toFixed(1)} s at most` : undefined,
      );
    } finally {
      await service.stop();
    }
  },
};

export const trials: Trial[] = [bodies, fields, slowness];
