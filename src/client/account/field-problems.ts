import { cleanEmail, isEmail } from '../../shared/email-address.ts';
import { limits } from '../../shared/limits.ts';

/** @returns why this cannot be an email address, or null when it can; blank is none */
export function emailProblem(email: string): string | null {
  const clean = cleanEmail(email);
  return clean && !isEmail(clean) ? 'Please enter a valid email address.' : null;
}

/** @returns why this cannot be a password, or null when it can (docs/product.md §9) */
export function newPasswordProblem(password: string): string | null {
  const least = limits.passwordMinimumCharacters;
  return password.length < least ? `Password must be at least ${least} characters` : null;
}
