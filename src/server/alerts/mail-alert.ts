import type { Context } from '../context/context.ts';
import type { MailFault } from '../context/mailer.ts';
import { adviseOnMail } from '../delivery/advise-on-mail.ts';
import { withoutPeople } from '../outbox/server-words.ts';
import { findMailInVain } from './alerts-repository.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How many failed attempts make a mail worth an alert: the third comes two minutes after it was due. */
const attemptsInVain = 3;

interface MailTrouble {
  /** How many mails wait because of it; 0 when the mail that failed is not tried again. */
  count: number;
  words: string;
  /** The setting of ours that must be fixed; null when it may pass by itself. */
  fault: MailFault | null;
}

/** @returns why no mail leaves, or why some was retried without success; null when all is well */
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
