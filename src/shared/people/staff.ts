import { emailAddress, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { DaysAway } from './days-away.ts';
import { profileLimits, type ReaderProfile } from './profile-schema.ts';
import { type Role, roles } from './signed-in-user.ts';

export const passwordText = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .min(1, `${label} is missing.`)
    .max(limits.passwordCharacters, `${label} can be up to ${limits.passwordCharacters} characters long.`);

export const loginSchema = z.strictObject({
  username: requiredLine('The username', limits.usernameCharacters),
  password: passwordText('The password'),
  /** From the authenticator app, or a recovery code. */
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

type ConfirmedPassword = { newPassword: string; confirmPassword: string };
const isConfirmed = ({ newPassword, confirmPassword }: ConfirmedPassword) => newPassword === confirmPassword;
const mismatch = { path: ['confirmPassword'], message: "New passwords don't match" };

const filledIn = z.string().min(1, { error: 'Please fill in all password fields', abort: true });

export const passwordFormSchema = z
  .object({
    currentPassword: filledIn,
    newPassword: filledIn.pipe(newPasswordText('The new password')),
    confirmPassword: filledIn,
  })
  .refine(isConfirmed, mismatch);

export const newPasswordFormSchema = z
  .object({ newPassword: newPasswordText('The new password'), confirmPassword: z.string() })
  .refine(isConfirmed, mismatch);

export const createPersonSchema = z
  .strictObject({
    username: requiredLine('The username', limits.usernameCharacters),
    displayName: requiredLine('The name', profileLimits.nameCharacters).nullable().optional(),
    /** Left out with `invite`: the person sets it by a mailed link. */
    password: newPasswordText('The password').optional(),
    invite: z.literal(true, { error: 'invite is true, or left out.' }).optional(),
    role: z.enum(roles, { error: 'The role is admin or reader.' }),
    /** For an admin; a reader always writes. */
    writes: z.boolean({ error: 'writes is true or false.' }).optional(),
    email: emailAddress('The email address').nullable().optional(),
  })
  .superRefine(({ password, invite, email }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (invite && !email) refuse('email', 'An invitation needs an email address.');
    if (invite && password !== undefined) {
      refuse('password', 'The invited person sets the password. Please leave it out.');
    }
    if (!invite && password === undefined) refuse('password', 'The password is missing.');
  });

export type NewPerson = z.input<typeof createPersonSchema>;

export const setPasswordSchema = z.strictObject({ newPassword: newPasswordText('The new password') });

export const askForResetSchema = z.strictObject({ email: emailAddress('The email address') });

export const checkResetSchema = z.strictObject({ token: requiredLine('The link', 100) });

export const resetPasswordSchema = checkResetSchema.extend({
  newPassword: newPasswordText('The new password'),
});

/** `moveOrdersTo` gives the open orders of a disabled reader to another one; null leaves them unassigned. */
export const setActiveSchema = z.strictObject({
  isActive: z.boolean({ error: 'isActive is true or false.' }),
  moveOrdersTo: requiredLine('The reader', 60).nullable().optional(),
});
export type ActiveChange = z.infer<typeof setActiveSchema>;

export interface Person {
  id: string;
  username: string;
  displayName: string | null;
  role: Role;
  writes: boolean;
  /** Whether the person has not set a password yet. */
  isInvited: boolean;
  isActive: boolean;
  email: string | null;
  hasTwoFactor: boolean;
  profile: ReaderProfile | null;
  /** ISO 8601 */
  createdAt: string;
  sessions: OpenSession[];
  /** Sorted and joined, without past ones. */
  daysAway: DaysAway[];
  awayUntil: string | null;
  openOrders: number;
  /** Null: no limit. */
  maxOpenOrders: number | null;
  /** Null: not counted. */
  readingsPerDay: number | null;
}

export type ReaderChoice = Pick<Person, 'id' | 'username' | 'awayUntil' | 'openOrders' | 'maxOpenOrders'> & {
  displayName?: string | null;
};

export interface OpenSession {
  /** A hash, with which the session cannot be used. */
  id: string;
  /** Such as `Firefox on Windows`. */
  device: string | null;
  /** ISO 8601 */
  startedAt: string;
  /** ISO 8601, to the minute */
  lastUsedAt: string;
  isCurrent: boolean;
}
