import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { seconds } from '../../shared/durations.ts';
import { decodePercent } from '../../shared/text.ts';
import { isLoopback } from '../config/loopback.ts';
import { type Mailer, MailRejected, type OutgoingMail } from '../context/mailer.ts';
import { faultOf, isVerdict, REFUSED, readFailure } from './smtp-failure.ts';

/** Milliseconds. */
interface SmtpTimeouts {
  /** Until the connection stands. */
  connection: number;
  /** From there until the server's greeting. */
  greeting: number;
  /** Of silence on an open connection. */
  socket: number;
  /** For a whole delivery, waiting for a free connection included: silence alone never ends a trickle. */
  delivery: number;
}

interface SmtpMailerOptions {
  /**
   * `smtp://user:pass@host:port` or `smtps://…`. Where credentials would cross a network, `smtp:` sends them,
   * and mail, only after STARTTLS; elsewhere it uses STARTTLS when the server offers it. A query
   * (`?requireTLS=false`) sets what nodemailer calls so.
   */
  url: string;
  /** The sender, `Name <address>` or an address alone. */
  from: string;
  /** Where answers go: the sender may be an address that nobody reads. */
  replyTo: () => string;
  /** How many connections at most; 2 unless given. */
  maxConnections?: number;
  timeouts?: Partial<SmtpTimeouts>;
}

const defaultTimeouts: SmtpTimeouts = {
  connection: seconds(10),
  greeting: seconds(10),
  socket: seconds(30),
  delivery: seconds(120),
};

/** RFC 5322 dot-atom, letters of every script allowed (RFC 6531). No quoted form, no comment, no second `@`. */
const localPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabels = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)*$/u;

/**
 * One plain address with its domain in ASCII, or null: what is not a single addr-spec never gets near the
 * library's own address parsing (`a,b<evil@x.com>` has one at sign and a dot, and would go to evil@x.com).
 */
function plainAddress(address: string): string | null {
  const at = address.indexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || address.length > 254 || local.length > 64) return null;
  if (!localPart.test(local) || !domainLabels.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(ascii) ? `${local}@${ascii}` : null;
}

/** Keeps a value on one header line. */
const oneLine = (value: string) => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * @returns the one mailbox in a `From` setting
 * @throws {Error} when it is not one
 */
export function parseSender(from: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(from, { flatten: true });
  const address = sender && others.length === 0 ? plainAddress(sender.address) : null;
  if (!sender || !address)
    throw new Error(`The sender must be one address, like "Name <name@example.com>", not "${from}"`);
  return { name: oneLine(sender.name), address };
}

function parseAddress(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // Not rethrown: URL's own error carries its input, password and all.
    throw new Error('The SMTP address is not a URL; expected smtp://user:password@host:port');
  }
  if (!['smtp:', 'smtps:'].includes(parsed.protocol) || !parsed.hostname)
    throw new Error('The SMTP address must be smtp://user:password@host:port or smtps://…');
  return parsed;
}

/** The credentials of a connection URL in the forms in which a server could repeat them. */
function secretsOf(parsed: URL): string[] {
  const user = decodePercent(parsed.username) ?? parsed.username;
  const password = decodePercent(parsed.password) ?? parsed.password;
  if (!password) return [];
  const base64 = (value: string) => Buffer.from(value).toString('base64');
  return [base64(`\0${user}\0${password}`), base64(password), parsed.password, password];
}

/**
 * @returns what nodemailer takes to reach a server, and never falls below
 * @throws {Error} when `url` cannot be used
 */
export function connectionOptions({
  url,
  maxConnections = 2,
  timeouts,
}: Omit<SmtpMailerOptions, 'from' | 'replyTo'>) {
  const limits = { ...defaultTimeouts, ...timeouts };
  const parsed = parseAddress(url);
  const hasCredentials = parsed.username !== '' || parsed.password !== '';
  return {
    url,
    pool: true as const,
    requireTLS: hasCredentials && !isLoopback(parsed),
    maxConnections,
    // A pooled connection that the server has dropped is replaced once; no byte of the message was sent over it.
    maxRequeues: 1,
    // Shorter than servers wait, so that they seldom drop one.
    idleTimeout: seconds(30),
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    dnsTimeout: limits.connection,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @returns what takes the credentials of a connection out of a server's words, and puts these on one short line */
export function withoutSecrets(url: string): (words: string) => string {
  const secrets = secretsOf(parseAddress(url));
  return (words) =>
    oneLine(secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words)).slice(0, 500);
}

/**
 * A mailer that keeps a small pool of connections to one SMTP server.
 * It never retries what the server has seen: that is the outbox's work.
 * Throws at once when `url` or `from` cannot be used.
 */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { from, replyTo, timeouts } = options;
  const limits = { ...defaultTimeouts, ...timeouts };
  const sender = parseSender(from);
  const transport = createTransport(connectionOptions(options));
  const redact = withoutSecrets(options.url);

  // Looks at the composed message, the last thing before the wire, whatever was asked for above.
  transport.use('stream', (mail, done) => {
    const asked = mail.data.to;
    const expected =
      typeof asked === 'object' && 'address' in asked && asked.address ? plainAddress(asked.address) : null;
    const [only, ...others] = mail.message.getEnvelope().to.map(plainAddress);
    if (expected && only === expected && others.length === 0) done();
    else
      done(
        Object.assign(new Error('Refused: not addressed to exactly its one recipient'), { code: REFUSED }),
      );
  });

  function toRejection(error: unknown): MailRejected {
    const failure = readFailure(error);
    // No `cause`: the library's error keeps the server's answer as it came.
    return new MailRejected(redact(failure.message), {
      isPermanent: isVerdict(failure),
      responseCode: failure.responseCode ?? null,
      fault: faultOf(failure),
    });
  }

  async function send(mail: OutgoingMail): Promise<{ response: string }> {
    const address = plainAddress(mail.to.address);
    if (!address)
      throw new MailRejected('Refused: the recipient is not one plain email address', { isPermanent: true });
    if (!/^<?[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>?$/u.test(mail.messageId))
      throw new MailRejected('Refused: the Message-ID is malformed', { isPermanent: true });

    const message = {
      messageId: mail.messageId,
      from: sender,
      replyTo: { name: '', address: replyTo() },
      to: { name: oneLine(mail.to.name), address },
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      // RFC 3834: keeps vacation responders from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(limits.delivery),
    };
    const info = await transport.sendMail(message).catch((error: unknown) => {
      throw toRejection(error);
    });
    if (info.accepted.length !== 1 || info.rejected.length > 0)
      throw new MailRejected(oneLine(`Not accepted for the recipient: ${info.response}`), {
        isPermanent: false,
      });
    return { response: oneLine(info.response).slice(0, 500) };
  }

  return { send, close: () => transport.close() };
}
