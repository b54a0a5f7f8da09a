import { writeTransaction } from '../../../../db/client.ts';
import type { AuditAction, AuditDetails } from '../../../shared/audit.ts';
import { minutes } from '../../../shared/durations.ts';
import { aboutPerson, recordAudit, theService } from '../../audit/record-audit.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { enqueueMail } from '../../outbox/enqueue-mail.ts';
import { findUser, findUserByName } from '../directory/people-repository.ts';

/** Failures within this time are counted together, in milliseconds: the window of the rate limit. */
const failureWindow = minutes(15);

/** Which failures of a window are recorded, so that a stranger cannot fill the history. */
const notedFailures = [1, 5, 10];

/** The number of wrong codes, each behind the right password, that is mailed to the owner. */
const codesMailed = 5;

/** Records a sign-in or a sign-out. A session that expired is not recorded. */
export async function noteSession(
  { db, clock }: Context,
  user: SignedIn,
  action: 'signed_in' | 'signed_out',
  details: AuditDetails = {},
): Promise<void> {
  const subject = aboutPerson(user);
  // In a transaction, so that it shares the commit of the session.
  await writeTransaction(db, (tx) =>
    recordAudit(tx, { actor: user, at: clock.now(), action, subject, details }),
  );
}

/** Records failed sign-ins of accounts. Names without an account are not recorded, since strangers choose them. */
export function createFailureNotes(context: Context) {
  const { db, clock, log } = context;
  const begin = () => ({ since: clock.now(), passwords: 0, codes: 0, isGuarded: false });
  const windows = new Map<string, ReturnType<typeof begin>>();

  function windowOf(userId: string) {
    const now = clock.now();
    const known = windows.get(userId);
    if (known && now >= known.since && now - known.since < failureWindow) return known;
    const begun = begin();
    windows.set(userId, begun);
    return begun;
  }

  function note(user: SignedIn, action: AuditAction, details: AuditDetails, isMailed = false): void {
    // After the answer, whose time must not show whether the name has an account.
    setImmediate(() => {
      writeTransaction(db, (tx) => {
        recordAudit(tx, { actor: theService, at: clock.now(), action, subject: aboutPerson(user), details });
        const person = isMailed ? findUser(tx, user.id) : undefined;
        if (!person?.email) return;
        const to = { name: person.username, address: person.email };
        enqueueMail(context, tx, { kind: 'codes_guessed', userId: person.id, to });
      }).catch((err: unknown) => {
        log.error({ err, userId: user.id }, 'a failed sign-in could not be written down');
      });
    });
  }

  return {
    wrongPassword(user: SignedIn) {
      const wrongPasswords = ++windowOf(user.id).passwords;
      if (notedFailures.includes(wrongPasswords)) note(user, 'sign_in_failed', { wrongPasswords });
    },
    wrongCode(user: SignedIn) {
      const wrongCodes = ++windowOf(user.id).codes;
      if (!notedFailures.includes(wrongCodes)) return;
      note(user, 'sign_in_failed', { wrongCodes }, wrongCodes === codesMailed);
    },
    /** @param account the name that was typed */
    guarded(account: string) {
      const user = findUserByName(db, account);
      if (!user?.isActive) return;
      const window = windowOf(user.id);
      if (!window.isGuarded) note(user, 'sign_in_guarded', {});
      window.isGuarded = true;
    },
  };
}
