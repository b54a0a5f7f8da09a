import type { FlashedForm } from '../aftercare/flashed-form.ts';
import { emailAddress, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { newPasswordText, passwordText } from '../people/staff.ts';
import { z } from '../zod.ts';
import { businessLimits } from './business.ts';

export const setUpAdminSchema = z
  .object({
    username: requiredLine('The name', limits.usernameCharacters),
    email: emailAddress('Your email address'),
    password: newPasswordText('The password'),
    confirmPassword: passwordText('The repeated password'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'The two passwords are not the same.',
  });

export const setUpBusinessSchema = z.object({
  siteName: requiredLine('The name', businessLimits.nameCharacters),
  contactEmail: emailAddress('The contact address'),
});

export type NewAdmin = z.infer<typeof setUpAdminSchema>;
export type SetUpBusiness = z.infer<typeof setUpBusinessSchema>;

export type SetUpPage =
  | { step: 'used' }
  | { step: 'admin'; form: FlashedForm | null }
  | { step: 'business'; form: FlashedForm };

export type SetUpStep = Exclude<SetUpPage['step'], 'used'>;

/** Returns a text that has the form of a set-up key, '' for any other. */
export function setUpKeyIn(text: string): string {
  return /^[\w-]{43}$/.test(text) ? text : '';
}

export const firstSteps = ['email', 'about', 'stripe', 'mail', 'backups', 'reader', 'look', 'order'] as const;
export type FirstStep = (typeof firstSteps)[number];

export interface FirstSteps {
  /** Dismissed, or a shop older than this list. */
  isOver: boolean;
  done: FirstStep[];
  payments: 'sandbox' | 'test' | 'live';
}

export const noteFirstStepSchema = z.strictObject({ note: z.enum(['looked', 'dismissed']) });
export type FirstStepNote = z.infer<typeof noteFirstStepSchema>['note'];
