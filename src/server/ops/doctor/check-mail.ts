import { isLoopback } from '../../base/config/addresses.ts';
import { mailAdvice } from '../../mail/smtp-failure.ts';
import type { MailServerTrial } from '../../mail/smtp-server.ts';
import { combine, error, type Finding, ok, warning } from './finding.ts';
import { whyUnanswered } from './network.ts';

type SendTestMail = () => Promise<{ response: string }>;

export async function checkMail(
  smtpUrl: string,
  tryOut: (url: string) => Promise<MailServerTrial>,
  sendTestMail: SendTestMail | null,
): Promise<Finding> {
  const url = new URL(smtpUrl);
  const trial = await tryOut(smtpUrl);
  if (trial.problem !== null) return describeTrial(trial, url);
  const { isEncrypted, isSignedIn } = trial;
  const found = `${url.host} answers, ${isEncrypted ? 'encrypted' : 'not encrypted'}, ${isSignedIn ? 'and knows the name and the password' : 'without a sign-in'}.`;
  return combine(
    isEncrypted || isLoopback(url)
      ? ok(found)
      : warning(
          found,
          'Mail is sent unencrypted. Use smtps://, or smtp:// to a server that offers STARTTLS.',
        ),
    sendTestMail && (await checkTestMail(sendTestMail)),
  );
}

function describeTrial(
  { problem, words, code }: Exclude<MailServerTrial, { problem: null }>,
  { host, hostname }: URL,
): Finding {
  const said = `It says: “${words}”.`;
  if (problem === 'connection') {
    const { why, advice } = whyUnanswered(code ?? '', host);
    return error(
      `${host} does not answer: ${why}. ${said}`,
      `${advice} Many providers close port 25, and some 465 and 587, until they are asked.`,
    );
  }
  if (problem === 'other') {
    return error(`${host} does not do what it should. ${said}`, 'Look at the log of the mail server.');
  }
  const found = {
    name: `There is no such name as ${hostname}, or no name server answers.`,
    certificate: `The certificate of ${host} is not trusted.`,
    tls: `${host} does not encrypt, and a password is not sent otherwise.`,
    sign_in: `${host} does not accept the name and the password.`,
  };
  return error(`${found[problem]} ${said}`, mailAdvice[problem]);
}

async function checkTestMail(send: SendTestMail): Promise<Finding> {
  const withoutAddresses = (words: string) => words.replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
  try {
    const { response } = await send();
    return ok(
      `The server has taken the test mail: “${withoutAddresses(response)}”. Look whether it arrives, and where.`,
    );
  } catch (cause) {
    const words = withoutAddresses(cause instanceof Error ? cause.message : String(cause));
    return error(
      `The test mail was not taken. The server says: “${words}”.`,
      'If it speaks of the sender, MAIL_FROM has to be an address that this account may use.',
    );
  }
}
