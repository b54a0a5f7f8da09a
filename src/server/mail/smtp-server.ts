import SmtpConnection from 'nodemailer/lib/smtp-connection';
import SmtpPool from 'nodemailer/lib/smtp-pool';
import { seconds } from '../../shared/durations.ts';
import { cleanLine, decodePercent } from '../../shared/text.ts';
import { isLoopback } from '../base/config/addresses.ts';
import { problemOf, toSmtpFailure } from './smtp-failure.ts';

export interface SmtpServer {
  /** `smtp:` with credentials needs STARTTLS, unless on this machine. A query sets nodemailer's options. */
  url: string;
  maxConnections?: number;
  timeouts?: Partial<typeof defaultTimeouts>;
}

export const defaultTimeouts = {
  connection: seconds(10),
  greeting: seconds(10),
  socket: seconds(30),
  /** For a whole delivery, with the wait for a free connection: a trickle of bytes never counts as silence. */
  delivery: seconds(120),
};

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

function secretsOf(parsed: URL): string[] {
  const user = decodePercent(parsed.username) ?? parsed.username;
  const password = decodePercent(parsed.password) ?? parsed.password;
  if (!password) return [];
  const base64 = (value: string) => Buffer.from(value).toString('base64');
  return [base64(`\0${user}\0${password}`), base64(password), parsed.password, password];
}

/** Returns nodemailer's options. Credentials require TLS, except on localhost. @throws {Error} for a bad `url` */
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
    idleTimeout: seconds(30),
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    dnsTimeout: limits.connection,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns a function that removes the password from a text, and cuts it to one line of 500 characters. */
export function createSecretFilter(url: string): (words: string) => string {
  const secrets = secretsOf(parseAddress(url));
  return (words) =>
    cleanLine(secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words)).slice(0, 500);
}

export type MailServerTrial =
  | { problem: null; isEncrypted: boolean; isSignedIn: boolean; takesUnicode: boolean }
  | ReturnType<typeof explain>;

const trialTimeouts = { connection: seconds(6), greeting: seconds(6), socket: seconds(6) };

/** Connects and signs in without sending; returns a failure as `problem`. @throws {Error} for a bad `url` */
export function tryMailServer(url: string, timeouts = trialTimeouts): Promise<MailServerTrial> {
  const redact = createSecretFilter(url);
  const { options } = new SmtpPool(connectionOptions({ url, timeouts }));
  const connection = new SmtpConnection(options);
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      resolve(explain(error, redact));
      connection.close();
    };
    let takesUnicode = false;
    const succeed = (isSignedIn: boolean) => {
      connection.quit();
      resolve({ problem: null, isEncrypted: connection.secure, isSignedIn, takesUnicode });
    };
    connection.on('error', fail);
    connection.on('end', () => fail(new Error('The server closed the connection.')));
    connection.connect((error) => {
      if (error) return fail(error);
      takesUnicode = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '');
      const { auth } = options;
      if (!auth) return succeed(false);
      if (!connection.allowsAuth) {
        return fail(Object.assign(new Error('The server offers no sign-in.'), { code: 'EAUTH' }));
      }
      connection.login({ ...auth, credentials: auth }, (refusal) =>
        refusal ? fail(refusal) : succeed(true),
      );
    });
  });
}

function explain(error: unknown, redact: (words: string) => string) {
  const failure = toSmtpFailure(error);
  const problem = problemOf(failure);
  const words = redact(failure.message);
  const code = failure.code ?? null;
  const cause = problem === 'connection' ? /\bE[A-Z]{4,}\b/.exec(words)?.[0] : undefined;
  return { problem, words, code: cause ?? code };
}
