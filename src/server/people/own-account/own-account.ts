import { writeTransaction } from '../../../../db/client.ts';
import type { Account } from '../../../shared/people/account.ts';
import { tidyDaysAway } from '../../../shared/people/days-away.ts';
import { type NoticeKind, noticeKinds, notices } from '../../../shared/people/notices.ts';
import { aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import type { SignedIn } from '../../context/context.ts';
import { requirePassword } from '../credentials/change-password.ts';
import { countRecoveryCodes, setMutedNotices } from '../credentials/credentials-repository.ts';
import { listSessions } from '../credentials/open-sessions.ts';
import type { Accounts } from '../credentials/sessions.ts';
import { refuseTakenEmail, requirePerson } from '../directory/find-person.ts';
import { businessDay } from '../directory/free-reader.ts';
import { setEmail } from '../directory/people-repository.ts';
import { findProfile } from '../directory/profiles-repository.ts';

/** @returns the account of whoever is signed in, as it is now */
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

/**
 * Changes where somebody gets mail, and which.
 *
 * @throws {DomainError} `invalid_request` when a new address comes without the right password;
 *   `account_conflict` when another account has it
 */
export async function changeAccount(
  { context }: Accounts,
  user: SignedIn,
  change: {
    email?: string | null | undefined;
    currentPassword?: string | undefined;
    mutedNotices?: NoticeKind[] | undefined;
  },
): Promise<void> {
  const { email, mutedNotices } = change;
  const isNewEmail = email !== undefined && email !== requirePerson(context, user.id).email;
  if (isNewEmail) await requirePassword(context, user.id, change.currentPassword);
  await writeTransaction(context.db, (tx) => {
    if (isNewEmail) {
      if (email !== null) refuseTakenEmail(tx, email, user.id);
      setEmail(tx, user.id, email);
      const subject = aboutPerson(user);
      const details = { isSet: email !== null };
      recordAudit(tx, { actor: user, at: context.clock.now(), action: 'email_changed', subject, details });
    }
    if (mutedNotices) setMutedNotices(tx, user.id, [...new Set(mutedNotices)]);
  });
  if (isNewEmail) context.log.info({ userId: user.id }, 'a mail address was changed');
}
