import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { passwordMatches } from '../credentials/passwords.ts';
import { redeemCode } from '../credentials/two-factor.ts';
import { findUserByName } from '../directory/people-repository.ts';

/** Unknown names, wrong passwords and closed accounts get the same answer in the same time. */
export async function checkCredentials(
  context: Context,
  input: { username: string; password: string },
  fails: (user: SignedIn) => void,
): Promise<{ user: SignedIn; hasTwoFactor: boolean }> {
  const user = findUserByName(context.db, input.username);
  const matches = await passwordMatches(user?.isActive ? user.passwordHash : null, input.password);
  if (!user) throw invalidCredentials();
  const { id, username, role } = user;
  if (!matches) {
    fails({ id, username, role });
    throw invalidCredentials();
  }
  return { user: { id, username, role }, hasTwoFactor: user.totpEnabledAt !== null };
}

export async function checkCode(
  context: Context,
  user: SignedIn,
  code: string,
  fails: (user: SignedIn) => void,
): Promise<void> {
  if (await redeemCode(context, user.id, code)) return;
  fails(user);
  throw invalidCredentials();
}

function invalidCredentials(): DomainError {
  return new DomainError('unauthenticated', 'Invalid credentials');
}
