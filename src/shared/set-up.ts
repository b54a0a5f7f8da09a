import type { ReturnedForm } from './aftercare/returned-form.ts';
import { businessLimits } from './business.ts';
import { emailAddress, requiredLine } from './fields.ts';
import { limits } from './limits.ts';
import { newPasswordText, passwordText } from './people/staff.ts';
import { z } from './zod.ts';

/*
 * The first start: the owner opens the link that the service printed, makes the first admin and names the business.
 * Forms that work without scripts. What is left stands on the desk (`FirstSteps`).
 */

/** What the first form sends: who the first admin is. */
export const setUpAdminSchema = z
  .object({
    username: requiredLine('The name', limits.usernameCharacters),
    email: emailAddress('Your email address'),
    password: newPasswordText('The password'),
    confirmPassword: passwordText('The password once more'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'This is not the same password as the one above.',
  });

/** Who the business is, as far as nothing works without it; the rest stands in the settings. */
export const setUpBusinessSchema = z.object({
  siteName: requiredLine('The name', businessLimits.nameCharacters),
  contactEmail: emailAddress('The contact address'),
});

/** What the page of the set-up shows. */
export type SetUpPage =
  /** The link was used: there is an admin, who signs in. */
  | { step: 'used' }
  | { step: 'admin'; form: ReturnedForm | null }
  | { step: 'business'; form: ReturnedForm }
  | { step: 'done' };

/** The steps that the owner takes. */
export type SetUpStep = Exclude<SetUpPage['step'], 'used'>;

/** @returns the key in an address as it was printed, or an empty text when there is none */
export function setUpKeyIn(text: string): string {
  return /^[\w-]{43}$/.test(text) ? text : '';
}

/** What the owner of a new shop does first, in the order of the list. */
export const firstSteps = ['email', 'about', 'stripe', 'mail', 'backups', 'reader', 'look', 'order'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** `GET /api/first-steps`. */
export interface FirstSteps {
  /** Dismissed, or a shop that was at work before there was this list: it is never shown again. */
  isOver: boolean;
  done: FirstStep[];
  /** With which card the test order is paid. */
  payments: 'sandbox' | 'test' | 'live';
}

/** `PUT /api/first-steps`: what only the owner can tell. */
export const noteFirstStepSchema = z.strictObject({ note: z.enum(['looked', 'dismissed']) });
export type FirstStepNote = z.infer<typeof noteFirstStepSchema>['note'];
