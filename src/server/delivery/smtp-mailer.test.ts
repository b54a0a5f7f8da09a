import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Mailer, type MailFault, MailRejected, type OutgoingMail } from '../context/mailer.ts';
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
  const sockets = new Set<Socket>();
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listen(smtp.server);
  cleanups.push(() => new Promise((resolve) => smtp.close(() => resolve())));
  /** Ends what is connected, and waits until the other side has noticed. */
  const drop = () =>
    Promise.all([...sockets].map((socket) => Promise.all([once(socket, 'close'), socket.end()])));
  return { port, received, connections: () => connections, drop };
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

/** Sends over one connection to a server that takes everything. @returns what arrives there */
let deliver: (changes: Partial<OutgoingMail>) => Promise<Received[]>;
beforeAll(async () => {
  const { port, received } = await startServer();
  const mailer = createMailer(port);
  const [closeServer, closeMailer] = cleanups.splice(0);
  deliver = async (changes) => {
    await mailer.send({ ...mail, ...changes });
    return received.splice(0);
  };
  return async () => {
    await closeMailer?.();
    await closeServer?.();
  };
});

describe('a message the server takes', () => {
  test('arrives with its Message-ID, its recipient and both parts', async () => {
    const { port, received } = await startServer();
    const { response } = await createMailer(port).send(mail);
    expect(response).toContain('queued as 42');
    expect(received).toHaveLength(1);
    const [message] = received;
    expect(message?.from).toBe('hello@careertarot.example');
    expect(message?.recipients).toEqual(['maya@customer.example']);

    const parsed = await PostalMime.parse(message?.raw ?? '');
    expect(parsed.messageId).toBe(mail.messageId);
    expect(parsed.from).toMatchObject({ name: 'Career Tarot', address: 'hello@careertarot.example' });
    expect(parsed.to).toMatchObject([{ name: 'Maya Whitfield', address: 'maya@customer.example' }]);
    expect(parsed.cc ?? []).toEqual([]);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    expect(parsed.html?.trim()).toBe(mail.html);
    expect(parsed.attachments).toEqual([]);
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(message?.raw).toMatch(/^Content-Type: multipart\/alternative/im);
  });

  test('keeps its Message-ID when it is sent again', async () => {
    const { port, received } = await startServer();
    const mailer = createMailer(port);
    await mailer.send(mail);
    await mailer.send({ ...mail, messageId: 'order-7.confirmation@careertarot.example' });
    const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect(ids).toEqual([mail.messageId, mail.messageId]);
  });

  test('shares a few connections with the others', async () => {
    const { port, received, connections } = await startServer();
    const mailer = createMailer(port, { maxConnections: 2 });
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        mailer.send({ ...mail, messageId: `<m${i}@careertarot.example>` }),
      ),
    );
    expect(received).toHaveLength(12);
    expect(connections()).toBeLessThanOrEqual(2);
  });

  test('goes out over a new connection when the server has dropped the idle one', async () => {
    const { port, received, connections, drop } = await startServer();
    const mailer = createMailer(port, { maxConnections: 1 });
    await mailer.send(mail);
    await drop();
    await mailer.send(mail);
    expect(received).toHaveLength(2);
    expect(connections()).toBe(2);
  });

  test('may have a sender that is an address alone', async () => {
    const { port, received } = await startServer();
    await createMailer(port, { from: 'hello@careertarot.example' }).send(mail);
    expect(received[0]?.from).toBe('hello@careertarot.example');
  });

  test('is answered to the address that customers write to, whoever sent it', async () => {
    const { port, received } = await startServer();
    await createMailer(port, { from: 'Career Tarot <no-reply@mailer.example>' }).send(mail);
    const { from, replyTo } = await PostalMime.parse(received[0]?.raw ?? '');
    expect(from?.address).toBe('no-reply@mailer.example');
    expect(replyTo?.map(({ address }) => address)).toEqual(['contact@careertarot.example']);
  });

  test.each([
    "o'brien+readings@customer.example",
    'first.last@sub.customer.example',
    'x@1.example',
    'maya@Customer.EXAMPLE',
  ])('may go to %s', async (address) => {
    const received = await deliver({ to: { name: '', address } });
    expect(received[0]?.recipients.map((recipient) => recipient.toLowerCase())).toEqual([
      address.toLowerCase(),
    ]);
  });

  test('to letters other than a to z before the @ goes out where the server takes them', async () => {
    const received = await deliver({ to: { name: '', address: 'josé@bücher.example' } });
    expect(received[0]?.recipients).toEqual(['josé@bücher.example']);
  });

  test('to letters other than a to z before the @ is refused for good where the server lacks SMTPUTF8', async () => {
    const { port, received } = await startServer({ hideSMTPUTF8: true });
    const sending = createMailer(port).send({ ...mail, to: { name: '', address: 'josé@customer.example' } });
    const rejection = await rejectionOf(sending);
    expect(rejection).toMatchObject({ isPermanent: true, fault: null });
    expect(rejection.message).toMatch(/lacks SMTPUTF8/);
    expect(received).toEqual([]);
  });

  test('to other letters after the @ needs nothing of the server', async () => {
    const { port, received } = await startServer({ hideSMTPUTF8: true });
    await createMailer(port).send({ ...mail, to: { name: '', address: 'jose@bücher.example' } });
    expect(received[0]?.raw).toMatch(/^To: jose@xn--bcher-kva\.example\r$/m);
  });

  test('names no address for answers that this server could not take', async () => {
    const { port, received } = await startServer({ hideSMTPUTF8: true });
    await createMailer(port, { replyTo: () => 'josé@careertarot.example' }).send(mail);
    expect(received[0]?.raw).not.toMatch(/^Reply-To/im);
  });

  test.each(['<b>Rita</b>', 'Rita <rita@elsewhere.example>', 'Rita, "Co" & <x@y.example>, Bo'])(
    'goes to one mailbox and shows the name as it is, called %s',
    async (name) => {
      const received = await deliver({ to: { name, address: mail.to.address } });
      expect(received[0]?.recipients).toEqual([mail.to.address]);
      const { to } = await PostalMime.parse(received[0]?.raw ?? '');
      expect(to).toMatchObject([{ name, address: mail.to.address }]);
    },
  );

  test('may go to an internationalised domain', async () => {
    const received = await deliver({ to: { name: 'Jörg', address: 'joerg@bücher.example' } });
    // The server turns the domain back for its own use; on the wire it is ASCII.
    expect(received[0]?.recipients).toEqual(['joerg@bücher.example']);
    expect(received[0]?.raw).toMatch(/^To: .*<joerg@xn--bcher-kva\.example>/m);
  });
});

