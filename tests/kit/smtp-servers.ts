import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished } from 'vitest';
import { type Mailer, MailRejected, type OutgoingMail } from '../../src/server/base/mailer.ts';
import { createSmtpMailer } from '../../src/server/mail/smtp-mailer.ts';
import { listenOnLoopback } from './loopback.ts';

type AtEnd = (close: () => Promise<void> | void) => void;

export interface Received {
  from: string;
  recipients: string[];
  raw: string;
}

/** Starts a real SMTP server on loopback that stores the mail it accepts. */
export async function startServer(options: SMTPServerOptions = {}, atEnd: AtEnd = onTestFinished) {
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
  const port = await listenOnLoopback(smtp.server);
  atEnd(() => new Promise((resolve) => smtp.close(() => resolve())));
  return { port, received, connections: () => connections };
}

/** Starts a TCP server on loopback that leaves each connection to the test. @returns the port */
export async function startSocket(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return port;
}

export function createMailer(
  port: number,
  options: Partial<Parameters<typeof createSmtpMailer>[0]> = {},
  atEnd: AtEnd = onTestFinished,
): Mailer {
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Career Tarot <hello@careertarot.example>',
    replyTo: () => 'contact@careertarot.example',
    ...options,
  });
  atEnd(() => mailer.close());
  return mailer;
}

export const mail: OutgoingMail = {
  messageId: '<order-7.confirmation@careertarot.example>',
  to: { name: 'Maya Whitfield', address: 'maya@customer.example' },
  subject: 'Your order CT-7K3M9Q is confirmed',
  text: 'Thank you, Maya.\n\nYour reading is on its way – très bientôt.\n',
  html: '<p>Thank you, Maya.</p><p>Your reading is on its way – très bientôt.</p>',
};

export async function rejectionOf(sending: Promise<unknown>): Promise<MailRejected> {
  const outcome = await sending.then(
    () => new Error('was accepted'),
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(MailRejected);
  return outcome as MailRejected;
}

export function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Returns an SMTP handler that refuses its command with a code. */
export const refuse =
  (code: number, words = 'Not so') =>
  (_what: unknown, _session: unknown, done: (error: Error) => void) =>
    done(smtpError(words, code));
