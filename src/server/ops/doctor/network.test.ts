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
const certificate: Certificate = {
  issuer: 'R13',
  namesItsIssuer: true,
  distrust: null,
  isForName: true,
  validFrom: now - days(30),
  validTo: now + days(60),
};
const answer = (changes: Partial<Answer>): Answer => ({ status: 200, headers: {}, text: '', ...changes });

describe('the service', () => {
  const serviceId = '0011223344556677';
  /** Answers doctor's question as the service of this id does. */
  const serve =
    (id: string, readiness = '{"status":"ok","problems":[]}'): Ask =>
    async (address) => {
      const { pathname, searchParams } = new URL(address);
      if (pathname === '/readyz') return answer({ text: readiness });
      if (!isFromDoctor(Object.fromEntries(searchParams), id, now))
        return answer({ status: 404, text: '{}' });
      return answer({ text: '{"hops":1,"protocol":"https"}' });
    };
  const here = 'http://127.0.0.1:4321';
  const check = async (asked: Ask) => checkService(here, await probe(here, serviceId, asked, now), asked);

  const ready = (status: string, problem: string) =>
    serve(serviceId, JSON.stringify({ status, problems: [problem] }));

  test.each<[Ask, RegExp]>([
    [serve(serviceId), /^ok: .*running at http:\/\/127\.0\.0\.1:4321/],
    [unreachable('ECONNREFUSED'), /^warning: .*Nothing answers.*ECONNREFUSED.*→.*Start the service/],
    [async () => answer({ text: '<h1>Hello' }), /^error: .*not this version of the service.*→.*on that port/],
    [serve('8899'), /^error: .*with this database.*→.*service’s settings/],
    [ready('unavailable', 'the disk is full'), /^error: .*it’s unavailable: the disk is full.*→.*log/],
    [serve(serviceId, 'oops'), /^error: .*did not report its state.*→.*restart it/],
  ])('leads to the finding $1', async (asked, expected) => {
    expectFinding(await check(asked), expected);
  });

  test('is checked together with its address, which reports only problems', async () => {
    const at = (asked: Ask, changes: Partial<Certificate> = {}) =>
      checkAddress(
        config,
        serviceId,
        { ask: asked, fetchCertificate: async () => ({ ...certificate, ...changes }) },
        now,
      );
    expectFinding(await at(serve(serviceId)), /^ok: .*is ready\. .* leads to .* 1 proxy .* 60 days/);
    expectFinding(await at(serve(serviceId), { isForName: false }), /^error: The certificate does not cover/);
    const unknown = /^error: .*Nothing answers at .* the name .* does not exist/;
    expectFinding(await at(unreachable('ENOTFOUND')), unknown);
    const withoutHost: Ask = async (address, ...more) =>
      new URL(address).pathname === '/'
        ? answer({ status: 302, headers: { location: address } })
        : serve(serviceId)(address, ...more);
    expectFinding(await at(withoutHost), /^error: .*does not pass on the Host.*→.*Host \$host/);
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
  const other = (status: number, location: string | null = null): ProbeResult => {
    return { by: 'other', status, location };
  };
  const elsewhere = other(301, 'https://www.cards.com/x?y');

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
    [elsewhere, /^error: .*visitors to https:\/\/www\.cards\.com\..*→.*PUBLIC_URL/],
    [other(401), /^error: .*turns visitors away \(401\).*→.*Remove the password/],
    [other(200), /^error: .*Something else answers.*→.*this machine/],
    [other(404), /^error: .*another database.*→.*this machine/],
  ])('leads to the finding $1', (reached, expected) => {
    expectFinding(checkPublicUrl(config, reached, true) ?? ok``, expected);
  });

  test('suggests a record for the bare name when PUBLIC_URL has a port', () => {
    const finding = checkPublicUrl({ publicUrl: 'https://cards.com:8443' }, noAnswer('ENOTFOUND'), true);
    const expected =
      /name cards\.com does not.* → Create an A record \(and AAAA for IPv6\) for cards\.com with/;
    expectFinding(finding ?? ok``, expected);
  });

  test('reports only problems that a start would not fix while stopped', () => {
    const check = (reached: ProbeResult) => checkPublicUrl(config, reached, false);
    expect([check(other(502)), check(other(404))]).toEqual([null, null]);
    expectFinding(check(noAnswer('ENOTFOUND')) ?? ok``, /^error: .*does not exist/);
  });

  test('reports no problem on a local machine while the service is stopped', () => {
    const own = parseConfig({});
    expect(checkPublicUrl(own, noAnswer('ECONNREFUSED'), false)).toBeNull();
    expectFinding(checkPublicUrl(own, ours(0, null), true) ?? ok``, /^ok: .*only this machine can see it/);
  });

  test.each<[number, ReturnType<typeof ours>, RegExp]>([
    [1, ours(1), /^ok: .*1 proxy added an address/],
    [0, ours(0, null), /^ok: .*There is no proxy/],
    [
      1,
      ours(0),
      /^error: .*0 proxies added an address.* is 1: visitors can fake.*→.*proxy_add_x_forwarded_for/,
    ],
    [2, ours(1), /^error: .*1 proxy added an address.* is 2.*→.*TRUSTED_PROXY_HOPS=1/],
    [1, ours(2), /^error: .*2 proxies added .* is 1: many visitors count as one.*→.*TRUSTED_PROXY_HOPS=2/],
    [0, ours(1), /^error: .*many visitors count as one.*→.*TRUSTED_PROXY_HOPS=1/],
    [1, ours(1, 'http'), /^warning: .*visitors use http.*→.*X-Forwarded-Proto/],
    [1, ours(1, null), /^ok: .*1 proxy/],
  ])('reports a wrong number of proxies: $2', (trustedProxyHops, reached, expected) => {
    const known = { publicUrl, trustedProxyHops };
    expectFinding(checkProxies(known, reached), expected);
  });
});

describe('the certificate', () => {
  const byOffice = (distrust: string) => ({ issuer: 'Office CA', namesItsIssuer: false, distrust });
  const judge = async (...asked: Parameters<typeof checkCertificate>) =>
    (await checkCertificate(...asked)) ?? ok`None is needed.`;
  const check = (changes: Partial<Certificate>) =>
    judge(publicUrl, async () => ({ ...certificate, ...changes }), now);

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
    [byOffice('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /^error: .*your own authority \(Office CA\).*→.*EXTRA_CA/],
    [byOffice('UNABLE_TO_GET_ISSUER_CERT'), /^error: .*your own.*→.*Encrypt/],
    [byOffice('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), /^error: .*your own.*→.*Encrypt/],
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
    [says(undefined), /^warning: .*didn’t include a time.*→.*again/],
    [unreachable('ETIMEDOUT'), /^error: .*api\.stripe\.com.*nothing answered in time.*→.*port 443/],
    [unreachable('ENOTFOUND'), /^error: .*api\.stripe\.com.*name was not found.* → This machine .*DNS serv/],
    [
      unreachable('EAI_AGAIN'),
      /^error: .*no DNS server answered for api\.stripe.* → This machine .*DNS serv/,
    ],
  ])('leads to the finding $1', async (asked, expected) => {
    expectFinding(await check(asked), expected);
  });
});
