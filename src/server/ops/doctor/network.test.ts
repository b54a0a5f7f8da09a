import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { selfMadeCertificate } from '../../../../tests/kit/self-made-certificate.ts';
import { days, minutes, seconds } from '../../../shared/durations.ts';
import { parseConfig } from '../../base/config/config.ts';
import {
  checkAddress,
  checkCertificate,
  checkProxies,
  checkPublicUrl,
  checkService,
} from './check-address.ts';
import { checkClock, readClock } from './check-stripe.ts';
import { ok } from './finding.ts';
import {
  type Ask,
  fetchCertificate,
  isFromDoctor,
  type ProbeResult,
  probe,
  requestUnverified,
} from './network.ts';

type Answer = Awaited<ReturnType<Ask>>;
type Certificate = Awaited<ReturnType<typeof fetchCertificate>>;

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
const answer = (changes: Partial<Answer>): Answer => ({
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
      const isKnown = isFromDoctor(Object.fromEntries(searchParams), id, now);
      return isKnown
        ? answer({ text: '{"hops":1,"protocol":"https"}' })
        : answer({ status: 404, text: '{}' });
    };
  const here = 'http://127.0.0.1:4321';
  const check = async (asked: Ask) => checkService(here, await probe(here, serviceId, asked, now), asked);

  const ready = (status: string, problem: string) =>
    serve(serviceId, JSON.stringify({ status, problems: [problem] }));

  test.each<[Ask, RegExp]>([
    [serve(serviceId), /^ok: .*runs at http:\/\/127\.0\.0\.1:4321/],
    [unreachable('ECONNREFUSED'), /^warning: .*Nothing answers.*ECONNREFUSED.*→.*Start the service/],
    [async () => answer({ text: '<h1>Hello' }), /^error: .*not this version of the service.*→.*on that port/],
    [serve('8899'), /^error: .*with this database.*→.*service’s settings/],
    [ready('unavailable', 'the disk is full'), /^error: .*is unavailable: the disk is full.*→.*log/],
    [serve(serviceId, 'oops'), /^error: .*did not report its state.*→.*restart it/],
  ])('leads to the finding $1', async (asked, expected) => {
    expectFinding(await check(asked), expected);
  });

  test('shares one check with its address, which reports only the problem', async () => {
    const trusted = {
      issuer: 'R13',
      namesItsIssuer: true,
      distrust: null,
      isForName: true,
      validFrom: 0,
      validTo: now + days(60),
    };
    const at = (asked: Ask, certificate: Partial<Certificate> = {}) =>
      checkAddress(
        config,
        serviceId,
        { ask: asked, fetchCertificate: async () => ({ ...trusted, ...certificate }) },
        now,
      );
    expectFinding(await at(serve(serviceId)), /^ok: .*is ready\. .* leads to .* 1 proxy .* 60 days/);
    expectFinding(await at(serve(serviceId), { isForName: false }), /^error: The certificate does not cover/);
    expectFinding(
      await at(unreachable('ENOTFOUND')),
      /^error: .*Nothing answers at .* the name .* does not exist/,
    );
  });

  test('accepts a probe for a minute and for its own service only', async () => {
    const asked: string[] = [];
    const note: Ask = async (address) => {
      asked.push(address);
      return answer({});
    };
    await probe(publicUrl, serviceId, note, now);
    const question = Object.fromEntries(new URL(asked[0] ?? '').searchParams);
    expect(isFromDoctor(question, serviceId, now + seconds(59))).toBe(true);
    expect(isFromDoctor(question, serviceId, now + seconds(61))).toBe(false);
    expect(isFromDoctor(question, 'another', now)).toBe(false);
    expect(isFromDoctor({ ...question, at: now + 1 }, serviceId, now)).toBe(false);
    expect(isFromDoctor({ ...question, proof: '0'.repeat(64) }, serviceId, now)).toBe(false);
    // Neither the database's id nor anything that leads to it crosses the network.
    expect(asked[0]).not.toContain(serviceId);
  });
});

