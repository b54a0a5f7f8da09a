import { type Queryable, type Transaction, writeNow, writeTransaction } from '../../../db/client.ts';
import { hours, minutes } from '../../shared/durations.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hashToken } from '../base/random.ts';
import { aboutPerson, recordAudit } from '../base/record-audit.ts';
import { cancelMailsTo, deleteMail, enqueueMail, findQueuedMail } from '../mail/outbox-repository.ts';
import { createUser } from './create-user.ts';
import { deleteResetsOf, findResetBeyond, findResetOwner, insertReset } from './credentials-repository.ts';
import { noPassword, setPassword } from './passwords.ts';
import { findUserByEmail, requirePerson, type UserRow } from './people-repository.ts';

export const linkLifeMs = minutes(30);
export const invitationLifeMs = hours(72);

const isInvited = ({ passwordHash }: UserRow) => passwordHash === noPassword;

/** A link valid for longer than this is not replaced, so that strangers cannot fill the mailbox. */
const timeToUseLinkMs = minutes(10);

/** Mails a reset link to an active account. For others it queues and deletes a mail, so that timing reveals nothing. */
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

/** Creates an account without a password, and mails its owner a link to set one. @throws {DomainError} */
export async function inviteUser(
  context: Context,
  input: Parameters<typeof createUser>[1],
  actor: SignedIn,
  beforeInsert?: Parameters<typeof createUser>[3],
): Promise<void> {
  refuseWithoutMail(context);
  await createUser(context, input, actor, beforeInsert, (tx, id) => enqueueInvitation(context, tx, id));
  context.signals.wakeMailWorker();
}

/**
 * Ends earlier invitations and mails a new one. @throws {DomainError} `person_not_found`; `mail_conflict` without
 * a mail server; `person_conflict` if the account is closed, has a password or has no address
 */
export async function inviteAgain(context: Context, actor: SignedIn, personId: string): Promise<void> {
  refuseWithoutMail(context);
  await writeTransaction(context.db, (tx) => {
    const person = requirePerson({ db: tx }, personId);
    if (!isInvited(person) || !person.isActive || person.email === null) {
      throw new DomainError(
        'person_conflict',
        'Only an open account with an email address and without a password can be invited.',
      );
    }
    deleteResetsOf(tx, personId);
    cancelMailsTo(tx, personId, 'password_reset');
    enqueueInvitation(context, tx, personId);
    const at = context.clock.now();
    recordAudit(tx, { actor, at, action: 'person_invited', subject: aboutPerson(person) });
  });
  context.signals.wakeMailWorker();
}

function enqueueInvitation(context: Context, tx: Transaction, personId: string): void {
  const person = requirePerson({ db: tx }, personId);
  const to = { name: nameOf(person), address: person.email ?? '' };
  enqueueMail(context, tx, { kind: 'password_reset', userId: personId, to });
}

/** Returns whether invitations can be mailed. True in the sandbox, whose mailbox keeps them. */
export const canInvite = ({ config }: Pick<Context, 'config'>) =>
  config.smtp !== null || config.stripe.mode === 'sandbox';

function refuseWithoutMail(context: Pick<Context, 'config'>): void {
  if (canInvite(context)) return;
  throw new DomainError(
    'mail_conflict',
    'There is no mail server, so no one can be invited. Give the person a first password instead.',
  );
}

/** Stores a link in place of earlier ones, and returns its URL; the secret follows `#`, which browsers never send. */
export function createResetLink(context: Context, person: UserRow): string {
  const { id: userId } = person;
  const token = context.random.newLinkToken();
  const expiresAt = context.clock.now() + (isInvited(person) ? invitationLifeMs : linkLifeMs);
  writeNow(context.db, (tx) => {
    deleteResetsOf(tx, userId);
    insertReset(tx, { id: hashToken(token), userId, expiresAt });
  });
  return `${context.config.publicUrl}/admin/new-password#${token}`;
}

/** Returns the owner of a valid link, which stays valid. @throws {DomainError} `reset_not_found` */
export function requireReset({ db, clock }: Pick<Context, 'clock'> & { db: Queryable }, token: string) {
  const owner = findResetOwner(db, hashToken(token), clock.now());
  if (!owner) {
    throw new DomainError(
      'reset_not_found',
      'This link no longer works. It was used, it expired or we sent a newer one. Links to reset a password expire after 30 minutes, invitations after 72 hours. Please ask for a new one.',
    );
  }
  return owner;
}

/** Returns a link's owner, and whether they have no password yet. @throws {DomainError} `reset_not_found` */
export function readReset(context: Context, token: string): { username: string; isInvited: boolean } {
  const person = requirePerson(context, requireReset(context, token).id);
  return { username: person.username, isInvited: isInvited(person) };
}

/** Sets a password by a link, ends all sessions, and returns the user's id; a refused password keeps the link valid. */
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
