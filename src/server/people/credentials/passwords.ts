import { DomainError } from '../../basics/errors.ts';
import { commonPasswords } from './common-passwords.ts';

/** argon2id as OWASP's password storage cheat sheet recommends it: 19 MiB, 2 passes, 1 lane. */
const usualCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded with the first password: a service without sign-ins does without its 3 MB. */
const argon2 = () => import('@node-rs/argon2');

/**
 * @param cost how much work it is to make, and to compare: about 20 ms, off the event loop, unless given
 * @returns the stored form of a password, however a keyboard composes its accents
 */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const { hash } = await argon2();
  return hash(password.normalize('NFC'), cost);
}

let decoy: Promise<string> | undefined;

/**
 * Compares a password with its stored form. Without a stored form (no such user) it takes as long as with one, so that
 * the time does not show which names exist.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await argon2();
  decoy ??= hashPassword('nobody has this password');
  const compared = stored ?? (await decoy);
  // Older stored forms were made of the password as it was typed then.
  for (const form of new Set([password.normalize('NFC'), password, password.normalize('NFD')])) {
    if (await verify(compared, form)) return stored !== null;
  }
  return false;
}

/**
 * Refuses a password that is among the first guesses.
 *
 * @throws {DomainError} `invalid_request`
 */
export function refuseCommonPassword(password: string): void {
  if (commonPasswords.has(password.toLowerCase())) {
    throw new DomainError(
      'invalid_request',
      'This password is one of the most common ones and easily guessed. Please choose another.',
    );
  }
}