describe('hostile input', () => {
  test.each([
    'a,b<evil@x.com>',
    'a@b.com,evil@x.com',
    'a@b.com;evil@x.com',
    'a@b.com evil@x.com',
    '<evil@x.com>',
    'a@b.com>',
    '"a@b.com"@x.com',
    '"evil"@x.com',
    'a@b.com@x.com',
    'a@b.com\r\nRCPT TO:<evil@x.com>',
    'a@b.com\nBcc: evil@x.com',
    'a@b.com\u0000',
    'a@[127.0.0.1]',
    'a(comment)@b.com',
    'group:a@b.com;',
    'a\\@b.com',
    'a..b@x.com',
    'a@b,com',
    'a@b。,com',
    'a＠b.com',
    '@x.com',
    'a@',
    'a',
    '',
    `${'a'.repeat(65)}@x.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('the address %j is refused before anything is opened', async (address) => {
    const { port, received, connections } = await startServer();
    const rejection = await rejectionOf(createMailer(port).send({ ...mail, to: { name: 'A', address } }));
    expect(rejection.isPermanent).toBe(true);
    expect(rejection.responseCode).toBeNull();
    expect(connections()).toBe(0);
    expect(received).toEqual([]);
  });

  test.each([
    'evil@x.com',
    'Maya <evil@x.com>',
    '"Maya" <evil@x.com>, other',
    'evil@x.com>, <a@b.com',
    'Maya\r\nBcc: evil@x.com',
    'Maya\nX-Injected: yes',
    'group: evil@x.com;',
    '=?utf-8?q?evil=40x=2Ecom?=',
    `${'Ä'.repeat(120)}, evil@x.com`,
  ])('the name %j adds neither a recipient nor a header', async (name) => {
    const received = await deliver({ to: { name, address: 'maya@customer.example' } });
    const [message] = received;
    expect(message?.recipients).toEqual(['maya@customer.example']);
    const parsed = await PostalMime.parse(message?.raw ?? '');
    expect(parsed.to?.map(({ address }) => address)).toEqual(['maya@customer.example']);
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(parsed.headers.map(({ key }) => key)).not.toContain('x-injected');
  });

  test('a subject cannot add a header', async () => {
    const received = await deliver({ subject: 'Hello\r\nBcc: evil@x.com\r\n\r\nbody' });
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed.subject).toBe('Hello Bcc: evil@x.com body');
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(received[0]?.recipients).toEqual(['maya@customer.example']);
  });

  test.each(['<a@b>\r\nBcc: evil@x.com', '<a b@c>', 'no-at-sign', ''])(
    'the Message-ID %j is refused',
    async (messageId) => {
      const { port, connections } = await startServer();
      const rejection = await rejectionOf(createMailer(port).send({ ...mail, messageId }));
      expect(rejection.isPermanent).toBe(true);
      expect(connections()).toBe(0);
    },
  );

  test('a text that looks like SMTP stays a text', async () => {
    const { port, received } = await startServer();
    const text = 'One.\r\n.\r\nMAIL FROM:<evil@x.com>\r\n..\nEnd.';
    await createMailer(port).send({ ...mail, text });
    expect(received).toHaveLength(1);
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(text.replaceAll('\r\n', '\n'));
  });
});

describe('a message the server refuses', () => {
  test.each([
    [550, true],
    [552, true],
    [554, true],
    [450, false],
    [421, false],
    [451, false],
    [503, false],
    [530, false],
  ])('with %i for its recipient: permanent is %s', async (code, isPermanent) => {
    const { port } = await startServer({
      onRcptTo: (_address, _session, callback) => callback(smtpError('No such mailbox here', code)),
    });
    const rejection = await rejectionOf(createMailer(port).send(mail));
    expect(rejection.isPermanent).toBe(isPermanent);
    expect(rejection.responseCode).toBe(code);
    expect(rejection.message).toContain('No such mailbox here');
  });

  test.each([
    [554, true],
    [552, true],
    [451, false],
  ])('with %i for its content: permanent is %s', async (code, isPermanent) => {
    const { port } = await startServer({
      onData(stream, _session, callback) {
        stream.resume();
        stream.on('end', () => callback(smtpError('Looks like spam', code)));
      },
    });
    const rejection = await rejectionOf(createMailer(port).send(mail));
    expect(rejection.isPermanent).toBe(isPermanent);
    expect(rejection.responseCode).toBe(code);
    expect(rejection.message).toContain('Looks like spam');
  });

  test('because of its sender is not lost: that is ours to repair', async () => {
    const { port } = await startServer({
      onMailFrom: (_address, _session, callback) => callback(smtpError('Sender not allowed', 550)),
    });
    const rejection = await rejectionOf(createMailer(port).send(mail));
    expect(rejection.isPermanent).toBe(false);
    expect(rejection.responseCode).toBe(550);
  });

  test('does not spoil the connection for the next one', async () => {
    const { port, received, connections } = await startServer({
      onRcptTo: ({ address }, _session, callback) =>
        address.startsWith('nobody') ? callback(smtpError('No such mailbox', 550)) : callback(),
    });
    const mailer = createMailer(port, { maxConnections: 1 });
    await rejectionOf(mailer.send({ ...mail, to: { name: '', address: 'nobody@customer.example' } }));
    await mailer.send(mail);
    expect(received).toHaveLength(1);
    expect(connections()).toBe(1);
  });
});

describe('a server that cannot be used', () => {
  test('a refused login is temporary and its message holds no password', async () => {
    const password = 'correct horse/battery';
    const { port } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['PLAIN'],
      onAuth: (auth, _session, callback) =>
        callback(
          smtpError(
            `Bad login ${auth.username}:${auth.password} ${Buffer.from(password).toString('base64')}`,
            535,
          ),
        ),
    });
    const url = `smtp://mailer:${encodeURIComponent(password)}@127.0.0.1:${port}`;
    const rejection = await rejectionOf(createMailer(port, { url }).send(mail));
    expect(rejection.isPermanent).toBe(false);
    expect(rejection.responseCode).toBe(535);
    expect(rejection.message).toContain('Bad login');
    const shown = `${rejection.message} ${rejection.stack} ${JSON.stringify(rejection)} ${String(rejection.cause)}`;
    expect(shown).not.toContain(password);
    expect(shown).not.toContain(Buffer.from(password).toString('base64'));
  });

  test('a login that works is used', async () => {
    const { port, received } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) =>
        auth.username === 'mailer' && auth.password === 'p@ss'
          ? callback(null, { user: 'mailer' })
          : callback(smtpError('Bad login', 535)),
    });
    await createMailer(port, { url: `smtp://mailer:p%40ss@127.0.0.1:${port}` }).send(mail);
    expect(received).toHaveLength(1);
  });

  test('a refused connection is temporary', async () => {
    const port = await startSocket(() => {});
    await cleanups.pop()?.();
    const rejection = await rejectionOf(createMailer(port).send(mail));
    expect(rejection).toMatchObject({ isPermanent: false, responseCode: null, fault: null });
    expect(rejection.message).toContain('ECONNREFUSED');
  });

  test('a greeting that never comes ends in a temporary failure', async () => {
    const port = await startSocket(() => {});
    const started = Date.now();
    const rejection = await rejectionOf(createMailer(port, { timeouts: { greeting: 200 } }).send(mail));
    expect(rejection).toMatchObject({ isPermanent: false, responseCode: null });
    expect(Date.now() - started).toBeLessThan(2000);
  });

  test('a server that falls silent ends in a temporary failure', async () => {
    const port = await startSocket((socket) => socket.write('220 ready\r\n'));
    const rejection = await rejectionOf(createMailer(port, { timeouts: { socket: 200 } }).send(mail));
    expect(rejection.isPermanent).toBe(false);
  });

  test('a server that trickles its answer is given up on', async () => {
    const port = await startSocket((socket) => {
      socket.write('220-wait\r\n');
      const drip = setInterval(() => socket.write('220-wait\r\n'), 50);
      socket.on('close', () => clearInterval(drip));
    });
    const rejection = await rejectionOf(createMailer(port, { timeouts: { delivery: 400 } }).send(mail));
    expect(rejection.isPermanent).toBe(false);
  });

  test('a connection that breaks after the message was sent is temporary, and the message is sent once', async () => {
    let messages = 0;
    const port = await startSocket((socket) => {
      let isData = false;
      socket.write('220 ready\r\n');
      socket.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        if (isData && text.endsWith('\r\n.\r\n')) {
          messages += 1;
          socket.destroy();
        } else if (!isData && text.startsWith('DATA')) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (!isData) {
          socket.write('250 ok\r\n');
        }
      });
    });
    const rejection = await rejectionOf(createMailer(port).send(mail));
    expect(rejection).toMatchObject({ isPermanent: false, responseCode: null });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(messages).toBe(1);
  });

  test('a closed mailer takes no more', async () => {
    const { port, connections } = await startServer();
    const mailer = createMailer(port);
    mailer.close();
    const rejection = await rejectionOf(mailer.send(mail));
    expect(rejection.isPermanent).toBe(false);
    expect(connections()).toBe(0);
  });
});

