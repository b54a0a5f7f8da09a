import { type Queryable, writeTransaction } from '../../../../db/client.ts';
import { type Actor, aboutPerson, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context } from '../../context/context.ts';
import { findUser, setPasswordHash } from '../directory/people-repository.ts';
import { hashPassword, passwordMatches, refuseCommonPassword } from './passwords.ts';
import { endSessions } from './sessions-repository.ts';

/** Ends all sessions except `keepSessionId`. `stillMay` runs in the transaction and may throw. */
export async function setPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, person }: { actor: Actor; person: { id: string; username: string } },
  newPassword: string,
  options: { keepSessionId?: string; stillMay?: (tx: Queryable) => void } = {},
): Promise<void> {
  refuseCommonPassword(newPassword);
  const passwordHash = await hashPassword(newPassword);
  await writeTransaction(db, (tx) => {
    options.stillMay?.(tx);
    setPasswordHash(tx, person.id, passwordHash);
    endSessions(tx, person.id, options.keepSessionId);
    const subject = aboutPerson(person);
    recordAudit(tx, { actor, at: clock.now(), action: 'password_changed', subject });
  });
}

/** @throws {DomainError} `invalid_request` when the password is wrong or missing */
export async function requirePassword(
  context: Pick<Context, 'db'>,
  userId: string,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    throw new DomainError('invalid_request', 'The current password is missing. Please type it in.');
  }
  const stored = findUser(context.db, userId)?.passwordHash ?? null;
  if (!(await passwordMatches(stored, password))) {
    throw new DomainError('invalid_request', 'The current password is not right. Please type it again.');
  }
}
