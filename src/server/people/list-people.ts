import type { Account } from '../../shared/people/account-schema.ts';
import { awayUntil, tidyDaysAway } from '../../shared/people/days-away.ts';
import { noticeKinds, notices } from '../../shared/people/notices.ts';
import type { Person, ReaderChoice } from '../../shared/people/staff.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { businessDay } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { listOpenOrderIds } from '../orders/order-repository.ts';
import { listPeople as listRows, profileOf, requirePerson, type UserRow } from '../shop/people-repository.ts';
import { listRecoveryCodes } from './credentials-repository.ts';
import { listSessions } from './sessions.ts';

export function readAccount(context: Context, { id }: SignedIn, sessionId: string): Account {
  const { db } = context;
  const user = requirePerson(context, id);
  return {
    ...present(context, { ...user, openOrders: listOpenOrderIds(db, id).length }, sessionId),
    notices: noticeKinds
      .filter((kind) => notices[kind].role === user.role)
      .map((kind) => ({ kind, label: notices[kind].label, isOn: !user.mutedNotices.includes(kind) })),
    recoveryCodesLeft: listRecoveryCodes(db, id).length,
  };
}

export function listPeople(context: Context, sessionId: string): Person[] {
  return listRows(context.db).map((user) => present(context, user, sessionId));
}

function present(context: Context, user: UserRow & { openOrders: number }, sessionId: string): Person {
  const { id, username, role, isActive, email, openOrders, maxOpenOrders, readingsPerDay } = user;
  const today = businessDay(context);
  return {
    ...{ id, username, role, isActive, email, openOrders, maxOpenOrders, readingsPerDay },
    hasTwoFactor: user.totpEnabledAt !== null,
    createdAt: isoTime(user.createdAt),
    daysAway: tidyDaysAway(user.daysAway, today),
    awayUntil: awayUntil(user.daysAway, today),
    profile: profileOf(context.db, user),
    sessions: listSessions(context, id, sessionId),
  };
}

/** Returns the readers with an open account, to choose an assignee. */
export function listReaders(context: Context): ReaderChoice[] {
  const today = businessDay(context);
  const readers = listRows(context.db).filter(({ role, isActive }) => role === 'reader' && isActive);
  return readers.map(({ id, username, openOrders, maxOpenOrders, daysAway }) => ({
    ...{ id, username, openOrders, maxOpenOrders },
    awayUntil: awayUntil(daysAway, today),
  }));
}

/** Returns another person's account. @throws {DomainError} `person_conflict` for the user's own */
export function requireOtherPerson(context: Context, user: SignedIn, id: string): UserRow {
  if (id === user.id) {
    throw new DomainError(
      'person_conflict',
      'Change your own account under My account, where the password is asked for.',
    );
  }
  return requirePerson(context, id);
}
