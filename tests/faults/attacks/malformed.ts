import { expectOk, inParallel, send, signIn } from '../running-service/browser.ts';
import { brokenHttp, malformedCall } from '../running-service/malformed-calls.ts';
import { exchange, statusesIn } from '../running-service/raw.ts';
import { apiRoutes } from '../running-service/routes.ts';
import { type AttackedService, startService } from '../running-service/service.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const mebibyte = 2 ** 20;
const allowedGrowth = 50 * mebibyte;

const otherRoutes = [
  ...['GET /', 'GET /thank-you', 'GET /order/:token', 'GET /admin/dashboard', 'GET /reader/dashboard'],
  ...['GET /_astro/:file', 'GET /:anything', 'GET /sandbox/mail/:id'],
];

/** Sends the admin's cookie, so that most are not already stopped because no one is signed in. */
async function sendMalformed(service: AttackedService, cookie: string, routes: string[], seed: number) {
  const call = malformedCall(createTrialRandom(seed), routes);
  const { method, path } = call;
  const headers = { origin: service.url, 'content-type': 'application/json', cookie, ...call.headers };
  const what = `seed ${seed}: ${method} ${path.slice(0, 80)}`;
  try {
    const { status } = await send(service.url, method, path, headers, call.body);
    return status >= 500 ? `${what} was answered ${status}` : null;
  } catch (error) {
    // The server may disconnect while refusing a request that is still arriving; it must be up afterwards.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return ['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT'].includes(code) ? null : `${what}: ${error}`;
  }
}

async function sendBroken(service: AttackedService, seed: number): Promise<string | null> {
  const chance = createTrialRandom(seed);
  const bytes = brokenHttp(chance);
  const options = { isHalfClosed: chance.below(2) === 0, timeoutMs: 100 };
  const bad = statusesIn((await exchange(service.port, bytes, options)).text).find((status) => status >= 500);
  const sent = JSON.stringify(bytes.toString('latin1').slice(0, 80));
  return bad === undefined ? null : `seed ${seed}: ${sent} got ${bad}`;
}

const malformed: Trial = {
  table: 'attack',
  name: 'malformed requests',
  promise: 'no 500, no restart, memory growth < 50 MB',
  counts: { quick: 300, full: 10_000 },
  async run(times, { count, after, isBundle }) {
    const env = { RATE_LIMITS: 'off', TRUSTED_PROXY_HOPS: '1' };
    const service = await startService({ isBundle, env, isBuilt: times >= this.counts.full });
    after(service.stop);
    const admin = await signIn(service.url, 'admin');
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
    const routes = [...apiRoutes().filter((route) => !route.includes('logout')), ...otherRoutes];
    const attack = (seed: number) =>
      seed % 4 === 0 ? sendBroken(service, seed) : sendMalformed(service, cookie, routes, seed);

    // Warms up, or normal memory use would count as growth: the built service needs some 15,000 requests.
    await inParallel(2 * times, 8, async (i) => void (await attack(1_000_000 + i)));
    const before = await service.memory();
    await inParallel(times, 16, async (seed) => count(await attack(seed)));
    const growth = (await service.memory()) - before;
    const megabytes = Math.round(growth / mebibyte);
    count(growth < allowedGrowth ? null : `memory grew by ${megabytes} MB`);
    count(service.isAlive() ? null : 'the process has ended');
    await expectOk(send(service.url, 'GET', '/healthz'));
    const { status } = await admin.call('GET', '/api/auth/user');
    count(status === 200 ? null : `the admin's session is answered ${status}`);
    return `memory ${growth < 0 ? '' : '+'}${megabytes} MB`;
  },
};

export const trials: Trial[] = [malformed];
