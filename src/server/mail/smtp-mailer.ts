import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { cleanLine } from '../../shared/text.ts';
import { type Mailer, MailRejected, type OutgoingMail } from '../base/mailer.ts';
import { faultOf, isPermanentRejection, REFUSED, toSmtpFailure } from './smtp-failure.ts';
import {
  connectionOptions,
  createSecretFilter,
  defaultTimeouts,
  type SmtpServer,
  tryMailServer,
} from './smtp-server.ts';

/** RFC 5322 dot-atom, letters of every script allowed (RFC 6531). No quoted form, no comment, no second `@`. */
const localPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabels = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)*$/u;

/** Returns one addr-spec with its domain in ASCII; the library would send `a,b<evil@x.com>` to evil@x.com. */
function plainAddress(address: string): string | null {
  const at = address.indexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || address.length > 254 || local.length > 64) return null;
  if (!localPart.test(local) || !domainLabels.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(ascii) ? `${local}@${ascii}` : null;
}

/** Whether an address needs a server that accepts Unicode letters before the `@` (SMTPUTF8, RFC 6531). */
const hasUnicode = (address: string | null) => address !== null && /\P{ASCII}/u.test(address);

/** Splits a `From` setting into name and address. @throws {Error} when it is not exactly one mailbox */
export function parseSender(from: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(from, { flatten: true });
  const address = sender && others.length === 0 ? plainAddress(sender.address) : null;
  if (!sender || !address)
    throw new Error(`The sender must be one address, like "Name <name@example.com>", not "${from}"`);
  return { name: cleanLine(sender.name), address };
}

/**
 * Creates a mailer with a pool of connections, which retries nothing. Without `replyTo` answers go to the sender.
 * @throws {Error} for a bad `url` or `from`
 */
export function createSmtpMailer(
  options: SmtpServer & { from: string; replyTo: () => string | null },
): Mailer {
  const { from, replyTo, timeouts } = options;
  const limits = { ...defaultTimeouts, ...timeouts };
  const sender = parseSender(from);
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
        'the mail server cannot deliver to letters other than a to z before the @ (it lacks SMTPUTF8)';
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
