import type { Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../tests/faults/servers/free-port.ts';
import {
  createMailer,
  mail,
  refuse,
  rejectionOf,
  smtpError,
  startServer,
  startSocket,
} from '../../../tests/kit/smtp-servers.ts';
import type { MailFault } from '../base/mailer.ts';

describe('a refusal by the server', () => {
  const login = (code: number) => ({ allowInsecureAuth: true, onAuth: refuse(code) });
  const content = (code: number): SMTPServerOptions => ({
    onData: (stream, _session, callback) =>
      stream.on('end', () => callback(smtpError('Looks like spam', code))).resume(),
  });
  const relay = (words: string, code = 550) => ({ onRcptTo: refuse(code, words) });

  test.each<[string, SMTPServerOptions, number | null, 'final' | 'passing' | MailFault, string?]>([
    ['an unknown recipient', { onRcptTo: refuse(550) }, 550, 'final'],
    ['a deferred recipient', { onRcptTo: refuse(450) }, 450, 'passing'],
    ['a recipient out of sequence', { onRcptTo: refuse(503) }, 503, 'passing'],
    ['a recipient before a sign-in', { onRcptTo: refuse(530) }, 530, 'sign_in'],
    ['spam content', content(554), 554, 'final'],
    ['deferred content', content(451), 451, 'passing'],
    ['a foreign sender', { onMailFrom: refuse(550) }, 550, 'sender'],
    ['a deferred sender', { onMailFrom: refuse(451) }, 451, 'passing'],
    ['an oversized mail', { onMailFrom: refuse(552) }, 552, 'final'],
    ['a relay in the words of Postfix', relay('Relay access denied', 554), 554, 'relay'],
    ['a relay in the words of Sendmail', relay('Relaying denied'), 550, 'relay'],
    ['a relay in the words of Exim', relay('relay not permitted'), 550, 'relay'],
    ['a relay in the words of Exchange', relay('Unable to relay recipient'), 550, 'relay'],
    ['a wrong password', login(535), 535, 'sign_in', 'mailer:hunter22@'],
    ['a missing app password', login(534), 534, 'sign_in', 'mailer:hunter22@'],
    ['a temporary sign-in failure', login(454), 454, 'passing', 'mailer:hunter22@'],
    ['a missing sign-in', { authOptional: false, allowInsecureAuth: true }, 530, 'sign_in'],
    ['an untrusted certificate', { disabledCommands: [] }, null, 'certificate'],
    ['a busy greeting', { onConnect: (_session, done) => done(smtpError('Busy', 421)) }, 421, 'passing'],
  ])(
    'reports %s as final, temporary, or a settings fault',
    async (_what, options, responseCode, verdict, credentials = '') => {
      const { port } = await startServer(options);
      const url = `smtp://${credentials}127.0.0.1:${port}`;
      const fault = verdict === 'final' || verdict === 'passing' ? null : verdict;
      expect(await rejectionOf(createMailer(port, { url }).send(mail))).toMatchObject({
        isPermanent: verdict === 'final',
        responseCode,
        fault,
      });
    },
  );

  test('blames the settings for an unknown host or missing TLS', async () => {
    const faultAt = async (url: string) => (await rejectionOf(createMailer(0, { url }).send(mail))).fault;
    expect(await faultAt('smtp://mail.nowhere.invalid:25')).toBe('name');
    const { port } = await startServer();
    expect(await faultAt(`smtps://127.0.0.1:${port}`)).toBe('tls');
  });

  test('keeps the server’s words and reuses the connection', async () => {
    const { port, received, connections } = await startServer({
      onRcptTo: ({ address }, _session, callback) =>
        address.startsWith('unknown') ? callback(smtpError('No such mailbox', 550)) : callback(),
    });
    const mailer = createMailer(port, { maxConnections: 1 });
    const to = { name: '', address: 'unknown@customer.example' };
    expect((await rejectionOf(mailer.send({ ...mail, to }))).message).toContain('No such mailbox');
    await mailer.send(mail);
    expect([received.length, connections()]).toEqual([1, 1]);
  });
});

describe('a server that cannot be used', () => {
  test('signs in, and hides the password when sign-in fails', async () => {
    const password = 'correct horse/battery';
    const encoded = Buffer.from(password).toString('base64');
    const { port, received } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['PLAIN'],
      onAuth: (auth, _session, callback) =>
        auth.username === 'mailer' && auth.password === 'p@ss'
          ? callback(null, { user: 'mailer' })
          : callback(smtpError(`Bad login ${auth.username}:${auth.password} ${encoded}`, 535)),
    });
    await createMailer(port, { url: `smtp://mailer:p%40ss@127.0.0.1:${port}` }).send(mail);
    expect(received).toHaveLength(1);
    const url = `smtp://mailer:${encodeURIComponent(password)}@127.0.0.1:${port}`;
    const rejection = await rejectionOf(createMailer(port, { url }).send(mail));
    expect(rejection.message).toContain('Bad login');
    const shown = `${rejection.message} ${rejection.stack} ${JSON.stringify(rejection)} ${String(rejection.cause)}`;
    for (const secret of [password, encoded]) expect(shown).not.toContain(secret);
  });

  test('treats a refused connection as temporary', async () => {
    const rejection = await rejectionOf(createMailer(await findFreePort()).send(mail));
    expect(rejection).toMatchObject({ isPermanent: false, responseCode: null, fault: null });
    expect(rejection.message).toContain('ECONNREFUSED');
  });

  test.each<[string, (socket: Socket) => unknown, object]>([
    ['never greets', () => {}, { greeting: 200 }],
    ['falls silent', (socket) => socket.write('220 ready\r\n'), { socket: 200 }],
    [
      'trickles its answer',
      (socket) => {
        const drip = setInterval(() => socket.write('220-wait\r\n'), 50);
        socket.on('close', () => clearInterval(drip));
      },
      { delivery: 400 },
    ],
  ])('gives up for now on a server that %s', async (_what, speak, timeouts) => {
    const port = await startSocket(speak);
    const started = Date.now();
    const rejection = await rejectionOf(createMailer(port, { timeouts }).send(mail));
    expect(rejection).toMatchObject({ isPermanent: false, responseCode: null });
    expect(Date.now() - started).toBeLessThan(5000);
  });

  test('treats a break after the message as temporary and sends once', async () => {
    let messages = 0;
    const port = await startSocket((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        if (text.endsWith('\r\n.\r\n')) {
          messages += 1;
          socket.destroy();
        } else if (/^(EHLO|MAIL|RCPT)/.test(text)) socket.write('250 ok\r\n');
        else if (text.startsWith('DATA')) socket.write('354 go on\r\n');
      });
    });
    const rejection = await rejectionOf(createMailer(port).send(mail));
    expect(rejection).toMatchObject({ isPermanent: false, responseCode: null });
    expect(messages).toBe(1);
  });
});