describe('the public address', () => {
  const ours = (hops: number, protocol: string | null = 'https') => ({
    by: 'service' as const,
    arrival: { hops, protocol },
  });
  const noAnswer = (code: string): ProbeResult => ({ by: 'none', code });
  const other = (status: number, location: string | null = null): ProbeResult => ({
    by: 'other',
    status,
    location,
  });

  test.each<[ProbeResult, RegExp]>([
    [ours(1), /^ok: .*leads to this service/],
    [noAnswer('ENOTFOUND'), /^error: .*the name tarot\.example\.com does not exist.*→.*A record/],
    [noAnswer('EAI_AGAIN'), /^error: .*no DNS server.*→.*resolv\.conf/],
    [noAnswer('ECONNREFUSED'), /^error: .*nothing listens.*→.*firewall/],
    [noAnswer('ETIMEDOUT'), /^error: .*nothing answered in time.*→.*firewall.*another network/],
    [noAnswer('AbortError'), /^error: .*nothing answered in time.*→.*firewall/],
    [noAnswer('ECONNRESET'), /^error: .*dropped.*→.*log/],
    [noAnswer('EHOSTUNREACH'), /^error: .*no route to it.*→.*network/],
    [noAnswer('EPROTO'), /^error: .*does not use TLS.*→.*https/],
    [noAnswer('EWHAT'), /^error: .*EWHAT.*→.*log/],
    [other(502), /^error: .*proxy .* does not reach the service \(502\).*→.*HOST and PORT/],
    [
      other(301, 'https://www.cards.com/x?y'),
      /^error: .*visitors to https:\/\/www\.cards\.com\..*→.*PUBLIC_URL/,
    ],
    [other(401), /^error: .*turns visitors away \(401\).*→.*Remove the password/],
    [other(200), /^error: .*Something else answers.*→.*this machine/],
    [other(404), /^error: .*another database.*→.*this machine/],
  ])('leads to the finding $1', (reached, expected) => {
    const finding = checkPublicUrl(config, reached, true);
    expectFinding(finding ?? ok``, expected);
  });

  test('suggests a record for the bare name when PUBLIC_URL has a port', () => {
    const finding = checkPublicUrl({ publicUrl: 'https://cards.com:8443' }, noAnswer('ENOTFOUND'), true);
    const advice = expect.stringMatching(/^Create an A record \(and AAAA for IPv6\) for cards\.com with/);
    expect(finding).toMatchObject({ found: expect.stringContaining('name cards.com does not'), advice });
  });

  test('reports only problems that a start would not fix while stopped', () => {
    const check = (reached: ProbeResult) => checkPublicUrl(config, reached, false);
    expect([check(other(502)), check(other(404))]).toEqual([null, null]);
    const unknown = check(noAnswer('ENOTFOUND'));
    expect(unknown).toMatchObject({ state: 'error', found: expect.stringContaining('does not exist') });
  });

  test('reports no problem on a local machine while the service is stopped', () => {
    const own = parseConfig({});
    expect(checkPublicUrl(own, noAnswer('ECONNREFUSED'), false)).toBeNull();
    const found = expect.stringContaining('only this machine can see it');
    expect(checkPublicUrl(own, ours(0, null), true)).toMatchObject({ state: 'ok', found });
  });

  test.each<[number, ReturnType<typeof ours>, RegExp]>([
    [1, ours(1), /^ok: .*1 proxy has added/],
    [0, ours(0, null), /^ok: .*There is no proxy/],
    [1, ours(0), /^error: .*0 proxies have added.* is 1: visitors can fake.*→.*proxy_add_x_forwarded_for/],
    [2, ours(1), /^error: .*1 proxy has added.* is 2.*→.*TRUSTED_PROXY_HOPS=1/],
    [1, ours(2), /^error: .*2 proxies have .* is 1: many visitors count as one.*→.*TRUSTED_PROXY_HOPS=2/],
    [0, ours(1), /^error: .*many visitors count as one.*→.*TRUSTED_PROXY_HOPS=1/],
    [1, ours(1, 'http'), /^warning: .*visitors use http.*→.*X-Forwarded-Proto/],
    [1, ours(1, null), /^ok: .*1 proxy/],
  ])('is judged by its proxies: $2', (trustedProxyHops, reached, expected) => {
    const known = { publicUrl, trustedProxyHops };
    expectFinding(checkProxies(known, reached), expected);
  });
});

