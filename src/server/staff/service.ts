import type { ReaderRef } from '../../shared/orders.ts';
import type { Role } from '../../shared/staff.ts';
import { hashPassword, passwordMatches, refuseCommonPassword } from '../auth/passwords.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Context, SignedIn } from '../context.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../random.ts';
import { findUser, findUserByName, insertUser, listActiveReaders, setPasswordHash } from './repository.ts';

/**
 * Creates an admin or a reader.
 *
 * @throws {DomainError} `user_conflict` when the name is taken, `invalid_request` for a common password
 */
export async function createUser(
  context: Pick<Context, 'db' | 'clock'>,
  input: { username: string; password: string; role: Role },
): Promise<void> {
  refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  if (findUserByName(context.db, input.username)) {
    throw new DomainError('user_conflict', `There is already somebody called ${input.username}.`);
  }
  insertUser(context.db, {
    id: newId(),
    username: input.username,
    passwordHash,
    role: input.role,
    createdAt: context.clock.now(),
  });
}

/** @returns the readers orders can be assigned to */
export function listReaders(context: Context): ReaderRef[] {
  return listActiveReaders(context.db);
}

/**
 * Changes one's own password and ends one's other sessions.
 *
 * @throws {DomainError} `invalid_request` when the current password is wrong or the new one too common
 */
export async function changeOwnPassword(
  context: Context,
  sessions: Sessions,
  user: SignedIn,
  sessionId: string,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const stored = findUser(context.db, user.id)?.passwordHash ?? null;
  if (!(await passwordMatches(stored, input.currentPassword))) {
    throw new DomainError('invalid_request', 'The current password is not right. Please type it again.');
  }
  refuseCommonPassword(input.newPassword);
  setPasswordHash(context.db, user.id, await hashPassword(input.newPassword));
  await sessions.endOthers(user.id, sessionId);
  context.log.info({ userId: user.id }, 'a password was changed');
}
