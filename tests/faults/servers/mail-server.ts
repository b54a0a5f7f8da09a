import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type Behaviour, type Front, openFront } from './front.ts';

/** A message for which the server has taken the responsibility. */
export interface AcceptedMail {
  messageId: string;
  to: string[];
  at: number;
}

/** What the server says no with, and when; null when it takes what comes. */
export interface Refusal {
  command: 'RCPT' | 'DATA';
  code: number;
  words: string;
}

/** A real SMTP server on a real port, with a front where the network fails. */
export interface MailServer {
  url: string;
  accepted: AcceptedMail[];
  front: Front;
  /** From here on: what happens on the way to it, and what it refuses. */
  behave(behaviour: Behaviour, refusal?: Refusal | null): Promise<void>;
  /** Called with every message just before the server says that it has it. */
  onAccept(listener: ((mail: AcceptedMail) => void) | null): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const accepted: AcceptedMail[] = [];
  let refusal: Refusal | null = null;
  let listener: ((mail: AcceptedMail) => void) | null = null;
  const refuse = (command: Refusal['command']) =>
    refusal?.command === command
      ? Object.assign(new Error(refusal.words), { responseCode: refusal.code })
      : null;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (_address, _session, callback) => callback(refuse('RCPT')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refuse('DATA');
        if (refused) {
          callback(refused);
          return;
        }
        const text = Buffer.concat(chunks).toString('utf8');
        const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(text)?.[1] ?? 'without a Message-ID';
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { messageId, to, at: Date.now() };
        accepted.push(mail);
        listener?.(mail);
        callback(null, 'accepted for delivery');
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const front = await openFront((server.server.address() as AddressInfo).port);
  return {
    url: `smtp://127.0.0.1:${front.port}`,
    accepted,
    front,
    async behave(behaviour, next = null) {
      refusal = next;
      await front.behave(behaviour);
    },
    onAccept(next) {
      listener = next;
    },
    async close() {
      await front.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
