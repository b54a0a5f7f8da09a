import { type Queryable, writeNow, writeTransaction } from '../../../db/client.ts';
import { minutes } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hashToken } from '../base/random.ts';
import { deleteMail, enqueueMail, findQueuedMail } from '../mail/outbox-repository.ts';
import { deleteResetsOf, findResetBeyond, findResetOwner, insertReset } from './credentials-repository.ts';
import { setPassword } from './passwords.ts';
import { findUserByEmail } from './people-repository.ts';

export const linkLifeMs = minutes(30);

/** A link that works this much longer is not replaced, so that strangers cannot fill the mailbox. */
const timeToUseLinkMs = minutes(10);

/** Mails a reset link to an open account. For others the mail is deleted again: the time reveals nothing. */
export async function mailResetLink(
  context: Context,
  email: string,
  { unlessOneWorks }: { unlessOneWorks: boolean },
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const found = findUserByEmail(tx, email);
    const time = context.clock.now() + timeToUseLinkMs;
    const hasLink =
      found && (findResetBeyond(tx, found.id, time) || findQueuedMail(tx, found.id, 'password_reset'));
    const person = found?.isActive && !(unlessOneWorks && hasLink) ? found : undefined;
    const mailId = enqueueMail(context, tx, {
      kind: 'password_reset',
      userId: person?.id,
      to: { name: person?.username ?? '', address: person?.email ?? email },
    });
    if (!person && mailId !== null) deleteMail(tx, mailId);
  });
}

/** Stores a new link in place of earlier ones and returns its address; what follows `#` is never sent or logged. */
export function createResetLink(context: Context, userId: string): string {
  const token = context.random.newLinkToken();
  const expiresAt = context.clock.now() + linkLifeMs;
  writeNow(context.db, (tx) => {
    deleteResetsOf(tx, userId);
    insertReset(tx, { id: hashToken(token), userId, expiresAt });
  });
  return `${context.config.publicUrl}/admin/new-password#${token}`;
}

/** Returns the owner of a link that works, and does not use it up. @throws {DomainError} `reset_not_found` */
export function requireReset({ db, clock }: Pick<Context, 'clock'> & { db: Queryable }, token: string) {
  const owner = findResetOwner(db, hashToken(token), clock.now());
  if (!owner) {
    throw new DomainError(
      'reset_not_found',
      'This link no longer works: it was used, is older than 30 minutes, or a newer one was sent. Please ask for another.',
    );
  }
  return owner;
}

/** Sets a password through a link and ends all sessions; a refused one does not use it up. @returns the user's id */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const person = requireReset(context, token);
  await setPassword(context, { actor: person, person }, newPassword, {
    // Another request may have used the link meanwhile.
    stillMay: (tx) => requireReset({ db: tx, clock: context.clock }, token),
  });
  return person.id;
}
