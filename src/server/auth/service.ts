import type { Context, SignedIn } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findUserByName } from '../staff/repository.ts';
import { passwordMatches } from './passwords.ts';

/**
 * Checks a name and a password. Unknown names, wrong passwords and disabled accounts are told apart
 * neither by the answer nor by the time it takes.
 *
 * @throws {DomainError} `unauthenticated`
 */
export async function checkCredentials(
  context: Context,
  input: { username: string; password: string },
): Promise<SignedIn> {
  const user = findUserByName(context.db, input.username);
  const matches = await passwordMatches(user?.isActive ? user.passwordHash : null, input.password);
  if (!user || !matches) throw new DomainError('unauthenticated', 'Invalid credentials');
  return { id: user.id, username: user.username, role: user.role };
}
