import type { Transaction } from '../../../db/client.ts';
import { type NoticeKind, notices } from '../../shared/people/notices.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { listReachable, type UserRow } from '../people/directory/people-repository.ts';
import { dayOf } from '../time/business-days.ts';
import { readIsoDay, startOfDay } from '../time/local-days.ts';
import { dayAfter } from '../time/period-days.ts';
import { isNoticeWaiting } from './notice-repository.ts';

/**
 * Notifies staff by mail, in the transaction of the change, except users who have no address, have muted the notice, or
 * made the change. A reader's notice goes to `readerId`, an admin's to all admins.
 */
export function notify(
  context: Context,
  tx: Transaction,
  notice: { kind: NoticeKind; orderIds: string[]; readerId?: string; by?: SignedIn; about?: string },
): void {
  const { kind, orderIds, readerId, by, about } = notice;
  for (const user of listReachable(tx, notices[kind].role, readerId)) {
    if (!wantsNotice(user, kind) || user.id === by?.id) continue;
    const to = { name: user.username, address: user.email };
    for (const orderId of orderIds) {
      // A waiting notice is written when it is sent, and will include this.
      if (isNoticeWaiting(tx, { kind, orderId, userId: user.id })) continue;
      enqueueMail(context, tx, { kind, orderId, userId: user.id, to, about });
    }
  }
}

export function wantsNotice(user: UserRow, kind: NoticeKind): user is UserRow & { email: string } {
  return user.isActive && user.email !== null && !user.mutedNotices.includes(kind);
}

/**
 * Names the subject of a notice about a due date: the day and its end, as `2026-11-25.1764133200000`. So each promised day
 * is told once, and a move by hours within it is not a new one.
 */
export function toldDay({ config }: Pick<Context, 'config'>, dueAt: number): string {
  const day = dayOf(dueAt, config.businessTimeZone);
  return `${day}.${startOfDay(dayAfter(readIsoDay(day), 1), config.businessTimeZone)}`;
}
