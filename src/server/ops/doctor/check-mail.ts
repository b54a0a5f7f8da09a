import { isLoopback } from '../../base/config/addresses.ts';
import { mailAdvice } from '../../mail/smtp-failure.ts';
import type { MailServerTrial } from '../../mail/smtp-server.ts';
import { combineFindings, error, type Finding, ok, warning } from './finding.ts';
import { whyUnanswered } from './network.ts';

type SendTestMail = () => Promise<{ response: string }>;

/** Signs in to the mail server, and sends a mail if there is a `sendTestMail`. */
export async function checkMail(
  smtpUrl: string,
  tryOut: (url: string) => Promise<MailServerTrial>,
  sendTestMail: SendTestMail | null,
): Promise<Finding> {
  const url = new URL(smtpUrl);
  const trial = await tryOut(smtpUrl);
  if (trial.problem !== null) return describeTrial(trial, url);
  const { isEncrypted, isSignedIn } = trial;
  const found = `${url.host} answers over an ${isEncrypted ? 'encrypted' : 'unencrypted'} connection${isSignedIn ? ' and accepts the username and password' : ', without a sign-in'}.`;
  const unencrypted = warning`${found}
      Emails are sent unencrypted. Use smtps://, or smtp:// to a server that offers STARTTLS.`;
  const server = isEncrypted || isLoopback(url) ? ok`${found}` : unencrypted;
  return combineFindings(server, sendTestMail && (await checkTestMail(sendTestMail)));
}

type FailedTrial = Exclude<MailServerTrial, { problem: null }>;

function describeTrial({ problem, words, code }: FailedTrial, url: URL): Finding {
  const { host, hostname } = url;
  const said = `The error: “${words}”.`;
  if (problem === 'connection') {
    const { found, advice } = whyUnanswered(code ?? '', url);
    return error`${host} does not answer: ${found}. ${said}
      ${advice} Many hosting providers block port 25, and some block 465 and 587, until you ask.`;
  }
  if (problem === 'other')
    return error`${host} answered with an error. ${said}
      Check the mail server’s log.`;
  const found = {
    name: `The name ${hostname} does not exist, or no DNS server answers.`,
    certificate: `The certificate of ${host} is not trusted.`,
    tls: `${host} does not offer encryption, and a password is not sent without it.`,
    sign_in: `${host} does not accept the username and password.`,
  };
  const more = ' If it is right, this machine cannot look up names: check /etc/resolv.conf.';
  return error`${found[problem]} ${said}
      ${mailAdvice[problem]}${problem === 'name' ? more : ''}`;
}

async function checkTestMail(send: SendTestMail): Promise<Finding> {
  const withoutAddresses = (words: string) => words.replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
  try {
    const { response } = await send();
    return ok`The server accepted the test email: “${withoutAddresses(response)}”. Check that it arrives, and in which folder.`;
  } catch (cause) {
    const words = withoutAddresses(cause instanceof Error ? cause.message : String(cause));
    return error`The test email was refused. The server says: “${words}”.
      If this is about the sender, set MAIL_FROM to an address that this account may use.`;
  }
}
