import { type Queryable, writeNow, writeTransaction } from '../../../../db/client.ts';
import { minutes } from '../../../shared/durations.ts';
import { DomainError } from '../../basics/errors.ts';
import { hashToken } from '../../basics/random.ts';
import type { Context } from '../../context/context.ts';
import { enqueueMail } from '../../outbox/enqueue-mail.ts';
import { deleteMail, isMailQueued } from '../../outbox/outbox-repository.ts';
import { requirePerson } from '../directory/find-person.ts';
import { findUser, findUserByEmail } from '../directory/people-repository.ts';
import { setPassword } from './change-password.ts';
import { findReset, isResetOpen, replaceReset } from './credentials-repository.ts';
import type { Accounts } from './sessions.ts';

/** In milliseconds. */
export const linkLife = minutes(30);

/** A link that works this much longer is not replaced, in milliseconds. */
const timeToUseLink = minutes(10);

/**
 * Mails a link to a new password to an address, if an active account has it. Neither the result nor the time shows
 * whether there is one: without an account the same mail is written and deleted, and the outbox is not woken.
 *
 * @param options.unlessOneWorks keeps a link that works for some minutes more: strangers who ask repeatedly do not fill
 *   the mailbox
 */
export async function askForReset(
  context: Context,
  email: string,
  { unlessOneWorks }: { unlessOneWorks: boolean },
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const found = findUserByEmail(tx, email);
    const hasLink = found !== undefined && hasWorkingLink(tx, found.id, context.clock.now());
    const person = found?.isActive && !(unlessOneWorks && hasLink) ? found : undefined;
    const mailId = enqueueMail(context, tx, {
      kind: 'password_reset',
      userId: person?.id,
      to: { name: person?.username ?? '', address: person?.email ?? email },
    });
    if (!person && mailId !== null) deleteMail(tx, mailId);
  });
}

/** @returns the address of a new link, in place of earlier ones; what follows the `#` is never sent, and in no log */
export function createResetLink(context: Context, userId: string): string {
  const token = context.random.newLinkToken();
  const expiresAt = context.clock.now() + linkLife;
  writeNow(context.db, (tx) => replaceReset(tx, { id: hashToken(token), userId, expiresAt }));
  return `${context.config.publicUrl}/admin/new-password#${token}`;
}

export function checkReset(context: Context, token: string): void {
  if (ownerOf(context, context.db, hashToken(token)) === null) throw linkIsOver();
}

/**
 * Sets a new password through a link, which works once, and ends all sessions of its owner. A refused password does not
 * use the link up.
 *
 * @returns the user's id
 */
export async function resetPassword(
  { context, sessions }: Accounts,
  input: { token: string; newPassword: string },
): Promise<string> {
  const resetId = hashToken(input.token);
  const requireOwner = (db: Queryable) => {
    const owner = ownerOf(context, db, resetId);
    if (owner === null) throw linkIsOver();
    return owner;
  };
  const userId = requireOwner(context.db);
  const person = requirePerson(context, userId);
  // Another request may use the link meanwhile.
  const own = { actor: person, person };
  await setPassword({ context, sessions }, own, input.newPassword, { stillMay: requireOwner });
  context.log.info({ userId }, 'a forgotten password was replaced');
  return userId;
}

function hasWorkingLink(db: Queryable, userId: string, now: number): boolean {
  return isResetOpen(db, userId, now + timeToUseLink) || isMailQueued(db, userId, 'password_reset');
}

function ownerOf(context: Context, db: Queryable, resetId: string): string | null {
  const userId = findReset(db).get({ resetId, now: context.clock.now() })?.userId;
  return userId !== undefined && findUser(db, userId)?.isActive ? userId : null;
}

function linkIsOver(): DomainError {
  return new DomainError(
    'reset_not_found',
    'This link does not work any more: it was used, is older than 30 minutes, or a newer one was sent. Please ask for another.',
  );
}
