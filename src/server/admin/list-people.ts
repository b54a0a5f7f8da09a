import type { Account } from '../../shared/people/account-schema.ts';
import { noticeKinds, notices } from '../../shared/people/account-schema.ts';
import { awayUntil, tidyDaysAway } from '../../shared/people/days-away.ts';
import { hasRole } from '../../shared/people/signed-in-user.ts';
import type { Person, ReaderChoice } from '../../shared/people/staff.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { businessDay } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { countOpenOrders } from '../orders/assignment-repository.ts';
import { listRecoveryCodes } from '../people/credentials-repository.ts';
import { noPassword } from '../people/passwords.ts';
import { listUsers, profileOf, requirePerson, type UserRow } from '../people/people-repository.ts';
import { listSessions } from '../people/sessions.ts';

/** Reads the user's own account with the notices of their role. Marks the session `sessionId` as current. */
export function readAccount(context: Context, { id }: SignedIn, sessionId: string): Account {
  const user = requirePerson(context, id);
  return {
    ...present(context, user, countOpenOrders(context.db), sessionId),
    notices: noticeKinds
      .filter((kind) => hasRole(user, notices[kind].role))
      .map((kind) => ({ kind, label: notices[kind].label, isOn: !user.mutedNotices.includes(kind) })),
    recoveryCodesLeft: listRecoveryCodes(context.db, id).length,
  };
}

/** Lists all accounts, closed ones too: admins first, then by name. Marks the session `sessionId` as current. */
export function listPeople(context: Context, sessionId: string): Person[] {
  const openOrders = countOpenOrders(context.db);
  return listUsers(context.db).map((user) => present(context, user, openOrders, sessionId));
}

function present(
  context: Context,
  user: UserRow,
  openOrders: Map<string, number>,
  sessionId: string,
): Person {
  const { id, username, displayName, role, writes, isActive, email, maxOpenOrders, readingsPerDay } = user;
  const today = businessDay(context);
  return {
    ...{ id, username, displayName, role, writes, isActive, email, maxOpenOrders, readingsPerDay },
    openOrders: openOrders.get(id) ?? 0,
    isInvited: user.passwordHash === noPassword,
    hasTwoFactor: user.totpEnabledAt !== null,
    createdAt: isoTime(user.createdAt),
    daysAway: tidyDaysAway(user.daysAway, today),
    awayUntil: awayUntil(user.daysAway, today),
    profile: profileOf(context.db, user),
    sessions: listSessions(context, id, sessionId),
  };
}

/** Lists the active accounts that write readings, to choose an assignee from. */
export function listReaders(context: Context): ReaderChoice[] {
  const today = businessDay(context);
  const openOrders = countOpenOrders(context.db);
  const readers = listUsers(context.db).filter(({ writes, isActive }) => writes && isActive);
  return readers.map(({ id, username, displayName, maxOpenOrders, daysAway }) => ({
    ...{ id, username, displayName, maxOpenOrders },
    openOrders: openOrders.get(id) ?? 0,
    awayUntil: awayUntil(daysAway, today),
  }));
}

/** Returns the account of a person. @throws {DomainError} `person_conflict` for the user's own */
export function requireOtherPerson(context: Context, user: SignedIn, id: string): UserRow {
  if (id === user.id) {
    throw new DomainError(
      'person_conflict',
      'Change your own account under My account, which asks for your password.',
    );
  }
  return requirePerson(context, id);
}
