import { emailAddress, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { DaysAway } from './days-away.ts';
import type { NoticeKind } from './notices.ts';
import type { ReaderProfile } from './profiles.ts';
import { newPasswordText, type OpenSession, passwordText, type Role } from './staff.ts';

export interface Account {
  username: string;
  role: Role;
  email: string | null;
  notices: { kind: NoticeKind; label: string; isOn: boolean }[];
  daysAway: DaysAway[];
  profile: ReaderProfile | null;
  twoFactor: { isOn: boolean; recoveryCodesLeft: number };
  sessions: OpenSession[];
}

export interface TwoFactorSecret {
  /** Base32 */
  secret: string;
  uri: string;
}

export const currentPasswordSchema = z.strictObject({
  currentPassword: passwordText('The current password'),
});

export const enableTwoFactorSchema = z.strictObject({
  code: requiredLine('The code', limits.codeCharacters),
});

export const askForResetSchema = z.strictObject({ email: emailAddress('The email address') });

export const checkResetSchema = z.strictObject({ token: requiredLine('The link', 100) });

export const resetPasswordSchema = checkResetSchema.extend({
  newPassword: newPasswordText('The new password'),
});
