import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import { type Mailer, MailRejected, type MailTrouble } from '../base/mailer.ts';
import { retryFailedNow } from '../base/outbox-repository.ts';
import { withoutPeople } from '../base/present-mail.ts';

/** Watches a mailer for faults that a person must fix. `trouble` lasts from the first failure until a mail leaves. */
export function watchMailer(mailer: Mailer, onRecovery: () => void) {
  let trouble: MailTrouble | null = null;
  const watched: Mailer = {
    ...mailer,
    async send(mail) {
      try {
        const answer = await mailer.send(mail);
        const hadTrouble = trouble !== null;
        trouble = null;
        if (hadTrouble) onRecovery();
        return answer;
      } catch (error) {
        if (error instanceof MailRejected && error.fault !== null) {
          const { name: toName, address: toAddress } = mail.to;
          trouble = { fault: error.fault, words: withoutPeople(error.message, { toName, toAddress }) };
        }
        throw error;
      }
    },
  };
  return { mailer: watched, trouble: () => trouble };
}

/** Makes mail that waits for a retry due now: a setting may be corrected, or a fault over. Errors are logged. */
export function retryWaitingMailNow({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): void {
  writeTransaction(db, (tx) => retryFailedNow(tx, clock.now())).catch((error: unknown) =>
    log.warn({ err: error }, 'waiting mail could not be moved up'),
  );
}
