import { isLoopback } from '../../config/loopback.ts';
import { adviseOnMail } from '../../delivery/advise-on-mail.ts';
import type { MailServerTrial } from '../../delivery/try-mail-server.ts';
import { whyUnanswered } from './ask.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** Checks that the mail server lets us in, and that the connection is encrypted. */
export async function checkMailServer(
  smtpUrl: string,
  tryOut: (url: string) => Promise<MailServerTrial>,
): Promise<Finding> {
  const url = new URL(smtpUrl);
  const { host, hostname } = url;
  const trial = await tryOut(smtpUrl);
  if (trial.problem !== null) return aboutTrial(trial, host, hostname);
  const { isEncrypted, isSignedIn } = trial;
  const found = `${host} answers, ${isEncrypted ? 'encrypted' : 'not encrypted'}, ${isSignedIn ? 'and knows the name and the password' : 'without a sign-in'}.`;
  if (!isEncrypted && !isLoopback(url)) {
    return warning(
      found,
      'Mail is sent unencrypted. Use smtps://, or smtp:// to a server that offers STARTTLS.',
    );
  }
  return ok(found);
}

function aboutTrial(
  { problem, words, code }: Exclude<MailServerTrial, { problem: null }>,
  host: string,
  hostname: string,
): Finding {
  const said = `It says: “${words}”.`;
  switch (problem) {
    case 'name':
      return failed(
        `There is no such name as ${hostname}, or no name server answers. ${said}`,
        adviseOnMail(problem),
      );
    case 'connection': {
      const { why, advice } = whyUnanswered(code === 'ETIMEDOUT' ? code : (code ?? ''), host);
      return failed(
        `${host} does not answer: ${why}. ${said}`,
        `${advice} Many providers close port 25, and some 465 and 587, until they are asked.`,
      );
    }
    case 'certificate':
      return failed(`The certificate of ${host} is not trusted. ${said}`, adviseOnMail(problem));
    case 'tls':
      return failed(
        `${host} does not encrypt, and a password is not sent otherwise. ${said}`,
        adviseOnMail(problem),
      );
    case 'sign_in':
      return failed(`${host} does not accept the name and the password. ${said}`, adviseOnMail(problem));
    case 'other':
      return failed(`${host} does not do what it should. ${said}`, 'Look at the log of the mail server.');
  }
}

/** Sends a mail to an address, if one is given. */
export async function checkTestMail(
  address: string | null,
  send: (address: string) => Promise<{ response: string }>,
): Promise<Finding> {
  if (address === null) {
    return skipped('None was asked for: npm run doctor -- --mail ADDRESS sends one.');
  }
  const withoutAddresses = (words: string) => words.replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
  try {
    const { response } = await send(address);
    return ok(
      `The server has taken it: “${withoutAddresses(response)}”. Look whether it arrives, and where.`,
    );
  } catch (error) {
    const words = withoutAddresses(error instanceof Error ? error.message : String(error));
    return failed(
      `It was not taken. The server says: “${words}”.`,
      'If it speaks of the sender, MAIL_FROM has to be an address that this account may use.',
    );
  }
}
