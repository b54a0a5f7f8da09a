import type { Account } from '../../../shared/people/account.ts';
import { tidyDaysAway } from '../../../shared/people/days-away.ts';
import { noticeKinds, notices } from '../../../shared/people/notices.ts';
import type { SignedIn } from '../../context/context.ts';
import { countRecoveryCodes } from '../credentials/credentials-repository.ts';
import { listSessions } from '../credentials/open-sessions.ts';
import type { Accounts } from '../credentials/sessions.ts';
import { requirePerson } from '../directory/find-person.ts';
import { businessDay } from '../directory/free-reader.ts';
import { findProfile } from '../directory/profiles-repository.ts';

export async function readAccount(staff: Accounts, user: SignedIn, sessionId: string): Promise<Account> {
  const { db } = staff.context;
  const person = requirePerson(staff.context, user.id);
  return {
    username: person.username,
    role: person.role,
    email: person.email,
    notices: noticeKinds
      .filter((kind) => notices[kind].role === person.role)
      .map((kind) => ({
        kind,
        label: notices[kind].label,
        isOn: !person.mutedNotices.includes(kind),
      })),
    daysAway: tidyDaysAway(person.daysAway, businessDay(staff.context)),
    profile: findProfile(db, user.id),
    twoFactor: {
      isOn: person.totpEnabledAt !== null,
      recoveryCodesLeft: countRecoveryCodes(db, user.id),
    },
    sessions: await listSessions(staff, user.id, sessionId),
  };
}
