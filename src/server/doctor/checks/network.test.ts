import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
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
const unreachable = (code: string) => () => Promise.reject(Object.assign(new Error('hunter2'), { code }));
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

  const ready = (status: string, problem: string) =>
    serve(serviceId, JSON.stringify({ status, problems: [problem] }));

  test.each<[Ask, ...Expected]>([
    [serve(serviceId), 'ok', /runs at http:\/\/127\.0\.0\.1:4321/],
    [unreachable('ECONNREFUSED'), 'warning', /Nothing answers.*ECONNREFUSED/, /Start the service/],
    [async () => answer({ text: '<h1>Hello' }), 'failed', /not this version of the service/, /free the port/],
    [serve('8899'), 'failed', /with this database/, /settings of the service/],
    [ready('unavailable', 'the disk is full'), 'failed', /is unavailable: the disk is full/, /log/],
    [ready('degraded', 'mail waits'), 'warning', /is degraded: mail waits/],
    [serve(serviceId, 'oops'), 'failed', /does not say how it is/, /start it again/],
  ])('$1: $2', async (asked, ...expected) => {
    expectFinding(await check(asked), expected);
  });

  test('cannot be asked without a database', async () => {
    expectFinding(await check(serve(serviceId), null), ['skipped', /database/]);
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

  test.each<[Reached, ...Expected]>([
    [ours(1), 'ok', /leads to this service/],
    [nobody('ENOTFOUND'), 'failed', /no such name as tarot\.example\.com/, /A record/],
    [nobody('EAI_AGAIN'), 'failed', /no name server/, /resolv\.conf/],
    [nobody('ECONNREFUSED'), 'failed', /nothing listens/, /firewall/],
    [nobody('ETIMEDOUT'), 'failed', /nothing answered in time/, /firewall.*another network/],
    [nobody('AbortError'), 'failed', /nothing answered in time/, /firewall/],
    [nobody('ECONNRESET'), 'failed', /broken off/, /log/],
    [nobody('EHOSTUNREACH'), 'failed', /no way there/, /network/],
    [nobody('EPROTO'), 'failed', /speaks no TLS/, /https/],
    [nobody('EWHAT'), 'failed', /EWHAT/, /log/],
    [other(502), 'failed', /proxy .* does not reach the service \(502\)/, /HOST and PORT/],
    [other(301, 'https://www.cards.com/x?y'), 'failed', /on to https:\/\/www\.cards\.com\./, /PUBLIC_URL/],
    [other(401), 'failed', /not let everybody in \(401\)/, /Remove the password/],
    [other(200), 'failed', /Something else answers/, /this machine/],
    [other(404), 'failed', /another database/, /this machine/],
  ])('$1: $2', (reached, ...expected) => {
    expectFinding(checkPublicUrl({ config, reached, isRunning: true }), expected);
  });

  test.each<[Reached, ...Expected]>([
    [other(502), 'skipped', /The proxy answers \(502\)/],
    [nobody('ENOTFOUND'), 'failed', /no such name/, /A record/],
    [other(404), 'skipped', /does not run/],
  ])('while the service is stopped $1: $2', (reached, ...expected) => {
    expectFinding(checkPublicUrl({ config, reached, isRunning: false }), expected);
  });

  test("on one's own machine nothing is missing while the service is stopped", () => {
    const own = { config: parseConfig({}), reached: nobody('ECONNREFUSED'), isRunning: false };
    expectFinding(checkPublicUrl(own), ['skipped', /does not run/]);
    expectFinding(checkPublicUrl({ ...own, reached: ours(0, null) }), ['ok', /only this machine can see it/]);
  });

  test.each<[number, Reached, ...Expected]>([
    [1, ours(1), 'ok', /1 proxy has added/],
    [0, ours(0, null), 'ok', /There is none/],
    [1, ours(0), 'failed', /0 proxies have added.* is 1: visitors can say/, /proxy_add_x_forwarded_for/],
    [2, ours(1), 'failed', /1 proxy has added.* is 2/, /TRUSTED_PROXY_HOPS=1/],
    [1, ours(2), 'failed', /2 proxies have .* is 1: many visitors count as one/, /TRUSTED_PROXY_HOPS=2/],
    [0, ours(1), 'failed', /many visitors count as one/, /TRUSTED_PROXY_HOPS=1/],
    [1, ours(1, 'http'), 'warning', /visitors come by http/, /X-Forwarded-Proto/],
    [1, ours(1, null), 'ok', /1 proxy/],
    [1, other(200), 'skipped', /does not lead to the service/],
  ])('of proxies: $2: $3', (trustedProxyHops, reached, ...expected) => {
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

  test.each<[Partial<Certificate>, ...Expected]>([
    [{}, 'ok', /another 60 days/],
    [{ validTo: now + days(5) }, 'warning', /another 5 days/, /certbot renew/],
    [{ validTo: now - days(2), distrust: 'CERT_HAS_EXPIRED' }, 'failed', /expired 2 days ago/, /Renew it/],
    [{ validFrom: now + minutes(90) }, 'failed', /only in 2 hours/, /clock/],
    [{ isForName: false }, 'failed', /other names than tarot\.example\.com/, /Get one for/],
    [{ distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'failed', /signed by itself/, /Encrypt/],
    [{ distrust: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'failed', /of your own/, /NODE_EXTRA_CA_CERTS/],
    [{ distrust: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'failed', /without the one that/, /fullchain\.pem/],
    [{ distrust: 'CERT_REVOKED' }, 'failed', /not trusted \(CERT_REVOKED\)/, /another one/],
  ])('$1: $2', async (changes, ...expected) => {
    expectFinding(await check(changes), expected);
  });

  test('is not there to be seen', async () => {
    const finding = await checkCertificate(publicUrl, unreachable('ECONNREFUSED'), now);
    expectFinding(finding, ['failed', /nothing listens/, /Start what listens/]);
  });

  test('is not needed for plain http', async () => {
    expectFinding(await checkCertificate('http://127.0.0.1:4321', lookAtCertificate, now), [
      'skipped',
      /plain http/,
    ]);
  });

  /** Starts a real server. @returns its port */
  async function listen(server: Server) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  test('of a real server is looked at, and what is behind it is asked all the same', async () => {
    const port = await listen(
      createServer(selfMadeCertificate, (_request, response) => response.end('{"a":1}')),
    );
    const at = (host: string, time = now) =>
      checkCertificate(`https://${host}:${port}`, lookAtCertificate, time);
    expectFinding(await at('localhost'), ['failed', /signed by itself/]);
    expectFinding(await at('localhost', Date.parse('2121-01-01')), ['failed', /expired/]);
    expectFinding(await at('localhost', Date.parse('2019-01-01')), ['failed', /only in/]);
    expectFinding(await at('127.0.0.1'), ['failed', /other names than 127\.0\.0\.1/]);
    expect((await ask(`https://localhost:${port}`)).text).toBe('{"a":1}');
  });

  test('of a server that speaks no TLS is none', async () => {
    const port = await listen(createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const address = `https://localhost:${port}`;
    await expect(ask(address)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ECONNRESET)$/),
    });
    expectFinding(await checkCertificate(address, lookAtCertificate, now), [
      'failed',
      /speaks no TLS|broken off/,
    ]);
  });
});

describe('the clock', () => {
  const check = (asked: Ask) => checkClock({ ask: asked, stripe: 'https://api.stripe.com', now: () => now });
  const says = (date: string | undefined) => async () => answer({ status: 401, headers: { date } });
  const differs = (by: number) => says(new Date(now + by).toUTCString());
  test.each<[Ask, ...Expected]>([
    [differs(seconds(1)), 'ok', /goes with Stripe's/],
    [differs(seconds(10)), 'warning', /10 seconds behind/, /timedatectl/],
    [differs(minutes(7)), 'failed', /7 minutes behind.*webhook is refused/, /timedatectl set-ntp/],
    [differs(-days(1)), 'failed', /1 day ahead of/, /timedatectl/],
    [says(undefined), 'warning', /did not say/, /again/],
    [unreachable('ETIMEDOUT'), 'failed', /api\.stripe\.com.*nothing answered in time/, /firewall/],
  ])('$1: $2', async (asked, ...expected) => {
    expectFinding(await check(asked), expected);
  });
});
