import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { days, minutes, seconds } from '../../../shared/durations.ts';
import { type Expected, expectFinding } from '../../../testing/findings.ts';
import { selfMadeCertificate } from '../../../testing/self-made-certificate.ts';
import { parseConfig } from '../../config/config.ts';
import { type Ask, type AskedAnswer, ask } from './ask.ts';
import { type Certificate, lookAtCertificate } from './certificate.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkClock } from './check-clock.ts';
import { checkProxies, checkPublicUrl } from './check-public-url.ts';
import { checkService, type Reached, reach } from './check-service.ts';
import { isFromDoctor, reachQuestion, readArrival, signArrival } from './reach.ts';

/* What doctor knows of addresses, proxies, certificates and clocks: each failure is brought about. */

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const now = Date.parse('2030-03-04T05:06:07Z');
const publicUrl = 'https://tarot.example.com';
const config = parseConfig({
  PUBLIC_URL: publicUrl,
  TRUSTED_PROXY_HOPS: '1',
  NODE_ENV: 'production',
  STRIPE_MODE: 'sandbox',
  HOST: '0.0.0.0',
});
const withCode = (code: string) => Object.assign(new Error('hunter2'), { code });
const answer = (changes: Partial<AskedAnswer>): AskedAnswer => ({
  status: 200,
  headers: {},
  text: '',
  ...changes,
});

describe('the service', () => {
  const serviceId = '0011223344556677';
  /** Answers doctor's question as the service of this id does. */
  const serve =
    (id: string, readiness = '{"status":"ok","problems":[]}'): Ask =>
    async (address) => {
      const { pathname, searchParams } = new URL(address);
      if (pathname === '/readyz') return answer({ text: readiness });
      const question = reachQuestion.parse(Object.fromEntries(searchParams));
      if (!isFromDoctor(question, id, now)) return answer({ status: 404, text: '{}' });
      return answer({
        text: JSON.stringify(signArrival({ hops: 1, protocol: 'https' }, id, question.nonce)),
      });
    };
  const check = (asked: Ask, id: string | null = serviceId) =>
    checkService({ config, ask: asked, serviceId: id, now: () => now, nonce: () => 'n'.repeat(32) });

  test.each<[string, () => ReturnType<typeof check>, ...Expected]>([
    ['runs', () => check(serve(serviceId)), 'ok', /runs at http:\/\/127\.0\.0\.1:4321/],
    [
      'does not run',
      () => check(() => Promise.reject(withCode('ECONNREFUSED'))),
      'warning',
      /Nothing answers.*ECONNREFUSED/,
      /Start the service/,
    ],
    [
      'is another program',
      () => check(async () => answer({ text: '<h1>Hello' })),
      'failed',
      /not this version of the service/,
      /free the port/,
    ],
    [
      'has another database',
      () => check(serve('8899')),
      'failed',
      /with this database/,
      /settings of the service/,
    ],
    [
      'sells nothing',
      () => check(serve(serviceId, '{"status":"unavailable","problems":["the disk is full"]}')),
      'failed',
      /is unavailable: the disk is full/,
      /log/,
    ],
    [
      'waits for the mail server',
      () => check(serve(serviceId, '{"status":"degraded","problems":["mail waits"]}')),
      'warning',
      /is degraded: mail waits/,
    ],
    [
      'does not say how it is',
      () => check(serve(serviceId, 'oops')),
      'failed',
      /does not say how it is/,
      /start it again/,
    ],
    ['cannot be asked without a database', () => check(serve(serviceId), null), 'skipped', /database/],
  ])('%s', async (_what, checked, ...expected) => {
    expectFinding(await checked(), expected);
  });

  test('a question counts for a minute, for one service, and its answer for one question', async () => {
    const asked: string[] = [];
    const options = { config, serviceId, now: () => now, nonce: () => 'n'.repeat(32) };
    const note: Ask = async (address) => {
      asked.push(address);
      return answer({});
    };
    await reach({ ...options, ask: note }, publicUrl);
    const question = reachQuestion.parse(Object.fromEntries(new URL(asked[0] ?? '').searchParams));
    expect(isFromDoctor(question, serviceId, now + seconds(59))).toBe(true);
    expect(isFromDoctor(question, serviceId, now + seconds(61))).toBe(false);
    expect(isFromDoctor(question, 'another', now)).toBe(false);
    expect(isFromDoctor({ ...question, at: now + 1 }, serviceId, now)).toBe(false);
    expect(isFromDoctor({ ...question, nonce: 'm'.repeat(32) }, serviceId, now)).toBe(false);
    const told = JSON.stringify(signArrival({ hops: 2, protocol: null }, serviceId, question.nonce));
    expect(readArrival(told, serviceId, question.nonce)).toEqual({ hops: 2, protocol: null });
    expect(readArrival(told, serviceId, 'm'.repeat(32))).toBeNull();
    expect(readArrival(told.replace('2', '1'), serviceId, question.nonce)).toBeNull();
    // Neither the database's id nor anything that leads to it crosses the network.
    expect(asked[0]).not.toContain(serviceId);
  });
});

