import { emailAddress, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { DaysAway } from './days-away.ts';
import type { NoticeKind } from './notices.ts';
import type { ReaderProfile } from './profiles.ts';
import { newPasswordText, type OpenSession, passwordText, type Role } from './staff.ts';

/** The user's own account, as they see it. */
export interface Account {
  username: string;
  role: Role;
  /** Where notices and links to a new password go. */
  email: string | null;
  /** The notices there are for their role. */
  notices: { kind: NoticeKind; label: string; isOn: boolean }[];
  /** Days on which a reader gets no orders, from the earliest; none is over. */
  daysAway: DaysAway[];
  /** How customers know a reader; null for an admin. */
  profile: ReaderProfile | null;
  twoFactor: { isOn: boolean; recoveryCodesLeft: number };
  sessions: OpenSession[];
}

/** What an authenticator app is told, once as text and once for a QR code. */
export interface TwoFactorSecret {
  /** Base32 */
  secret: string;
  uri: string;
}

const currentPassword = passwordText('The current password');
const code = requiredLine('The code', limits.codeCharacters);

export const beginTwoFactorSchema = z.strictObject({ currentPassword });

export const enableTwoFactorSchema = z.strictObject({ code });

export const disableTwoFactorSchema = z.strictObject({
  currentPassword: currentPassword.optional(),
  code: code.optional(),
});

export const askForResetSchema = z.strictObject({ email: emailAddress('The email address') });

export const checkResetSchema = z.strictObject({ token: requiredLine('The link', 100) });

export const resetPasswordSchema = checkResetSchema.extend({
  newPassword: newPasswordText('The new password'),
});
