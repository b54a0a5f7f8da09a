import { createTransport } from 'nodemailer';
import { cleanLine } from '../../shared/text.ts';
import { parseSender, plainAddress } from '../base/config/sender.ts';
import { type Mailer, MailRejected, type OutgoingMail } from '../base/mailer.ts';
import { faultOf, isPermanentRejection, REFUSED, toSmtpFailure } from './smtp-failure.ts';
import {
  connectionOptions,
  createSecretFilter,
  defaultTimeouts,
  type SmtpServer,
  tryMailServer,
} from './smtp-server.ts';

/** Whether an address needs a server that accepts Unicode letters before the `@` (SMTPUTF8, RFC 6531). */
const hasUnicode = (address: string | null) => address !== null && /\P{ASCII}/u.test(address);

/** Creates a mailer with pooled connections and no retries. @throws {Error} for a bad `url` or `from` */
export function createSmtpMailer(
  options: SmtpServer & { from: string; replyTo: () => string | null },
): Mailer {
  const { from, replyTo, timeouts } = options;
  const limits = { ...defaultTimeouts, ...timeouts };
  const { name, address } = parseSender(from);
  const sender = { name: cleanLine(name), address };
  const transport = createTransport(connectionOptions(options));
  const redact = createSecretFilter(options.url);

  transport.use('stream', (mail, done) => {
    const asked = mail.data.to;
    const expected =
      typeof asked === 'object' && 'address' in asked && asked.address ? plainAddress(asked.address) : null;
    const [only, ...others] = mail.message.getEnvelope().to.map(plainAddress);
    if (expected && only === expected && others.length === 0) return done();
    done(Object.assign(new Error('Refused: not addressed to exactly its one recipient'), { code: REFUSED }));
  });

  function toRejection(error: unknown): MailRejected {
    const failure = toSmtpFailure(error);
    // No `cause`: the library's error contains the server's unredacted answer.
    return new MailRejected(redact(failure.message), {
      isPermanent: isPermanentRejection(failure),
      responseCode: failure.responseCode ?? null,
      fault: faultOf(failure),
    });
  }

  /** Without the extension nodemailer would send such an address as bytes that reach no mailbox or a stranger's. */
  async function requireUnicode(): Promise<void> {
    const server = await tryMailServer(options.url);
    if (server.problem !== null) {
      const fault = server.problem === 'connection' || server.problem === 'other' ? null : server.problem;
      throw new MailRejected(server.words, { isPermanent: false, fault });
    }
    if (!server.takesUnicode) {
      const reason =
        'the mail server can’t deliver to addresses with letters other than a to z before the @ (no SMTPUTF8)';
      throw new MailRejected(`Refused: ${reason}`, { isPermanent: true });
    }
  }

  async function send(mail: OutgoingMail): Promise<{ response: string }> {
    const address = plainAddress(mail.to.address);
    if (!address)
      throw new MailRejected('Refused: the recipient is not one plain email address', { isPermanent: true });
    if (!/^<?[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>?$/u.test(mail.messageId))
      throw new MailRejected('Refused: the Message-ID is malformed', { isPermanent: true });

    if (hasUnicode(sender.address) || hasUnicode(address)) await requireUnicode();
    const answersTo = replyTo();

    const message = {
      messageId: mail.messageId,
      from: sender,
      ...(answersTo !== null &&
        !hasUnicode(plainAddress(answersTo)) && { replyTo: { name: '', address: answersTo } }),
      to: { name: cleanLine(mail.to.name), address },
      subject: cleanLine(mail.subject),
      text: mail.text,
      html: mail.html,
      ...(mail.attachments && { attachments: mail.attachments }),
      // RFC 3834: keeps vacation responders from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(limits.delivery),
    };
    const info = await transport.sendMail(message).catch((error: unknown) => {
      throw toRejection(error);
    });
    if (info.accepted.length !== 1 || info.rejected.length > 0)
      throw new MailRejected(cleanLine(`Not accepted for the recipient: ${info.response}`), {
        isPermanent: false,
      });
    return { response: cleanLine(info.response).slice(0, 500) };
  }

  return { send, close: () => transport.close() };
}
