import type { MailRow } from './outbox-repository.ts';

/**
 * A mail server's words often repeat whom a mail is for, and now and then a link out of it, which may open an
 * order. Without them they may be logged, and shown where others are looking.
 *
 * @param mail what the server was asked to take
 */
export function withoutPeople(words: string, mail: Pick<MailRow, 'toName' | 'toAddress'>): string {
  const [localPart = ''] = mail.toAddress.split('@');
  const people = [localPart, mail.toName, ...mail.toName.split(/\s+/)].filter((part) => part.length > 1);
  const named = people.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const plain = words.replace(/\w+:\/\/\S+/g, '…').replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…');
  return named === ''
    ? plain
    : plain.replace(new RegExp(`(?<![\\p{L}\\p{N}])(${named})(?![\\p{L}\\p{N}])`, 'giu'), '…');
}