describe('the public address', () => {
  const ours = (hops: number, protocol: string | null = 'https'): Reached => ({
    by: 'service',
    arrival: { hops, protocol },
  });
  const nobody = (code: string): Reached => ({ by: 'nobody', code });
  const other = (status: number, location: string | null = null): Reached => ({
    by: 'other',
    status,
    location,
  });

  test.each<[string, Reached, ...Expected]>([
    ['leads to the service', ours(1), 'ok', /leads to this service/],
    ['has no record', nobody('ENOTFOUND'), 'failed', /no such name as tarot\.example\.com/, /A record/],
    ['cannot be looked up', nobody('EAI_AGAIN'), 'failed', /no name server/, /resolv\.conf/],
    ['has nothing that listens', nobody('ECONNREFUSED'), 'failed', /nothing listens/, /firewall/],
    [
      'is behind a firewall',
      nobody('ETIMEDOUT'),
      'failed',
      /nothing answered in time/,
      /firewall.*another network/,
    ],
    ['does not answer in time', nobody('AbortError'), 'failed', /nothing answered in time/, /firewall/],
    ['breaks off', nobody('ECONNRESET'), 'failed', /broken off/, /log/],
    ['cannot be reached', nobody('EHOSTUNREACH'), 'failed', /no way there/, /network/],
    ['speaks no TLS', nobody('EPROTO'), 'failed', /speaks no TLS/, /https/],
    ['fails as nobody foresaw', nobody('EWHAT'), 'failed', /EWHAT/, /log/],
    [
      'has a proxy that does not reach it',
      other(502),
      'failed',
      /proxy .* does not reach the service \(502\)/,
      /HOST and PORT/,
    ],
    [
      'sends visitors on',
      other(301, 'https://www.tarot.example.com/x?y'),
      'failed',
      /on to https:\/\/www\.tarot\.example\.com\./,
      /PUBLIC_URL/,
    ],
    ['asks for a password', other(401), 'failed', /not let everybody in \(401\)/, /Remove the password/],
    ['leads to something else', other(200), 'failed', /Something else answers/, /this machine/],
    ['leads to another service', other(404), 'failed', /another database/, /this machine/],
  ])('%s', (_what, reached, ...expected) => {
    expectFinding(checkPublicUrl({ config, reached, isRunning: true }), expected);
  });

  test.each<[string, Reached, ...Expected]>([
    ['its proxy says so', other(502), 'skipped', /The proxy answers \(502\)/],
    ['a missing name is found all the same', nobody('ENOTFOUND'), 'failed', /no such name/, /A record/],
    ['what answers is not judged', other(404), 'skipped', /does not run/],
  ])('while the service is stopped %s', (_what, reached, ...expected) => {
    expectFinding(checkPublicUrl({ config, reached, isRunning: false }), expected);
  });

  test("on one's own machine nothing is missing while the service is stopped", () => {
    const own = { config: parseConfig({}), reached: nobody('ECONNREFUSED'), isRunning: false };
    expectFinding(checkPublicUrl(own), ['skipped', /does not run/]);
    expectFinding(checkPublicUrl({ ...own, reached: ours(0, null) }), ['ok', /only this machine can see it/]);
  });

  test.each<[string, number, Reached, ...Expected]>([
    ['one is trusted and adds itself', 1, ours(1), 'ok', /1 proxy has added/],
    ['none is there', 0, ours(0, null), 'ok', /There is none/],
    [
      'it adds nothing',
      1,
      ours(0),
      'failed',
      /0 proxies have added.* is 1: visitors can say/,
      /proxy_add_x_forwarded_for/,
    ],
    ['one of two adds nothing', 2, ours(1), 'failed', /1 proxy has added.* is 2/, /TRUSTED_PROXY_HOPS=1/],
    [
      'two are there and one is trusted',
      1,
      ours(2),
      'failed',
      /2 proxies have .* is 1: many visitors count as one/,
      /TRUSTED_PROXY_HOPS=2/,
    ],
    ['none is trusted', 0, ours(1), 'failed', /many visitors count as one/, /TRUSTED_PROXY_HOPS=1/],
    ['visitors come by http', 1, ours(1, 'http'), 'warning', /visitors come by http/, /X-Forwarded-Proto/],
    ['nobody says how visitors come', 1, ours(1, null), 'ok', /1 proxy/],
    ['something else answers', 1, other(200), 'skipped', /does not lead to the service/],
  ])('of proxies: %s', (_what, trustedProxyHops, reached, ...expected) => {
    const known = { publicUrl, trustedProxyHops };
    expectFinding(checkProxies({ config: known, reached, isRunning: true }), expected);
  });
});

