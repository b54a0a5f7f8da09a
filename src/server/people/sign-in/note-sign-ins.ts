import { writeTransaction } from '../../../../db/client.ts';
import type { AuditAction, AuditDetails } from '../../../shared/audit.ts';
import { minutes } from '../../../shared/durations.ts';
import { aboutPerson, recordAudit, theService } from '../../audit/record-audit.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { enqueueMail } from '../../outbox/enqueue-mail.ts';
import { findUser, findUserByName } from '../directory/people-repository.ts';

/** What fails within this time is written down together, in milliseconds: the window of the limit. */
const failureWindow = minutes(15);

/** Which failures of a window are written down: a stranger fills the history no faster than that. */
const notedFailures = [1, 5, 10];

/** The owner is told from this many wrong codes in a window on: a person who enters codes knows the password. */
const codesTold = 5;

/** Records a sign-in. @param device the browser in words, when it is known */
export async function noteSignIn(
  { db, clock }: Context,
  user: SignedIn,
  device: string | null,
): Promise<void> {
  const subject = aboutPerson(user);
  const at = clock.now();
  // In a transaction, so that it shares the commit of the session.
  await writeTransaction(db, (tx) =>
    recordAudit(tx, { actor: user, at, action: 'signed_in', subject, details: { device } }),
  );
}

/** Records that a person has signed out themselves. A session that ran out is not recorded. */
export async function noteSignOut({ db, clock }: Context, user: SignedIn): Promise<void> {
  const subject = aboutPerson(user);
  await writeTransaction(db, (tx) =>
    recordAudit(tx, { actor: user, at: clock.now(), action: 'signed_out', subject }),
  );
}

interface Failures {
  since: number;
  passwords: number;
  codes: number;
  isGuarded: boolean;
}

/** Records failed sign-ins of an account. Names without an account are not recorded, since strangers choose them. */
export interface FailureNotes {
  wrongPassword(user: SignedIn): void;
  /** A wrong code behind the right password. The fifth is told to the owner by mail. */
  wrongCode(user: SignedIn): void;
  /** @param account the name that was typed */
  guarded(account: string): void;
}

export function createFailureNotes(context: Context): FailureNotes {
  const { db, clock, log } = context;
  /** By the account's id: there are no more of them than people who work here. */
  const windows = new Map<string, Failures>();

  function windowOf(userId: string): Failures {
    const now = clock.now();
    const known = windows.get(userId);
    if (known && now >= known.since && now - known.since < failureWindow) return known;
    const begun = { since: now, passwords: 0, codes: 0, isGuarded: false };
    windows.set(userId, begun);
    return begun;
  }

  function note(user: SignedIn, action: AuditAction, details: AuditDetails, isTold = false): void {
    // After the answer: the time that it takes must not show whether the name has an account.
    setImmediate(() => {
      writeTransaction(db, (tx) => {
        recordAudit(tx, { actor: theService, at: clock.now(), action, subject: aboutPerson(user), details });
        const person = isTold ? findUser(tx, user.id) : undefined;
        if (!person?.email) return;
        const to = { name: person.username, address: person.email };
        enqueueMail(context, tx, { kind: 'codes_guessed', userId: person.id, to });
      }).catch((err: unknown) => {
        log.error({ err, userId: user.id }, 'a failed sign-in could not be written down');
      });
    });
  }

  return {
    wrongPassword(user) {
      const wrongPasswords = ++windowOf(user.id).passwords;
      if (notedFailures.includes(wrongPasswords)) note(user, 'sign_in_failed', { wrongPasswords });
    },
    wrongCode(user) {
      const wrongCodes = ++windowOf(user.id).codes;
      if (!notedFailures.includes(wrongCodes)) return;
      note(user, 'sign_in_failed', { wrongCodes }, wrongCodes === codesTold);
    },
    guarded(account) {
      const user = findUserByName(db, account);
      if (!user?.isActive) return;
      const window = windowOf(user.id);
      if (!window.isGuarded) note(user, 'sign_in_guarded', {});
      window.isGuarded = true;
    },
  };
}
