import { expectOk, inParallel, send, signIn } from '../attacks-support/browser.ts';
import { malformedCall } from '../attacks-support/malformed-calls.ts';
import { brokenHttp } from '../attacks-support/malformed-http.ts';
import { createRandom } from '../attacks-support/random.ts';
import { exchange, statusesIn } from '../attacks-support/raw.ts';
import { apiRoutes } from '../attacks-support/routes.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { createTally, type Trial } from '../trial.ts';

const mebibyte = 2 ** 20;
const allowedGrowth = 50 * mebibyte;

/** Beside the API: pages, files, and what is mounted next to them. */
const otherRoutes = [
  'GET /',
  'GET /thank-you',
  'GET /order/:token',
  'GET /admin/dashboard',
  'GET /reader/dashboard',
  'GET /_astro/:file',
  'GET /:anything',
  'GET /sandbox/mail/:id',
];

/** With the admin's cookie, so that it is not the missing sign-in that stops most of them. */
async function sendMalformed(service: AttackedService, cookie: string, routes: string[], seed: number) {
  const call = malformedCall(createRandom(seed), routes);
  const { method, path } = call;
  const headers = { origin: service.url, 'content-type': 'application/json', cookie, ...call.headers };
  const what = `seed ${seed}: ${method} ${path.slice(0, 80)}`;
  try {
    const { status } = await send(service.url, method, path, headers, call.body);
    return status >= 500 ? `${what} was answered ${status}` : null;
  } catch (error) {
    // The server may hang up on what it refuses while it is still being sent; it must be there afterwards.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return ['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT'].includes(code) ? null : `${what}: ${error}`;
  }
}

async function sendBroken(service: AttackedService, seed: number): Promise<string | null> {
  const random = createRandom(seed);
  const bytes = brokenHttp(random);
  const { text } = await exchange(service.port, bytes, {
    isHalfClosed: random.below(2) === 0,
    patience: 100,
  });
  const bad = statusesIn(text).find((status) => status >= 500);
  return bad === undefined
    ? null
    : `seed ${seed}: ${JSON.stringify(bytes.toString('latin1').slice(0, 80))} got ${bad}`;
}

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'malformed requests',
    promise: 'no 500, no restart, memory growth < 50 MB',
    counts: { quick: 300, full: 10_000 },
    async run(count, progress) {
      const tally = createTally();
      const env = { RATE_LIMITS: 'off', TRUSTED_PROXY_HOPS: '1' };
      const service = await startService({ env, isBuilt: count >= 10_000 });
      try {
        const admin = await signIn(service.url, 'admin');
        const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
        const routes = [...apiRoutes().filter((route) => !route.includes('logout')), ...otherRoutes];
        const attack = (seed: number) =>
          seed % 4 === 0 ? sendBroken(service, seed) : sendMalformed(service, cookie, routes, seed);

        // What the process needs for its work at all is no growth.
        await inParallel(Math.min(count, 5_000), 8, async (i) => void (await attack(1_000_000 + i)));
        const before = await service.ask('memory');
        let done = 0;
        await inParallel(count, 16, async (seed) => {
          tally.count(await attack(seed));
          if (++done % 100 === 0) progress(done);
        });
        const growth = (await service.ask('memory')) - before;
        tally.count(growth < allowedGrowth ? null : `memory grew by ${Math.round(growth / mebibyte)} MB`);
        tally.count(service.isAlive() ? null : 'the process has ended');
        await expectOk(send(service.url, 'GET', '/healthz'));
        const stillIn = await admin.call('GET', '/api/auth/user');
        tally.count(stillIn.status === 200 ? null : `the admin's session is answered ${stillIn.status}`);
        return tally.outcome(`memory ${growth < 0 ? '' : '+'}${Math.round(growth / mebibyte)} MB`);
      } finally {
        await service.stop();
      }
    },
  },
];
