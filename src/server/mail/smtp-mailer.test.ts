import { createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Mailer, type MailFault, MailRejected, type OutgoingMail } from '../base/mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Received {
  from: string;
  recipients: string[];
  raw: string;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address.port);
    });
  });
}

/** A real SMTP server on loopback that keeps what it accepts. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  let connections = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        callback(null, 'queued as 42');
      });
    },
    ...options,
  });
  smtp.on('error', () => {});
  const port = await listen(smtp.server);
  cleanups.push(() => new Promise((resolve) => smtp.close(() => resolve())));
  return { port, received, connections: () => connections };
}

/** A TCP server that speaks whatever the test says. */
async function startSocket(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await listen(server);
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return port;
}

function createMailer(port: number, options: Partial<Parameters<typeof createSmtpMailer>[0]> = {}): Mailer {
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Career Tarot <hello@careertarot.example>',
    replyTo: () => 'contact@careertarot.example',
    ...options,
  });
  cleanups.push(() => mailer.close());
  return mailer;
}

const mail: OutgoingMail = {
  messageId: '<order-7.confirmation@careertarot.example>',
  to: { name: 'Maya Whitfield', address: 'maya@customer.example' },
  subject: 'Your order CT-7K3M9Q is confirmed',
  text: 'Thank you, Maya.\n\nYour reading is on its way – très bientôt.\n',
  html: '<p>Thank you, Maya.</p><p>Your reading is on its way – très bientôt.</p>',
};

