import { seconds } from '../../shared/durations.ts';
import { decodePercent } from '../../shared/text.ts';
import { isLoopback } from '../config/loopback.ts';

/* What the mailer and the look at a mail server have in common. */

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

/** How a mail server is reached. */
export interface SmtpServer {
  /**
   * `smtp://user:pass@host:port` or `smtps://…`. Where credentials would cross a network, `smtp:` sends them,
   * and mail, only after STARTTLS; elsewhere it uses STARTTLS when the server offers it. A query
   * (`?requireTLS=false`) sets what nodemailer calls so.
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
export function connectionOptions({ url, maxConnections = 2, timeouts }: SmtpServer) {
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