describe('the certificate', () => {
  const good: Certificate = {
    issuer: 'R13',
    namesItsIssuer: true,
    distrust: null,
    isForName: true,
    validFrom: now - days(30),
    validTo: now + days(60),
  };
  const ofOwnAuthority = { issuer: 'Office CA', namesItsIssuer: false };
  const judge = async (...asked: Parameters<typeof checkCertificate>) =>
    (await checkCertificate(...asked)) ?? ok`None is needed.`;
  const check = (changes: Partial<Certificate>) =>
    judge(publicUrl, async () => ({ ...good, ...changes }), now);

  test.each<[Partial<Certificate>, RegExp]>([
    [{}, /^ok: .*another 60 days/],
    [{ validTo: now + days(5) }, /^warning: .*another 5 days.*→.*certbot renew/],
    [{ validTo: now - days(2), distrust: 'CERT_HAS_EXPIRED' }, /^error: .*expired 2 days ago.*→.*Renew it/],
    [{ validFrom: now + minutes(90) }, /^error: .*becomes valid in 2 hours.*→.*clock/],
    [{ isForName: false }, /^error: .*does not cover tarot\.example\.com.*→.*Get one for/],
    [{ distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /^error: .*self-signed.*→.*Encrypt/],
    [{ distrust: 'SELF_SIGNED_CERT_IN_CHAIN' }, /^error: .*from your own.*→.*NODE_EXTRA_CA_CERTS/],
    [{ distrust: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, /^error: .*without the one that.*→.*fullchain\.pem/],
    [{ distrust: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, /^error: .*without the one that.*→.*fullchain\.pem/],
    [
      { ...ofOwnAuthority, distrust: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
      /^error: .*from your own authority \(Office CA\).*→.*NODE_EXTRA_CA_CERTS/,
    ],
    [{ ...ofOwnAuthority, distrust: 'UNABLE_TO_GET_ISSUER_CERT' }, /^error: .*your own.*→.*Encrypt/],
    [{ ...ofOwnAuthority, distrust: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, /^error: .*your own.*→.*Encrypt/],
    [{ distrust: 'CERT_REVOKED' }, /^error: .*not trusted \(CERT_REVOKED\).*→.*another one/],
  ])('leads to the finding $1', async (changes, expected) => {
    expectFinding(await check(changes), expected);
  });

  test('cannot be read when nothing listens', async () => {
    const finding = await judge(publicUrl, unreachable('ECONNREFUSED'), now);
    expectFinding(finding, /^error: .*nothing listens.*→.*Start the program/);
  });

  test('is not needed for plain http', async () => {
    expect(await checkCertificate('http://127.0.0.1:4321', fetchCertificate, now)).toBeNull();
  });

  /** Starts a real server. @returns its port */
  async function listen(server: Server) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  test('is checked on a real server, which still gets requests', async () => {
    const port = await listen(
      createServer(selfMadeCertificate, (_request, response) => response.end('{"a":1}')),
    );
    const at = (host: string, time = now) => judge(`https://${host}:${port}`, fetchCertificate, time);
    expectFinding(await at('localhost'), /^error: .*self-signed/);
    expectFinding(await at('localhost', Date.parse('2121-01-01')), /^error: .*expired/);
    expectFinding(await at('localhost', Date.parse('2019-01-01')), /^error: .*becomes valid in/);
    expectFinding(await at('127.0.0.1'), /^error: .*does not cover 127\.0\.0\.1/);
    expect((await requestUnverified(`https://localhost:${port}`)).text).toBe('{"a":1}');
  });

  /** As a server ends a handshake: a TLS record with a fatal alert of this number. */
  const refuseWith = (alert: number) =>
    createTcp((socket) => socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert]))));
  test.each([
    ['an internal error, as Caddy', 80],
    ['an unknown name, as HAProxy', 112],
    ['a failed handshake', 40],
    ['a denied access', 49],
  ])('counts as missing when a server answers with %s', async (_what, alert) => {
    const address = `https://localhost:${await listen(refuseWith(alert))}`;
    const expected = /^error: .*has no certificate for localhost yet.*→.*Check the proxy’s log\./;
    expectFinding(await judge(address, fetchCertificate, now), expected);
    const reached = await probe(address, 'id', requestUnverified, now);
    expectFinding(checkPublicUrl({ publicUrl: address }, reached, true) ?? ok``, expected);
  });

  test.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['SMTP', '220 mail.example.com ESMTP\r\n'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('reports missing TLS on a server that speaks %s', async (_what, greeting) => {
    const address = `https://localhost:${await listen(createTcp((socket) => socket.end(greeting)))}`;
    expectFinding(await judge(address, fetchCertificate, now), /^error: .*(does not use TLS|dropped)/);
  });

  test('reports missing TLS after an unverified request fails', async () => {
    const port = await listen(createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const address = `https://localhost:${port}`;
    await expect(requestUnverified(address)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ECONNRESET)$/),
    });
    expectFinding(await judge(address, fetchCertificate, now), /^error: .*(does not use TLS|dropped)/);
  });
});

describe('the clock', () => {
  const check = async (asked: Ask) => checkClock(await readClock(asked, null, () => now));
  const says = (date: string | undefined) => async () => answer({ status: 401, headers: { date } });
  const differs = (by: number) => says(new Date(now + by).toUTCString());
  test.each<[Ask, RegExp]>([
    [differs(seconds(1)), /^ok: .*matches Stripe's/],
    [differs(seconds(10)), /^warning: .*10 seconds behind.*→.*timedatectl/],
    [differs(minutes(7)), /^error: .*7 minutes behind.*codes fail.*→.*timedatectl set-ntp/],
    [differs(-days(1)), /^error: .*1 day ahead of.*→.*timedatectl/],
    [says(undefined), /^warning: .*had no time.*→.*again/],
    [unreachable('ETIMEDOUT'), /^error: .*api\.stripe\.com.*nothing answered in time.*→.*port 443/],
    [
      unreachable('ENOTFOUND'),
      /^error: .*api\.stripe\.com.*its name was not found.* → This machine .*DNS servers/,
    ],
    [
      unreachable('EAI_AGAIN'),
      /^error: .*no DNS server answered for api\.stripe\.com.* → This machine .*DNS serv/,
    ],
  ])('leads to the finding $1', async (asked, expected) => {
    expectFinding(await check(asked), expected);
  });
});