async function rejectionOf(sending: Promise<unknown>): Promise<MailRejected> {
  const outcome = await sending.then(
    () => new Error('was accepted'),
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(MailRejected);
  return outcome as MailRejected;
}

function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Answers whatever it is asked with a code. */
const refuse =
  (code: number, words = 'Not so') =>
  (_what: unknown, _session: unknown, done: (error: Error) => void) =>
    done(smtpError(words, code));

/** Sends over one connection to a server that takes everything. @returns what arrives there */
let deliver: (changes?: Partial<OutgoingMail>) => Promise<Received & { parsed: Email }>;
beforeAll(async () => {
  const { port, received } = await startServer();
  const mailer = createMailer(port);
  const [closeServer, closeMailer] = cleanups.splice(0);
  deliver = async (changes) => {
    await mailer.send({ ...mail, ...changes });
    const [only, ...others] = received.splice(0);
    if (!only || others.length > 0) throw new Error('Not one message has arrived.');
    return { ...only, parsed: await PostalMime.parse(only.raw) };
  };
  return async () => {
    await closeMailer?.();
    await closeServer?.();
  };
});

describe('a message the server accepts', () => {
  test('arrives with its attachments', async () => {
    const content = Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1');
    const attachments = [{ filename: 'CT-7K3M9Q.pdf', contentType: 'application/pdf', content }];
    const { parsed } = await deliver({ attachments });
    expect(parsed.text).toContain('Thank you, Maya.');
    expect(parsed.attachments).toMatchObject([
      { filename: 'CT-7K3M9Q.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ]);
    expect(Buffer.from(parsed.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true);
  });

  test('arrives with its Message-ID, recipient and both parts', async () => {
    const { from, recipients, raw, parsed } = await deliver();
    expect([from, recipients]).toEqual(['hello@careertarot.example', ['maya@customer.example']]);
    expect(parsed).toMatchObject({
      messageId: mail.messageId,
      from: { name: 'Career Tarot', address: 'hello@careertarot.example' },
      to: [{ name: 'Maya Whitfield', address: 'maya@customer.example' }],
      subject: mail.subject,
      attachments: [],
    });
    expect([parsed.cc ?? [], parsed.bcc ?? []]).toEqual([[], []]);
    expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual([mail.text.trim(), mail.html]);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/im);
  });

  test('arrives with angle brackets around its Message-ID', async () => {
    const messageId = 'order-7.confirmation@careertarot.example';
    expect((await deliver({ messageId })).parsed.messageId).toBe(mail.messageId);
  });

  test('is confirmed in the server’s words', async () => {
    const { port } = await startServer();
    expect((await createMailer(port).send(mail)).response).toContain('queued as 42');
  });

  test.each(['Career Tarot <no-reply@mailer.example>', 'no-reply@mailer.example'])(
    'sets Reply-To to the contact address when sent by %s',
    async (sender) => {
      const { port, received } = await startServer();
      await createMailer(port, { from: sender }).send(mail);
      const { from, replyTo } = await PostalMime.parse(received[0]?.raw ?? '');
      expect(from?.address).toBe('no-reply@mailer.example');
      expect(replyTo?.map(({ address }) => address)).toEqual(['contact@careertarot.example']);
    },
  );

  test.each(["o'brien+readings@customer.example", 'x@1.example', 'josé@bücher.example'])(
    'can be sent to %s',
    async (address) => {
      expect((await deliver({ to: { name: '', address } })).recipients).toEqual([address]);
    },
  );

  test('has no Reply-To without a contact address', async () => {
    const { port, received } = await startServer();
    await createMailer(port, { replyTo: () => null }).send(mail);
    expect(received[0]?.raw).not.toMatch(/^Reply-To/im);
  });

  test('is rejected for a Unicode address when the server lacks SMTPUTF8', async () => {
    const { port, received } = await startServer({ hideSMTPUTF8: true });
    const mailer = createMailer(port, { replyTo: () => 'josé@careertarot.example' });
    const sending = mailer.send({ ...mail, to: { name: '', address: 'josé@customer.example' } });
    const rejection = await rejectionOf(sending);
    expect(rejection).toMatchObject({ isPermanent: true, fault: null });
    expect(rejection.message).toMatch(/lacks SMTPUTF8/);
    expect(received).toEqual([]);
    // Letters after the @ need nothing of the server, and an address for answers is left out.
    await mailer.send({ ...mail, to: { name: 'Jörg', address: 'joerg@bücher.example' } });
    expect(received[0]?.raw).toMatch(/^To: .*<joerg@xn--bcher-kva\.example>\r$/m);
    expect(received[0]?.raw).not.toMatch(/^Reply-To/im);
  });
});

describe('hostile input', () => {
  test.each([
    'a,b<evil@x.com>',
    'a@b.com,evil@x.com',
    '<evil@x.com>',
    '"a@b.com"@x.com',
    'a@b.com\r\nRCPT TO:<evil@x.com>',
    'a@b.com\u0000',
    'a@[127.0.0.1]',
    'a(comment)@b.com',
    'a@b。,com',
    '',
    `${'a'.repeat(65)}@x.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('refuses the address %j before connecting', async (address) => {
    const rejection = await rejectionOf(createMailer(0).send({ ...mail, to: { name: 'A', address } }));
    expect(rejection).toMatchObject({ isPermanent: true, responseCode: null });
    expect(rejection.message).toContain('not one plain email address');
  });

  test.each(['<a@b>\r\nBcc: evil@x.com', '<a b@c>', 'no-at-sign', ''])(
    'refuses the Message-ID %j before connecting',
    async (messageId) => {
      const rejection = await rejectionOf(createMailer(0).send({ ...mail, messageId }));
      expect(rejection).toMatchObject({ isPermanent: true, responseCode: null });
      expect(rejection.message).toContain('Message-ID is malformed');
    },
  );

  test.each<[name: string, shown?: string]>([
    ['Rita, "Co" & <x@y.example>, Bo'],
    ['Maya\r\nBcc: evil@x.com', 'Maya Bcc: evil@x.com'],
    ['group: evil@x.com;'],
    ['=?utf-8?q?evil=40x=2Ecom?=', 'evil@x.com'],
    [`${'Ä'.repeat(120)}, evil@x.com`],
  ])('adds no recipient or header for the name %j', async (name, shown = name) => {
    const { recipients, parsed } = await deliver({ to: { name, address: 'maya@customer.example' } });
    expect(recipients).toEqual(['maya@customer.example']);
    expect(parsed.to).toMatchObject([{ name: shown, address: 'maya@customer.example' }]);
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  test('turns neither a subject into headers nor a text into commands', async () => {
    const text = 'One.\r\n.\r\nMAIL FROM:<evil@x.com>\r\n..\nEnd.';
    const { recipients, parsed } = await deliver({ subject: 'Hello\r\nBcc: evil@x.com\r\n\r\nbody', text });
    expect(parsed.subject).toBe('Hello Bcc: evil@x.com body');
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(recipients).toEqual(['maya@customer.example']);
    expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(text.replaceAll('\r\n', '\n'));
  });
});

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
    ['a recipient before a sign-in', { onRcptTo: refuse(530) }, 530, 'sign_in'],
    ['spam content', content(554), 554, 'final'],
    ['a foreign sender', { onMailFrom: refuse(550) }, 550, 'sender'],
    ['an oversized mail', { onMailFrom: refuse(552) }, 552, 'final'],
    ['a relay in the words of Postfix', relay('Relay access denied', 554), 554, 'relay'],
    ['a relay in the words of Sendmail', relay('Relaying denied'), 550, 'relay'],
    ['a relay in the words of Exim', relay('relay not permitted'), 550, 'relay'],
    ['a relay in the words of Exchange', relay('Unable to relay recipient'), 550, 'relay'],
    ['a wrong password', login(535), 535, 'sign_in', 'mailer:hunter22@'],
    ['a temporary sign-in failure', login(454), 454, 'passing', 'mailer:hunter22@'],
    ['a missing sign-in', { authOptional: false, allowInsecureAuth: true }, 530, 'sign_in'],
    ['an untrusted certificate', { disabledCommands: [] }, null, 'certificate'],
    ['a busy greeting', { onConnect: (_session, done) => done(smtpError('Busy', 421)) }, 421, 'passing'],
  ])('%s', async (_what, options, responseCode, verdict, credentials = '') => {
    const { port } = await startServer(options);
    const url = `smtp://${credentials}127.0.0.1:${port}`;
    const fault = verdict === 'final' || verdict === 'passing' ? null : verdict;
    expect(await rejectionOf(createMailer(port, { url }).send(mail))).toMatchObject({
      isPermanent: verdict === 'final',
      responseCode,
      fault,
    });
  });

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
