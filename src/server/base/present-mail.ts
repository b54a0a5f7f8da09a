import type { OrderMail } from '../../shared/orders/mails.ts';
import type { CustomerMailRow, MailRow } from './outbox-repository.ts';
import { isoTime } from './time/moments.ts';

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

/** Removes the recipient and links from a mail server's words, so that these may be logged and shown. */
export function withoutPeople(words: string, mail: Pick<MailRow, 'toName' | 'toAddress'>): string {
  const [localPart = ''] = mail.toAddress.split('@');
  const people = [localPart, mail.toName, ...mail.toName.split(/\s+/)].filter((part) => part.length > 1);
  const named = people.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const plain = words.replace(/\w+:\/\/\S+/g, '…').replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…');
  return named === ''
    ? plain
    : plain.replace(new RegExp(`(?<![\\p{L}\\p{N}])(${named})(?![\\p{L}\\p{N}])`, 'giu'), '…');
}
