import { requiredLine } from './fields.ts';
import { limits } from './limits.ts';
import { z } from './zod.ts';

export const roles = ['admin', 'reader'] as const;
export type Role = (typeof roles)[number];

/** A signed-in person as the API shows them. */
export interface SignedInUser {
  username: string;
  role: Role;
}

const password = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .min(1, `${label} is missing.`)
    .max(limits.passwordCharacters, `${label} may be at most ${limits.passwordCharacters} characters long.`);

export const loginSchema = z.strictObject({
  username: requiredLine('The username', limits.usernameCharacters),
  password: password('The password'),
});

export const changePasswordSchema = z.strictObject({
  currentPassword: password('The current password'),
  newPassword: password('The new password').min(
    limits.passwordMinimumCharacters,
    `Password must be at least ${limits.passwordMinimumCharacters} characters`,
  ),
});