describe('the certificate', () => {
  const good: Certificate = {
    distrust: null,
    isForName: true,
    validFrom: now - days(30),
    validTo: now + days(60),
  };
  const check = (changes: Partial<Certificate>) =>
    checkCertificate(publicUrl, async () => ({ ...good, ...changes }), now);

  test.each<[string, Partial<Certificate>, ...Expected]>([
    ['is fine', {}, 'ok', /another 60 days/],
    ['should have been renewed', { validTo: now + days(5) }, 'warning', /another 5 days/, /certbot renew/],
    [
      'has expired',
      { validTo: now - days(2), distrust: 'CERT_HAS_EXPIRED' },
      'failed',
      /expired 2 days ago/,
      /Renew it/,
    ],
    ['is not valid yet', { validFrom: now + minutes(90) }, 'failed', /only in 2 hours/, /clock/],
    [
      'is for another name',
      { isForName: false },
      'failed',
      /other names than tarot\.example\.com/,
      /Get one for/,
    ],
    [
      'was signed by itself',
      { distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'failed',
      /signed by itself/,
      /Encrypt/,
    ],
    [
      "is of an authority of one's own",
      { distrust: 'SELF_SIGNED_CERT_IN_CHAIN' },
      'failed',
      /of your own/,
      /NODE_EXTRA_CA_CERTS/,
    ],
    [
      'comes without its chain',
      { distrust: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
      'failed',
      /without the one that signed it/,
      /fullchain\.pem/,
    ],
    ['was taken back', { distrust: 'CERT_REVOKED' }, 'failed', /not trusted \(CERT_REVOKED\)/, /another one/],
  ])('%s', async (_what, changes, ...expected) => {
    expectFinding(await check(changes), expected);
  });

  test('is not there to be seen', async () => {
    const finding = await checkCertificate(publicUrl, () => Promise.reject(withCode('ECONNREFUSED')), now);
    expectFinding(finding, ['failed', /nothing listens/, /Start what listens/]);
  });

  test('is not needed for plain http', async () => {
    expectFinding(await checkCertificate('http://127.0.0.1:4321', lookAtCertificate, now), [
      'skipped',
      /plain http/,
    ]);
  });

  /** A real server with a certificate that it signed itself. */
  async function startTls() {
    const server = createServer(selfMadeCertificate, (_request, response) => response.end('{"a":1}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  test('of a real server is looked at, and what is behind it is asked all the same', async () => {
    const port = await startTls();
    const at = (host: string, time = now) =>
      checkCertificate(`https://${host}:${port}`, lookAtCertificate, time);
    expectFinding(await at('localhost'), ['failed', /signed by itself/]);
    expectFinding(await at('localhost', Date.parse('2121-01-01')), ['failed', /expired/]);
    expectFinding(await at('localhost', Date.parse('2019-01-01')), ['failed', /only in/]);
    expectFinding(await at('127.0.0.1'), ['failed', /other names than 127\.0\.0\.1/]);
    expect((await ask(`https://localhost:${port}`)).text).toBe('{"a":1}');
  });

  test('of a server that speaks no TLS is none', async () => {
    const server = createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const address = `https://localhost:${(server.address() as AddressInfo).port}`;
    const code = await ask(address).then(
      () => 'answered',
      (error: NodeJS.ErrnoException) => error.code ?? '',
    );
    expectFinding(await checkCertificate(address, lookAtCertificate, now), [
      'failed',
      /speaks no TLS|broken off/,
      /./,
    ]);
    expectFinding(checkPublicUrl({ config, reached: { by: 'nobody', code }, isRunning: true }), [
      'failed',
      /speaks no TLS|broken off/,
    ]);
  });
});

describe('the clock', () => {
  const check = (theirs: string | undefined) =>
    checkClock({
      ask: async () => answer({ status: 401, headers: { date: theirs } }),
      stripe: 'https://api.stripe.com',
      now: () => now,
    });
  const at = (difference: number) => new Date(now + difference).toUTCString();
  test.each<[string, string | undefined, ...Expected]>([
    ["goes with Stripe's", at(seconds(1)), 'ok', /goes with Stripe's/],
    ['is a little behind', at(seconds(10)), 'warning', /10 seconds behind/, /timedatectl/],
    [
      'is far behind',
      at(minutes(7)),
      'failed',
      /7 minutes behind.*webhook is refused/,
      /timedatectl set-ntp/,
    ],
    ['is far ahead', at(-days(1)), 'failed', /1 day ahead of/, /timedatectl/],
    ['cannot be compared', undefined, 'warning', /did not say/, /again/],
  ])('%s', async (_what, theirs, ...expected) => {
    expectFinding(await check(theirs), expected);
  });

  test('Stripe cannot be reached', async () => {
    const finding = await checkClock({
      ask: () => Promise.reject(withCode('ETIMEDOUT')),
      stripe: 'https://api.stripe.com',
      now: () => now,
    });
    expectFinding(finding, ['failed', /api\.stripe\.com.*nothing answered in time/, /firewall/]);
  });
});
