import { seconds } from '../../shared/durations.ts';
import { decodePercent } from '../../shared/text.ts';
import { isLoopback } from '../config/loopback.ts';

/* Shared by the mailer and the trial of a mail server. */

/** In milliseconds. */
interface SmtpTimeouts {
  /** Until the connection is open. */
  connection: number;
  /** From there until the server's greeting. */
  greeting: number;
  /** Of silence on an open connection. */
  socket: number;
  /** For a whole delivery, including the wait for a free connection: a trickle of bytes never counts as silence. */
  delivery: number;
}

/** How to reach a mail server. */
export interface SmtpServer {
  /**
   * `smtp://user:pass@host:port` or `smtps://…`. Where credentials would cross a network, `smtp:` sends them, and mail,
   * only after STARTTLS; elsewhere it uses STARTTLS when the server offers it. A query (`?requireTLS=false`) sets
   * nodemailer's option of that name.
   */
  url: string;
  /** How many connections at most; 2 unless given. */
  maxConnections?: number;
  timeouts?: Partial<SmtpTimeouts>;
}

export const defaultTimeouts: SmtpTimeouts = {
  connection: seconds(10),
  greeting: seconds(10),
  socket: seconds(30),
  delivery: seconds(120),
};

/** Keeps a value on one header line. */
export const oneLine = (value: string) => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function parseAddress(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // Not rethrown: URL's own error contains its input with the password.
    throw new Error('The SMTP address is not a URL; expected smtp://user:password@host:port');
  }
  if (!['smtp:', 'smtps:'].includes(parsed.protocol) || !parsed.hostname)
    throw new Error('The SMTP address must be smtp://user:password@host:port or smtps://…');
  return parsed;
}

/** @returns the credentials of a connection URL in all forms in which a server could repeat them */
function secretsOf(parsed: URL): string[] {
  const user = decodePercent(parsed.username) ?? parsed.username;
  const password = decodePercent(parsed.password) ?? parsed.password;
  if (!password) return [];
  const base64 = (value: string) => Buffer.from(value).toString('base64');
  return [base64(`\0${user}\0${password}`), base64(password), parsed.password, password];
}

/**
 * @returns nodemailer's options for a server, with the least security that we allow
 * @throws {Error} when `url` cannot be used
 */
export function connectionOptions({ url, maxConnections = 2, timeouts }: SmtpServer) {
  const limits = { ...defaultTimeouts, ...timeouts };
  const parsed = parseAddress(url);
  const hasCredentials = parsed.username !== '' || parsed.password !== '';
  return {
    url,
    pool: true as const,
    requireTLS: hasCredentials && !isLoopback(parsed),
    maxConnections,
    // A pooled connection that the server has dropped is replaced once; it sent no byte of the message.
    maxRequeues: 1,
    // Shorter than servers wait, so that they rarely drop one.
    idleTimeout: seconds(30),
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    dnsTimeout: limits.connection,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @returns a function that removes the credentials from a server's words, and makes them one short line */
export function withoutSecrets(url: string): (words: string) => string {
  const secrets = secretsOf(parseAddress(url));
  return (words) =>
    oneLine(secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words)).slice(0, 500);
}
