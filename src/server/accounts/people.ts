import type { Account } from '../../shared/people/account.ts';
import { awayUntil, tidyDaysAway } from '../../shared/people/days-away.ts';
import { noticeKinds, notices } from '../../shared/people/notices.ts';
import type { Person, ReaderChoice } from '../../shared/people/staff.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { listRecoveryCodes } from '../people/credentials/credentials-repository.ts';
import { listOpenSessions, listSessions } from '../people/credentials/sessions.ts';
import { requirePerson } from '../people/directory/find-person.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import { listActiveReaders, listPeople as listRows } from '../people/directory/people-repository.ts';
import { findProfile, listProfiles } from '../people/directory/profiles-repository.ts';
import { isoTime } from '../time/iso-time.ts';

export function readAccount(context: Context, { id }: SignedIn, sessionId: string): Account {
  const { username, role, email, mutedNotices, daysAway, totpEnabledAt } = requirePerson(context, id);
  return {
    username,
    role,
    email,
    notices: noticeKinds
      .filter((kind) => notices[kind].role === role)
      .map((kind) => ({ kind, label: notices[kind].label, isOn: !mutedNotices.includes(kind) })),
    daysAway: tidyDaysAway(daysAway, businessDay(context)),
    profile: findProfile(context.db, id),
    twoFactor: {
      isOn: totpEnabledAt !== null,
      recoveryCodesLeft: listRecoveryCodes(context.db).all({ userId: id }).length,
    },
    sessions: listSessions(context, id, sessionId),
  };
}

export function listPeople(context: Context): Person[] {
  const today = businessDay(context);
  const profiles = listProfiles(context.db);
  return listRows(context.db).map((person) => ({
    id: person.id,
    username: person.username,
    role: person.role,
    isActive: person.isActive,
    email: person.email,
    hasTwoFactor: person.totpEnabledAt !== null,
    createdAt: isoTime(person.createdAt),
    daysAway: tidyDaysAway(person.daysAway, today),
    awayUntil: awayUntil(person.daysAway, today),
    openOrders: person.openOrders,
    maxOpenOrders: person.maxOpenOrders,
    readingsPerDay: person.readingsPerDay,
    profile: profiles.get(person.id) ?? null,
    sessions: listOpenSessions(context, person.id).length,
  }));
}

export function listReaders(context: Context): ReaderChoice[] {
  const today = businessDay(context);
  return listActiveReaders(context.db).map(({ daysAway, ...reader }) => ({
    ...reader,
    awayUntil: awayUntil(daysAway, today),
  }));
}
