import type { Transaction } from '../../../db/client.ts';
import { type NoticeKind, notices } from '../../shared/people/notices.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { enqueueMail } from '../outbox/enqueue-mail.ts';
import { listReachable, type UserRow } from '../people/directory/people-repository.ts';
import { isNoticeWaiting } from './notice-repository.ts';

/**
 * Notifies staff by mail, except users who have no address, have muted the notice, or did it themselves. Call it in the
 * transaction of the change.
 *
 * @param notice.orderIds the orders: one notice for each
 * @param notice.readerId the recipient of a reader's notice; an admin's notice goes to all admins
 * @param notice.by who did it
 * @param notice.about the subject, when that is not the order as it is: see `enqueueMail`
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

/** @returns whether a user has an address for notices of a kind, and wants them */
export function wantsNotice(user: UserRow, kind: NoticeKind): user is UserRow & { email: string } {
  return user.isActive && user.email !== null && !user.mutedNotices.includes(kind);
}
