import type { OrderMail } from '../../shared/orders/mails.ts';
import { isoTime } from '../time/iso-time.ts';
import type { CustomerMailRow } from './outbox-repository.ts';

/** @returns a mail to a customer as the admin's API shows it */
export function presentMail(mail: CustomerMailRow): OrderMail {
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.toAddress,
    state: mail.state,
    attempts: mail.attempts,
    lastError: mail.lastError,
    createdAt: isoTime(mail.createdAt),
    nextAttemptAt: mail.state === 'queued' ? isoTime(mail.nextAttemptAt) : null,
    sentAt: isoTime(mail.sentAt),
  };
}