describe('what is wrong in our own settings is told from what may pass or is about one mail', () => {
  const refuse = (code: number) => (_what: unknown, _session: unknown, done: (error: Error) => void) =>
    done(smtpError('Not so', code));
  const login = (code: number): SMTPServerOptions => ({
    allowInsecureAuth: true,
    onAuth: refuse(code),
  });

  test.each<[string, SMTPServerOptions, MailFault | null, string?]>([
    ['a password that is wrong', login(535), 'sign_in', 'mailer:hunter22@'],
    ['a password for programs that is wanted', login(534), 'sign_in', 'mailer:hunter22@'],
    ['a sign-in that fails for now', login(454), null, 'mailer:hunter22@'],
    ['a server that wants a sign-in', { authOptional: false, allowInsecureAuth: true }, 'sign_in'],
    ['a certificate that nobody trusts', { disabledCommands: [] }, 'certificate'],
    ['a sender that is not ours', { onMailFrom: refuse(553) }, 'sender'],
    ['a sender that has to wait', { onMailFrom: refuse(451) }, null],
    ['a recipient that is unknown', { onRcptTo: refuse(550) }, null],
    ['a greeting that is busy', { onConnect: (_session, done) => done(smtpError('Busy', 421)) }, null],
  ])('%s', async (_what, options, fault, credentials = '') => {
    const { port } = await startServer(options);
    const url = `smtp://${credentials}127.0.0.1:${port}`;
    expect((await rejectionOf(createMailer(port, { url }).send(mail))).fault).toBe(fault);
  });

  test('a host that is no name, and a server that does not encrypt', async () => {
    const faultAt = async (url: string) => (await rejectionOf(createMailer(0, { url }).send(mail))).fault;
    expect(await faultAt('smtp://mail.nowhere.invalid:25')).toBe('name');
    const { port } = await startServer();
    expect(await faultAt(`smtps://127.0.0.1:${port}`)).toBe('tls');
  });
});

