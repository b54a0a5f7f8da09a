import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { selfMadeCertificate } from '../../../../tests/kit/self-made-certificate.ts';
import { createSmtpMailer } from '../../mail/smtp-mailer.ts';
import { tryMailServer } from '../../mail/smtp-server.ts';
import { checkMail } from './check-mail.ts';
import type { Finding } from './finding.ts';

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

/** A server that listens, and answers as the test says. @returns its port */
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
function expectPlain(finding: Finding, expected: RegExp) {
  expectFinding(finding, expected);
  expect(JSON.stringify(finding)).not.toMatch(/p@ss|p%40ss|hunter2/);
}

describe('the mail server', () => {
  const trusting = 'tls.rejectUnauthorized=false';
  const check = (url: string) => checkMail(url, tryMailServer, null);

  const known = `smtp://mailer:p%40ss@HOST?${trusting}`;
  const wrong = `smtp://mailer:hunter2@HOST?${trusting}`;
  const requiresTls = 'smtp://HOST?requireTLS=true';
  const [withoutTls, withoutAuth] = [{ disabledCommands: ['STARTTLS'] }, { disabledCommands: ['AUTH'] }];
  test.each<[SMTPServerOptions, url: string, RegExp]>([
    [{}, known, /^ok: .*answers over an encrypted connection and accepts the username and password/],
    [{ secure: true }, known.replace('smtp', 'smtps'), /^ok: .*an encrypted connection and accepts/],
    // On the same machine it need neither encrypt nor know us.
    [
      { disabledCommands: ['STARTTLS', 'AUTH'] },
      'smtp://HOST',
      /^ok: .*unencrypted connection, without a sign-in/,
    ],
    [{}, wrong, /^error: .*username and password.*The error: “.*535.*→.*SMTP_URL, with @ .* %40.* % as %25/],
    [withoutAuth, wrong, /^error: .*The server offers no sign-in.*→.*SMTP_URL/],
    [{}, 'smtp://HOST', /^error: .*certificate of 127.0.0.1:\d+ is not trusted.*→.*NODE_EXTRA_CA_CERTS/],
    [withoutTls, requiresTls, /^error: .*does not offer encryption.*→.*smtps:\/\/ and port 465/],
    [{}, `smtps://HOST?${trusting}`, /^error: .*does not offer encryption.*→.*port 587/],
  ])('leads to the finding $2', async (options, url, expected) => {
    const port = await startServer(options);
    expectPlain(await check(url.replace('HOST', `127.0.0.1:${port}`)), expected);
  });

  test.each<[(socket: Socket) => void, RegExp]>([
    [(socket) => socket.end(), /^error: .*does not answer/],
    [(socket) => socket.end('554 Not you\r\n'), /^error: .*554 Not you.*→.*mail server’s log/],
  ])('leads to the finding $1', async (speak, expected) => {
    const port = await startSocket(speak);
    expectPlain(await check(`smtp://127.0.0.1:${port}`), expected);
  });

  test('leads to DNS advice when its name is unknown', async () => {
    const words = 'getaddrinfo EAI_AGAIN mail.cards.com';
    const unknown = async () => ({ problem: 'name' as const, words, code: 'EDNS' });
    const finding = await checkMail('smtps://mail.cards.com:465', unknown, null);
    expectPlain(
      finding,
      /^error: .*name mail\.cards\.com does not exist, or.*→.*SMTP_URL\. If .*resolv\.conf/,
    );
    expect(finding.advice).not.toContain('A record');
  });

  test('is reported as a timeout when it stays silent', async () => {
    const port = await startSocket(() => {});
    const short = { connection: 50, greeting: 50, socket: 50 };
    const finding = await checkMail(`smtp://127.0.0.1:${port}`, (url) => tryMailServer(url, short), null);
    expectPlain(finding, /^error: .*nothing answered in time.*→.*firewall/);
  });
});

describe('a test mail', () => {
  const trusting = (port: number) => `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`;
  const sendThrough = (port: number) => () => {
    const mailer = createSmtpMailer({
      url: trusting(port),
      from: 'Cards <hello@example.com>',
      replyTo: () => 'hello@example.com',
    });
    closers.push(() => mailer.close());
    const mail = { messageId: '<1@example.com>', subject: 'Test', text: 'Test', html: '<p>Test</p>' };
    return mailer.send({ ...mail, to: { name: '', address: 'ada@example.com' } });
  };
  const check = (port: number) => checkMail(trusting(port), tryMailServer, sendThrough(port));

  test('reports success in the server’s own words', async () => {
    expectPlain(await check(await startServer()), /^ok: .*test email: “250 queued as 42 for …”/);
  });

  test('reports a refusal in the server’s own words', async () => {
    const port = await startServer({
      onMailFrom: ({ address }, _session, done) =>
        done(Object.assign(new Error(`Sender ${address} is not yours`), { responseCode: 550 })),
    });
    expectPlain(await check(port), /^error: .*test email .*550 Sender … is not yours.*→.*MAIL_FROM/);
  });
});
