import type { Transaction } from '../../../db/client.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { type NoticeKind, notices } from '../../shared/people/notices.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { enqueueMail } from '../base/enqueue-mail.ts';
import { dayOf, startOfDay } from '../base/time/business-days.ts';
import { listReachable, type UserRow } from '../shop/people-repository.ts';
import { findWaitingNotice } from './notice-repository.ts';

/** Enqueues notices to staff within a transaction, except who has no address, muted them, or made the change. */
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
      if (findWaitingNotice(tx, { kind, orderId, userId: user.id })) continue;
      enqueueMail(context, tx, { kind, orderId, userId: user.id, to, about });
    }
  }
}

export function wantsNotice(user: UserRow, kind: NoticeKind): user is UserRow & { email: string } {
  return user.isActive && user.email !== null && !user.mutedNotices.includes(kind);
}

/** Names the day of a notice and its end, as `2026-11-25.1764133200000`: each promised day is told once. */
export function dueDayKey({ config }: Pick<Context, 'config'>, dueAt: number): string {
  const day = dayOf(dueAt, config.businessTimeZone);
  return `${day}.${startOfDay(shiftDay(day, 1), config.businessTimeZone)}`;
}
