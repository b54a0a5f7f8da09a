import { type Mailer, MailRejected, type MailTrouble } from '../context/mailer.ts';
import { withoutPeople } from '../outbox/server-words.ts';

/**
 * Watches a mailer for faults that a person must fix before any mail leaves.
 *
 * @param mended is called when a mail leaves after all
 * @returns the same mailer, and the current fault: set by the first mail that fails for it, cleared by the next that
 *   leaves
 */
export function watchMailer(
  mailer: Mailer,
  mended: () => void,
): { mailer: Mailer; trouble: () => MailTrouble | null } {
  let trouble: MailTrouble | null = null;
  return {
    mailer: {
      ...mailer,
      async send(mail) {
        try {
          const answer = await mailer.send(mail);
          const isMended = trouble !== null;
          trouble = null;
          if (isMended) mended();
          return answer;
        } catch (error) {
          if (error instanceof MailRejected && error.fault !== null) {
            const { name: toName, address: toAddress } = mail.to;
            trouble = { fault: error.fault, words: withoutPeople(error.message, { toName, toAddress }) };
          }
          throw error;
        }
      },
    },
    trouble: () => trouble,
  };
}
