import type { Transaction } from '../../../db/client.ts';
import { type NoticeKind, notices } from '../../shared/people/account-schema.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { dayOf, startOfDay } from '../base/time/business-days.ts';
import { enqueueMail } from '../mail/outbox-repository.ts';
import { listReachable, type UserRow } from '../people/people-repository.ts';
import { findWaitingNotice } from './notice-repository.ts';

/**
 * Enqueues notices to staff, or only to a reader, unless the same waits to be sent; not to users who have no address,
 * muted them or acted (`by`).
 */
export function notify(
  context: Context,
  tx: Transaction,
  notice: { kind: NoticeKind; orderIds: string[]; readerId?: string; by?: SignedIn; dueUntil?: number },
): void {
  const { kind, orderIds, readerId, by, dueUntil = null } = notice;
  for (const user of listReachable(tx, notices[kind].role, readerId)) {
    if (!wantsNotice(user, kind) || user.id === by?.id) continue;
    const to = { name: nameOf(user), address: user.email };
    for (const orderId of orderIds) {
      // A waiting notice is written when it is sent, and will include this.
      if (findWaitingNotice(tx, { kind, orderId, userId: user.id })) continue;
      enqueueMail(context, tx, { kind, orderId, userId: user.id, to, dueUntil });
    }
  }
}

/** Returns whether a user is active, has an address and has not muted this kind. Does not check the role. */
export function wantsNotice(user: UserRow, kind: NoticeKind): user is UserRow & { email: string } {
  return user.isActive && user.email !== null && !user.mutedNotices.includes(kind);
}

/** Returns the end of a promised day, the `dueUntil` of its notices, so that each is sent once per day. */
export function endOfDueDay({ config: { businessTimeZone } }: Pick<Context, 'config'>, dueAt: number) {
  return startOfDay(shiftDay(dayOf(dueAt, businessTimeZone), 1), businessTimeZone);
}
