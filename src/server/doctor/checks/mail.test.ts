import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type Expected, expectFinding } from '../../../testing/findings.ts';
import { selfMadeCertificate } from '../../../testing/self-made-certificate.ts';
import { createSmtpMailer } from '../../delivery/smtp-mailer.ts';
import { tryMailServer } from '../../delivery/try-mail-server.ts';
import { checkDkim, checkDmarc, checkSpf, isReserved } from './check-mail-records.ts';
import { checkMailServer, checkTestMail } from './check-mail-server.ts';
import type { Finding } from './finding.ts';

/* What doctor knows of mail: each failure is brought about, with real servers where there is one to talk to. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A real mail server that knows one account. @returns its port */
async function startServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    ...selfMadeCertificate,
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'mailer' && password === 'p@ss'
        ? done(null, { user: username })
        : done(Object.assign(new Error(`No ${username} with ${password}`), { responseCode: 535 })),
    onData(stream, _session, done) {
      stream.on('end', () => done(null, 'queued as 42 for ada@example.com')).resume();
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

/** Something that listens and speaks as it is told. @returns its port */
async function startSocket(speak: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    closers.push(() => void socket.destroy());
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Nothing that is secret is in what is found. */
function expectPlain(finding: Finding, expected: Expected) {
  expectFinding(finding, expected);
  expect(JSON.stringify(finding)).not.toMatch(/p@ss|p%40ss|hunter2/);
}

describe('the mail server', () => {
  const trusting = 'tls.rejectUnauthorized=false';
  const check = (url: string) => checkMailServer(url, tryMailServer);

  const known = `smtp://mailer:p%40ss@HOST?${trusting}`;
  const wrong = `smtp://mailer:hunter2@HOST?${trusting}`;
  const [withoutTls, withoutAuth] = [{ disabledCommands: ['STARTTLS'] }, { disabledCommands: ['AUTH'] }];
  test.each<[SMTPServerOptions, url: string, ...Expected]>([
    [{}, known, 'ok', /answers, encrypted, and knows the name and the password/],
    [{ secure: true }, known.replace('smtp', 'smtps'), 'ok', /encrypted, and knows/],
    // On the same machine it need neither encrypt nor know us.
    [{ disabledCommands: ['STARTTLS', 'AUTH'] }, 'smtp://HOST', 'ok', /not encrypted, without a sign-in/],
    [{}, wrong, 'failed', /the name and the password.*It says: “.*535/, /SMTP_URL, with @ .* %40.* % as %25/],
    [withoutAuth, wrong, 'failed', /The server offers no sign-in/, /SMTP_URL/],
    [{}, 'smtp://HOST', 'failed', /certificate of 127.0.0.1:\d+ is not trusted/, /NODE_EXTRA_CA_CERTS/],
    [withoutTls, 'smtp://HOST?requireTLS=true', 'failed', /does not encrypt/, /smtps:\/\/ and port 465/],
    [{}, `smtps://HOST?${trusting}`, 'failed', /does not encrypt/, /port 587/],
  ])('$2: $3', async (options, url, ...expected) => {
    const port = await startServer(options);
    expectPlain(await check(url.replace('HOST', `127.0.0.1:${port}`)), expected);
  });

  test.each<[(socket: Socket) => void, ...Expected]>([
    [(socket) => socket.end(), 'failed', /does not answer/, /./],
    [(socket) => socket.end('554 Not you\r\n'), 'failed', /554 Not you/, /log of the mail/],
  ])('$1: $2', async (speak, ...expected) => {
    const port = await startSocket(speak);
    expectPlain(await check(`smtp://127.0.0.1:${port}`), expected);
  });

  test('says nothing in time', async () => {
    const port = await startSocket(() => {});
    const short = { connection: 50, greeting: 50, socket: 50 };
    const finding = await checkMailServer(`smtp://127.0.0.1:${port}`, (url) => tryMailServer(url, short));
    expectPlain(finding, ['failed', /nothing answered in time/, /firewall/]);
  });
});

describe('a test mail', () => {
  const sendThrough = (port: number) => (address: string) => {
    const mailer = createSmtpMailer({
      url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      from: 'Cards <hello@example.com>',
      replyTo: () => 'hello@example.com',
    });
    closers.push(() => mailer.close());
    const mail = { messageId: '<1@example.com>', subject: 'Test', text: 'Test', html: '<p>Test</p>' };
    return mailer.send({ ...mail, to: { name: '', address } });
  };

  test('is not sent unless it is asked for', async () => {
    const finding = await checkTestMail(null, () => Promise.reject(new Error()));
    expectPlain(finding, ['skipped', /--mail ADDRESS/]);
  });

  test("is taken, in the server's own words", async () => {
    const finding = await checkTestMail('ada@example.com', sendThrough(await startServer()));
    expectPlain(finding, ['ok', /“250 queued as 42 for …”/]);
  });

  test("is refused, in the server's own words", async () => {
    const port = await startServer({
      onMailFrom: ({ address }, _session, done) =>
        done(Object.assign(new Error(`Sender ${address} is not yours`), { responseCode: 550 })),
    });
    const finding = await checkTestMail('ada@example.com', sendThrough(port));
    expectPlain(finding, ['failed', /550 Sender … is not yours/, /MAIL_FROM/]);
  });
});

describe('the records of the domain', () => {
  type Records = Record<string, string[] | string>;
  /** A name system of these texts; a word in capitals is the error it answers with. */
  const resolver = (records: Records) => async (name: string) => {
    const found = records[name] ?? 'ENOTFOUND';
    if (typeof found === 'string') throw Object.assign(new Error(name), { code: found });
    // Long texts come in parts.
    return found.map((text) => text.match(/.{1,20}/g) ?? []);
  };
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => `include:${i}.example.net`).join(' ');
  const key = 'v=DKIM1; k=rsa; p=MIGfMA0';

  test.each<[Records, ...Expected]>([
    [{ 'cards.com': ['x=1', 'v=spf1 include:mail.example.net -all'] }, 'ok', /has one: v=spf1 include:mail/],
    [{ 'cards.com': ['google-site-verification=1'] }, 'failed', /no SPF record/, /TXT record at cards\.com/],
    [{}, 'failed', /no SPF record/, /TXT record/],
    [{ 'cards.com': ['v=spf1 -all', 'v=spf1 a -all'] }, 'failed', /2 SPF records/, /one of them/],
    [{ 'cards.com': ['v=spf1 +all'] }, 'failed', /lets everybody/, /-all or ~all/],
    [{ 'cards.com': ['v=spf1 mx all'] }, 'failed', /lets everybody/],
    [{ 'cards.com': ['v=spf1 mx'] }, 'warning', /nothing about all other/, /-all/],
    [{ 'cards.com': ['v=spf1 redirect=_spf.example.net'] }, 'ok', /has one/],
    [{ 'cards.com': [`v=spf1 ${many(11)} -all`] }, 'failed', /more than 10 lookups/, /Remove/],
    [
      { 'cards.com': ['v=spf1 include:a.net mx -all'], 'a.net': [`v=spf1 ${many(9)} -all`] },
      'failed',
      /more than 10 lookups/,
    ],
    [{ 'cards.com': ['v=spf1 include:cards.com -all'] }, 'failed', /more than 10/],
    [{ 'cards.com': 'ESERVFAIL' }, 'warning', /No name server answered/, /resolv\.conf/],
  ])('SPF: $1: $2', async (records, ...expected) => {
    expectFinding(await checkSpf('cards.com', resolver(records)), expected);
  });

  const nothing = new Proxy<Records>({}, { get: () => 'ETIMEOUT' });
  test.each<[string[], Records, ...Expected]>([
    [[], { 'selector1._domainkey.cards.com': [key] }, 'ok', /has a key: selector1/],
    [['x7'], { 'x7._domainkey.cards.com': [key] }, 'ok', /has a key: x7/],
    [[], {}, 'warning', /under a usual name/, /--dkim SELECTOR/],
    [
      ['x7', 'x8'],
      { 'x8._domainkey.cards.com': [key], 'default._domainkey.cards.com': [key] },
      'failed',
      /no key called x7\./,
      /x7\._domainkey\.cards\.com/,
    ],
    [
      [],
      { 'mail._domainkey.cards.com': ['v=DKIM1; p='] },
      'failed',
      /mail of cards\.com was taken back/,
      /Publish/,
    ],
    [['x7'], { 'x7._domainkey.cards.com': ['p='] }, 'failed', /no key called x7/],
    [[], nothing, 'warning', /No name server/, /resolv\.conf/],
  ])('DKIM: $2: $3', async (selectors, records, ...expected) => {
    expectFinding(await checkDkim('cards.com', selectors, resolver(records)), expected);
  });

  test.each<[Records, ...Expected]>([
    [
      { '_dmarc.shop.cards.com': ['v=DMARC1; p=none; rua=mailto:ada@cards.com'] },
      'ok',
      /shop\.cards\.com has one, p=none\.$/,
    ],
    [{ '_dmarc.cards.com': ['v=DMARC1; p=reject'] }, 'ok', /^cards\.com has one, p=reject/],
    [{}, 'warning', /no DMARC record/, /_dmarc\.shop\.cards\.com/],
    [{ '_dmarc.cards.com': ['v=DMARC1; rua=mailto:a@cards.com'] }, 'failed', /no policy/, /p=none/],
    [{ '_dmarc.cards.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'failed', /2 records/, /Keep one/],
    [{ '_dmarc.shop.cards.com': 'ECONNREFUSED' }, 'warning', /No name server/],
  ])('DMARC: $1: $2', async (records, ...expected) => {
    expectFinding(await checkDmarc('shop.cards.com', resolver(records)), expected);
  });

  test('of a name for tests are not looked for', () => {
    const names = ['tarot.example', 'mail.localhost', 'tarot.local', 'machine', 'cards.com', 'example.com'];
    expect(names.filter(isReserved)).toEqual(['tarot.example', 'mail.localhost', 'tarot.local', 'machine']);
  });
});
