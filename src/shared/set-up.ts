import type { ReturnedForm } from './aftercare/returned-form.ts';
import { businessLimits } from './business.ts';
import { emailAddress, requiredLine } from './fields.ts';
import { limits } from './limits.ts';
import { newPasswordText, passwordText } from './people/staff.ts';
import { z } from './zod.ts';

/*
 * The first start: whoever has the link that the service printed makes the first admin, says who the business is, and
 * sees whether mail and payments work. A sequence of forms, without scripts.
 */

/** What the first form sends: who the first admin is. */
export const setUpAdminSchema = z
  .object({
    username: requiredLine('The name', limits.usernameCharacters),
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

/** To which address a mail is sent. */
export const setUpMailSchema = z.object({ email: emailAddress('The email address') });

/** What was found out about the payments: good, worth knowing, or to be mended. */
export interface SetUpFinding {
  kind: 'good' | 'note' | 'bad';
  text: string;
}

/** The mail that was sent. */
export interface SetUpMail {
  address: string;
  /** What the mail server said when it did not take it; null when it did. */
  problem: string | null;
}

/** What the page of the set-up shows. */
export type SetUpPage =
  /** Somebody has used the link: there is an admin, who signs in. */
  | { step: 'used' }
  | { step: 'admin'; form: ReturnedForm | null }
  | { step: 'business'; form: ReturnedForm }
  | { step: 'mail'; form: ReturnedForm; mail: SetUpMail | null; isSandbox: boolean }
  | { step: 'payments'; findings: SetUpFinding[] | null }
  | { step: 'done'; isMailChecked: boolean; arePaymentsChecked: boolean; isBioSample: boolean };

/** The steps that somebody takes. */
export type SetUpStep = Exclude<SetUpPage['step'], 'used'>;

/** @returns the key in an address as it was printed, or an empty text when there is none */
export function setUpKeyIn(text: string): string {
  return /^[\w-]{43}$/.test(text) ? text : '';
}
