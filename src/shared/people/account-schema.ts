import { emailAddress, requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { pictureFile } from '../picture-schema.ts';
import { z } from '../zod.ts';
import { spansOfDays } from './days-away.ts';
import { profileLimits } from './profile-schema.ts';
import type { Role } from './signed-in-user.ts';
import { roles } from './signed-in-user.ts';
import { type Person, passwordText } from './staff.ts';

export const notices = {
  order_assigned: { role: 'reader', label: 'An order is assigned to me' },
  reading_rejected: { role: 'reader', label: 'A reading of mine is sent back with feedback' },
  due_soon: { role: 'reader', label: 'A reading is due within a business day' },
  message_for_reader: { role: 'reader', label: 'A customer writes about an order of mine' },
  reading_submitted: { role: 'admin', label: 'A reading is waiting for my approval' },
  mail_failed: { role: 'admin', label: 'An email to a customer could not be delivered' },
  reading_late: { role: 'admin', label: 'A reading is about to be late' },
  order_overdue: { role: 'admin', label: 'An order is late' },
  message_for_admin: { role: 'admin', label: 'A customer writes about an order' },
  withdrawal_for_admin: { role: 'admin', label: 'A customer withdraws from the contract' },
} as const satisfies Record<string, { role: Role; label: string }>;
export type NoticeKind = keyof typeof notices;
export const noticeKinds = Object.keys(notices) as [NoticeKind, ...NoticeKind[]];

export interface Account extends Person {
  notices: { kind: NoticeKind; label: string; isOn: boolean }[];
  recoveryCodesLeft: number;
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

const line = (label: string, maximum: number) => requiredLine(label, maximum).nullable();

const yearError = `Enter a year, ${profileLimits.earliestYear} or later.`;

const accountSchema = z
  .strictObject({
    /** Null: the account gets no mail. */
    email: emailAddress('The email address').nullable(),
    daysAway: spansOfDays('daysAway'),
    /** As the caller saw them: if they have changed since, the change is refused. */
    daysAwayBefore: z.array(
      z.strictObject({ from: z.string(), to: z.string() }),
      'daysAwayBefore is a list of days.',
    ),
    displayName: line('The name', profileLimits.nameCharacters),
    readingSince: z
      .int(yearError)
      .min(profileLimits.earliestYear, yearError)
      .refine((year) => year <= new Date().getFullYear(), 'This year is in the future.')
      .nullable(),
    signature: line('The signature', profileLimits.signatureCharacters),
    about: line('The text', profileLimits.aboutCharacters),
    /** Null removes it. Without a new picture, only the stored one's description is changed. */
    portrait: z
      .strictObject({ alt: requiredLine('The description of the picture', profileLimits.altCharacters) })
      .nullable(),
    picture: pictureFile,
    currentPassword: passwordText('The current password'),
    mutedNotices: z
      .array(z.enum(noticeKinds, { error: 'There is no such notice.' }), {
        error: 'mutedNotices is a list of notices.',
      })
      .max(noticeKinds.length, 'There are not that many notices.'),
    role: z.enum(roles, { error: 'The role is admin or reader.' }),
    writes: z.boolean({ error: 'writes is true or false.' }),
    /** Confirms that orders wait without a reader when the last person stops writing. */
    ordersMayWait: z.boolean({ error: 'ordersMayWait is true or false.' }),
    maxOpenOrders: z
      .int('The open order limit must be a whole number.')
      .min(1, 'The limit must be at least 1 open order.')
      .max(1_000, 'The limit may be at most 1000 open orders.')
      .nullable(),
    readingsPerDay: z
      .int('Enter readings per day as a whole number.')
      .min(1, 'Enter at least 1 reading per day.')
      .max(100, 'Enter at most 100 readings per day.')
      .nullable(),
  })
  .partial();
export type AccountChange = Omit<z.infer<typeof accountSchema>, 'currentPassword' | 'picture'>;

/** `PUT /api/staff/:id`: fields that are left out do not change. */
export const changePersonSchema = accountSchema.omit({ currentPassword: true, mutedNotices: true });
export type PersonChange = z.infer<typeof changePersonSchema>;

/** `PUT /api/account`: a new address needs the current password; a reader may not change the order limits. */
export const changeOwnSchema = accountSchema.omit({ role: true });
export type OwnChange = z.infer<typeof changeOwnSchema>;

/**
 * Returns the schema of a multipart form: `picture` is an optional file, `account` all other fields as JSON.
 * The output has them in one object, checked by `change`.
 */
export const accountFormSchema = <Schema extends z.ZodType>(change: Schema) =>
  z
    .strictObject({ account: z.string('The account is missing.'), picture: z.custom<File>().optional() })
    .transform(({ account, picture }, context) => {
      try {
        const fields = JSON.parse(account);
        return picture === undefined ? fields : { ...fields, picture };
      } catch {
        context.addIssue({ code: 'custom', message: 'Send the account as JSON.' });
        return z.NEVER;
      }
    })
    .pipe(change);
