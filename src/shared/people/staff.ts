import { emailAddress, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { Availability } from './availability.ts';
import type { ReaderProfile } from './profiles.ts';
import { roles } from './roles.ts';

export type Role = (typeof roles)[number];

/** A signed-in person as the API shows them. */
export interface SignedInUser {
  username: string;
  role: Role;
}

export const passwordText = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .min(1, `${label} is missing.`)
    .max(limits.passwordCharacters, `${label} may be at most ${limits.passwordCharacters} characters long.`);

export const loginSchema = z.strictObject({
  username: requiredLine('The username', limits.usernameCharacters),
  password: passwordText('The password'),
  /** Of the authenticator app, or a recovery code. */
  code: requiredLine('The code', limits.codeCharacters).optional(),
});

export const newPasswordText = (label: string) =>
  passwordText(label).min(
    limits.passwordMinimumCharacters,
    `Password must be at least ${limits.passwordMinimumCharacters} characters`,
  );

export const changePasswordSchema = z.strictObject({
  currentPassword: passwordText('The current password'),
  newPassword: newPasswordText('The new password'),
});
export type PasswordChange = z.infer<typeof changePasswordSchema>;

export const createPersonSchema = z.strictObject({
  username: requiredLine('The username', limits.usernameCharacters),
  password: newPasswordText('The password'),
  role: z.enum(roles, { error: 'The role is admin or reader.' }),
  email: emailAddress('The email address').nullable().optional(),
});

export const setPasswordSchema = z.strictObject({ newPassword: newPasswordText('The new password') });

/** `moveOrdersTo` gives the open orders of a disabled reader to another one; null leaves them unassigned. */
export const setActiveSchema = z.strictObject({
  isActive: z.boolean({ error: 'isActive is true or false.' }),
  moveOrdersTo: requiredLine('The reader', 60).nullable().optional(),
});

/** A member of staff, as the admin sees them. */
export interface Person extends Availability {
  id: string;
  username: string;
  role: Role;
  isActive: boolean;
  email: string | null;
  hasTwoFactor: boolean;
  /** How customers know a reader; null for an admin. */
  profile: ReaderProfile | null;
  /** ISO 8601 */
  createdAt: string;
  /** Signed-in browsers. */
  sessions: number;
}

/** A signed-in browser. */
export interface OpenSession {
  /** Names the session; it is no key to it. */
  id: string;
  /** In words, such as `Firefox on Windows`; null when it did not say. */
  device: string | null;
  /** ISO 8601 */
  startedAt: string;
  /** ISO 8601, to the minute */
  lastUsedAt: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}
