import { emailAddress, type FlashedForm, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { newPasswordText, passwordText } from '../people/staff.ts';
import { z } from '../zod.ts';
import { businessLimits, descriptorError, descriptorOf, descriptorPattern } from './business-schema.ts';

export const setUpAdminSchema = z
  .object({
    username: requiredLine('The username', limits.usernameCharacters),
    email: emailAddress('Your email address'),
    password: newPasswordText('The password'),
    confirmPassword: passwordText('The password confirmation'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'The passwords don’t match.',
  });

/** An empty name on card statements is made of the business name. */
export const setUpBusinessSchema = z
  .object({
    siteName: requiredLine('The name', businessLimits.nameCharacters),
    contactEmail: emailAddress('The contact address'),
    billingDescriptor: z.string().trim(),
  })
  .transform((named) => ({
    ...named,
    billingDescriptor: named.billingDescriptor || descriptorOf(named.siteName),
  }))
  .refine(({ billingDescriptor }) => descriptorPattern.test(billingDescriptor), {
    path: ['billingDescriptor'],
    message: descriptorError,
  });

const address = emailAddress('The email address');
const addressOrNull = z.union([z.literal('').transform(() => null), address]);

/**
 * Returns the schema of the set-up's reader; `choice` is the pressed button, `add` or `skip`. With
 * `canInvite`, the form has an address and a mailed link sets the password; else the form has the password.
 */
export const setUpReaderSchema = (canInvite: boolean) =>
  z.discriminatedUnion('choice', [
    z.object({ choice: z.literal('skip') }),
    z.object({
      choice: z.literal('add'),
      username: requiredLine('The username', limits.usernameCharacters),
      email: canInvite ? address : addressOrNull,
      password: canInvite ? z.undefined().optional() : newPasswordText('The password'),
    }),
  ]);

/** An unchecked box is not sent. */
export const setUpBackupsSchema = z
  .object({ backups: z.string().optional() })
  .transform(({ backups }) => ({ isOn: backups !== undefined }));

export type NewAdmin = z.infer<typeof setUpAdminSchema>;
export type SetUpBusiness = z.infer<typeof setUpBusinessSchema>;
export type SetUpReader = z.infer<ReturnType<typeof setUpReaderSchema>>;

/** Settings of the service's environment that may be missing. */
export const unconnected = ['stripe', 'live_payments', 'mail', 'copies_elsewhere'] as const;
export type Unconnected = (typeof unconnected)[number];

export type SetUpPage =
  | { step: 'used' }
  | { step: 'admin'; form: FlashedForm | null }
  | { step: 'reader'; form: FlashedForm | null; canInvite: boolean }
  | { step: 'business'; form: FlashedForm }
  | { step: 'backups'; form: FlashedForm | null; isOn: boolean; unconnected: Unconnected[] };

export type SetUpStep = Exclude<SetUpPage['step'], 'used'>;

/** Returns the text if it has the form of a set-up key, else ''. */
export function setUpKeyIn(text: string): string {
  return /^[\w-]{43}$/.test(text) ? text : '';
}

export const firstSteps = ['email', 'about', 'stripe', 'mail', 'backups', 'reader', 'look', 'order'] as const;
export type FirstStep = (typeof firstSteps)[number];

export interface FirstStepsState {
  /** Dismissed, or the shop is older than this list. */
  isOver: boolean;
  done: FirstStep[];
  /** Admins write the readings, so no reader is needed. */
  isWithoutReader: boolean;
  payments: 'sandbox' | 'test' | 'live';
}

export const noteFirstStepSchema = z.strictObject({ note: z.enum(['looked', 'dismissed']) });
export type FirstStepNote = z.infer<typeof noteFirstStepSchema>['note'];