describe('a password that would cross a network', () => {
  // Another name for this machine that is no loopback address, and so stands for a server elsewhere.
  const elsewhere = (port: number, query = '') => `smtp://mailer:hunter22@0.0.0.0:${port}${query}`;

  /** A server that offers no TLS, or an attacker who hides the offer. @returns all it receives */
  async function startPlainServer(hello = '250-here\r\n250 AUTH PLAIN LOGIN\r\n') {
    const heard: string[] = [];
    const port = await startSocket((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (chunk: Buffer) => {
        const words = chunk.toString();
        heard.push(words);
        if (words.startsWith('EHLO')) socket.write(hello);
        else if (words.startsWith('STARTTLS')) socket.write('502 not here\r\n');
        else socket.write('535 no\r\n');
      });
    });
    return { port, heard };
  }

  test('is not sent without TLS, nor is the mail', async () => {
    const { port, heard } = await startPlainServer();
    const rejection = await rejectionOf(createMailer(port, { url: elsewhere(port) }).send(mail));
    expect(rejection.isPermanent).toBe(false);
    expect(rejection.message).toContain('STARTTLS');
    expect(heard.join('')).toMatch(/^EHLO [^\r]+\r\nSTARTTLS\r\n$/);
    const old = await startPlainServer('500 what?\r\n');
    await rejectionOf(createMailer(old.port, { url: elsewhere(old.port) }).send(mail));
    expect(old.heard.join('')).toMatch(/^EHLO [^\r]+\r\n$/);
  });

  test('is sent after STARTTLS', async () => {
    let wasSecure: boolean | undefined;
    const { port, received } = await startServer({
      disabledCommands: [],
      onAuth: (_auth, session, callback) => {
        wasSecure = session.secure;
        callback(null, { user: 'mailer' });
      },
    });
    const url = elsewhere(port, '?tls.rejectUnauthorized=false');
    await createMailer(port, { url }).send(mail);
    expect([wasSecure, received.length]).toEqual([true, 1]);
  });

  test('is sent in the clear only if set or on loopback', async () => {
    const { port, heard } = await startPlainServer();
    for (const url of [elsewhere(port, '?requireTLS=false'), `smtp://mailer:hunter22@127.0.0.1:${port}`]) {
      heard.length = 0;
      await rejectionOf(createMailer(port, { url }).send(mail));
      expect(heard.join('')).toContain('AUTH PLAIN');
    }
  });
});
