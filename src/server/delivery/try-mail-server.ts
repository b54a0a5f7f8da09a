import SmtpConnection from 'nodemailer/lib/smtp-connection';
import SmtpPool from 'nodemailer/lib/smtp-pool';
import { seconds } from '../../shared/durations.ts';
import { problemOf, readFailure, type SmtpProblem } from './smtp-failure.ts';
import { connectionOptions, withoutSecrets } from './smtp-server.ts';

/** The result of connecting to a mail server. */
export type MailServerTrial =
  | {
      problem: null;
      isEncrypted: boolean;
      /** Whether it accepted our name and password. */
      isSignedIn: boolean;
      /** Whether it accepts Unicode letters before the `@` (SMTPUTF8). */
      takesUnicode: boolean;
    }
  | {
      /** The step that failed. */
      problem: SmtpProblem;
      /** The words of the server or the library, without secrets. */
      words: string;
      /** Node's error code, e.g. `ECONNREFUSED`; null without one. */
      code: string | null;
    };

/** In milliseconds: shorter than for a mail, which is sent in the background. */
const usual = { connection: seconds(6), greeting: seconds(6), socket: seconds(6) };

/** Connects to a mail server, encrypts and signs in as for a mail, and disconnects. */
export function tryMailServer(url: string, patience = usual): Promise<MailServerTrial> {
  const redact = withoutSecrets(url);
  const { options } = new SmtpPool(connectionOptions({ url, timeouts: patience }));
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
    // Has no effect once another event has settled the promise.
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

function explain(error: unknown, redact: (words: string) => string): MailServerTrial {
  const failure = readFailure(error);
  const problem = problemOf(failure);
  const words = redact(failure.message);
  const code = failure.code ?? null;
  const cause = problem === 'connection' ? /\bE[A-Z]{4,}\b/.exec(words)?.[0] : undefined;
  return { problem, words, code: cause ?? code };
}