test.each([
  '554 5.7.1 <maya@customer.example>: Relay access denied',
  '550 5.7.1 <maya@customer.example>... Relaying denied',
  '550 relay not permitted',
  '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
])('a server that passes nothing on for us loses no mail: %s', async (words) => {
  const { port } = await startServer({
    onRcptTo: (_address, _session, done) => done(smtpError(words.slice(4), Number(words.slice(0, 3)))),
  });
  const rejection = await rejectionOf(createMailer(port).send(mail));
  expect(rejection).toMatchObject({ isPermanent: false, fault: 'relay' });
});

describe('a password that would cross a network', () => {
  // Another name for this machine that is no loopback address, and so stands for a server elsewhere.
  const elsewhere = (port: number, query = '') => `smtp://mailer:hunter22@0.0.0.0:${port}${query}`;

  /** A server that offers no TLS, or somebody on the way who hides the offer. @returns all it is told */
  async function startPlainServer() {
    const heard: string[] = [];
    const port = await startSocket((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (chunk: Buffer) => {
        const words = chunk.toString();
        heard.push(words);
        if (words.startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN LOGIN\r\n');
        else if (words.startsWith('STARTTLS')) socket.write('502 not here\r\n');
        else socket.write('535 no\r\n');
      });
    });
    return { port, heard };
  }

  test('is not sent, nor is the mail, where there is no TLS', async () => {
    const { port, heard } = await startPlainServer();
    const rejection = await rejectionOf(createMailer(port, { url: elsewhere(port) }).send(mail));
    expect(rejection.isPermanent).toBe(false);
    expect(rejection.message).toContain('STARTTLS');
    expect(heard.join('')).toMatch(/^EHLO [^\r]+\r\nSTARTTLS\r\n$/);
  });

  test('is not sent to a server that knows no EHLO either', async () => {
    let heard = '';
    const port = await startSocket((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
        socket.write(chunk.toString().startsWith('EHLO') ? '500 what?\r\n' : '250 ok\r\n');
      });
    });
    await rejectionOf(createMailer(port, { url: elsewhere(port) }).send(mail));
    expect(heard).toMatch(/^EHLO [^\r]+\r\n$/);
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

  test('is sent as it is when the address asks for that', async () => {
    const { port, heard } = await startPlainServer();
    await rejectionOf(createMailer(port, { url: elsewhere(port, '?requireTLS=false') }).send(mail));
    expect(heard.join('')).toContain('AUTH PLAIN');
  });

  test('may go in the clear where it crosses none', async () => {
    const { port, heard } = await startPlainServer();
    const url = `smtp://mailer:hunter22@127.0.0.1:${port}`;
    await rejectionOf(createMailer(port, { url }).send(mail));
    expect(heard.join('')).toContain('AUTH PLAIN');
  });
});

describe('settings', () => {
  test.each([
    'not a url',
    'http://user:hunter22@mail.example',
    'smtp://',
    'smtp//user:hunter22@mail.example',
  ])('the address %j is refused at once, without repeating a password', (url) => {
    let message = '';
    try {
      createSmtpMailer({ url, from: 'a@b.example', replyTo: () => 'a@b.example' });
    } catch (error) {
      message = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
    }
    expect(message).toContain('SMTP address');
    expect(message).not.toContain('hunter22');
  });

  test.each(['', 'nobody', 'a@b.example, c@d.example', 'Group: a@b.example, c@d.example;'])(
    'the sender %j is refused at once',
    (from) => {
      const settings = { url: 'smtp://127.0.0.1:25', replyTo: () => 'a@b.example' };
      expect(() => createSmtpMailer({ ...settings, from })).toThrow('one address');
    },
  );
});
