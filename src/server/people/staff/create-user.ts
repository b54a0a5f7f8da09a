import type { ReaderRef } from '../../../shared/orders/orders.ts';
import type { Role } from '../../../shared/people/staff.ts';
import { DomainError } from '../../basics/errors.ts';
import { newId } from '../../basics/random.ts';
import type { Context } from '../../context/context.ts';
import { hashPassword, refuseCommonPassword } from '../credentials/passwords.ts';
import { refuseTakenEmail } from '../directory/find-person.ts';
import { findUserByName, insertUser, listActiveReaders } from '../directory/people-repository.ts';

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
