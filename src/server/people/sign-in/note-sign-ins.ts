import { writeTransaction } from '../../../../db/client.ts';
import { minutes } from '../../../shared/durations.ts';
import { aboutPerson, recordAudit, theService } from '../../audit/record-audit.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { findUserByName } from '../directory/people-repository.ts';

/** How often it is written down at most that somebody guesses at an account, in milliseconds: the window of its limit. */
const pause = minutes(15);

/** Writes down that somebody has signed in. @param device the browser in words, when something is known of it */
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

/** Writes down that somebody has signed out themselves; that a session ran out is nobody's doing. */
export async function noteSignOut({ db, clock }: Context, user: SignedIn): Promise<void> {
  const subject = aboutPerson(user);
  await writeTransaction(db, (tx) =>
    recordAudit(tx, { actor: user, at: clock.now(), action: 'signed_out', subject }),
  );
}

/**
 * @returns writes down that an account is guarded from somebody who guesses at it, once in a while; of names that nobody
 *   has it is not, since whoever types them chooses what would be kept
 */
export function createGuessingNotes({ db, clock }: Context): (account: string) => Promise<void> {
  /** When it was written down last, by the account's id: there are no more of them than people who work here. */
  const noted = new Map<string, number>();
  return async (account) => {
    const user = findUserByName(db, account);
    const now = clock.now();
    if (!user?.isActive || now - (noted.get(user.id) ?? Number.NEGATIVE_INFINITY) < pause) return;
    noted.set(user.id, now);
    const subject = aboutPerson(user);
    await writeTransaction(db, (tx) =>
      recordAudit(tx, { actor: theService, at: now, action: 'sign_in_guarded', subject }),
    );
  };
}
