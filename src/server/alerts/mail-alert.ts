import type { Context } from '../context/context.ts';
import type { MailFault } from '../context/mailer.ts';
import { adviseOnMail } from '../delivery/advise-on-mail.ts';
import { withoutPeople } from '../outbox/server-words.ts';
import { findMailInVain } from './alerts-repository.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** From how many failed attempts on a mail is worth an alert: the third is two minutes after it was due. */
const attemptsInVain = 3;

interface MailTrouble {
  /** How many mails wait because of it; 0 where the one that met it is not tried again. */
  count: number;
  words: string;
  /** What in our own settings is to be mended; null when it may pass by itself. */
  fault: MailFault | null;
}

/** @returns why no mail leaves, or some have been tried again and again; null when all is well */
export function findMailTrouble({
  db,
  mailTrouble,
}: Pick<Context, 'db' | 'mailTrouble'>): MailTrouble | null {
  const ours = mailTrouble();
  const { count, newest } = findMailInVain(db, ours ? 1 : attemptsInVain);
  if (ours) return { ...ours, count };
  return newest ? { count, words: withoutPeople(newest.lastError ?? '', newest), fault: null } : null;
}

const causes: Record<MailFault, string> = {
  unset: 'there is no mail server',
  name: 'there is no such name as the host in SMTP_URL, or no name server answers',
  certificate: "the mail server's certificate is not trusted",
  tls: 'the mail server does not encrypt as SMTP_URL wants it',
  sign_in: 'the mail server does not accept the name and the password',
  sender: 'the mail server takes nothing from the sender',
  relay: 'the mail server passes nothing on for us',
};

/** @returns an alert for mail that does not leave, to customers or to staff */
export function findMailAlert(context: Pick<Context, 'db' | 'mailTrouble'>): PlainAlert[] {
  const trouble = findMailTrouble(context);
  if (trouble === null) return [];
  const { count, words, fault } = trouble;
  const said = `It says: “${words}”.`;
  const message =
    fault === null
      ? `Mail is not accepted. It is kept and tried again for three days; look at SMTP_URL and the mail server. ${said}`
      : `No mail leaves: ${causes[fault]}. ${adviseOnMail(fault)} Start again when a setting was changed; what waits is kept and tried again for three days. ${said}`;
  return [{ code: 'mail_refused', count: Math.max(count, 1), message }];
}
