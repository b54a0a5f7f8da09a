import type { Queryable } from '../../../../db/client.ts';
import type { ReaderRef } from '../../../shared/orders.ts';
import type { Role } from '../../../shared/staff.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../random.ts';
import { hashPassword, passwordMatches, refuseCommonPassword } from '../credentials/passwords.ts';
import type { Sessions } from '../credentials/sessions.ts';
import {
  findUser,
  findUserByEmail,
  findUserByName,
  insertUser,
  listActiveReaders,
  setPasswordHash,
} from '../directory/people-repository.ts';

/**
 * Creates an admin or a reader.
 *
 * @throws {DomainError} `user_conflict` when the name is taken, `account_conflict` when the address is,
 *   `invalid_request` for a common password
 */
export async function createUser(
  context: Pick<Context, 'db' | 'clock'>,
  input: { username: string; password: string; role: Role; email?: string | null | undefined },
): Promise<void> {
  refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  if (findUserByName(context.db, input.username)) {
    throw new DomainError('user_conflict', `There is already somebody called ${input.username}.`);
  }
  const email = input.email ?? null;
  if (email !== null) refuseTakenEmail(context.db, email);
  insertUser(context.db, {
    id: newId(),
    username: input.username,
    passwordHash,
    role: input.role,
    email,
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
  await requirePassword(context, user.id, input.currentPassword);
  refuseCommonPassword(input.newPassword);
  setPasswordHash(context.db, user.id, await hashPassword(input.newPassword));
  await sessions.endOthers(user.id, sessionId);
  context.log.info({ userId: user.id }, 'a password was changed');
}

/**
 * Makes sure that it is really they who ask.
 *
 * @throws {DomainError} `invalid_request` when the password is wrong or missing
 */
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

/**
 * @param userId whose address it may be already
 * @throws {DomainError} `account_conflict`
 */
export function refuseTakenEmail(db: Queryable, email: string, userId?: string): void {
  const owner = findUserByEmail(db, email);
  if (owner && owner.id !== userId) {
    throw new DomainError('account_conflict', 'Another account has this email address already.');
  }
}
