import { emailAddress, requiredLine } from '../fields.ts';
import { z } from '../zod.ts';
import { spansOfDays } from './days-away.ts';
import { noticeKinds } from './notices.ts';
import { profileLimits } from './profiles.ts';
import { roles } from './roles.ts';
import { passwordText } from './staff.ts';

const line = (label: string, maximum: number) => requiredLine(label, maximum).nullable();

const yearError = `The year is a whole number from ${profileLimits.earliestYear} on.`;

const shared = {
  /** Null: no mail is sent to them. */
  email: emailAddress('The email address').nullable(),
  daysAway: spansOfDays('daysAway', 'away'),
  /** As the caller saw them: when they are others by now, the change is refused. */
  daysAwayBefore: spansOfDays('daysAwayBefore', 'away'),
  displayName: line('The name', profileLimits.nameCharacters),
  readingSince: z
    .int(yearError)
    .min(profileLimits.earliestYear, yearError)
    .refine((year) => year <= new Date().getFullYear(), 'This year is still to come.')
    .nullable(),
  signature: line('The signature', profileLimits.signatureCharacters),
  /** Null removes it. Without a picture beside it, the description of the stored one is changed. */
  portrait: z
    .strictObject({ alt: requiredLine('What the picture shows', profileLimits.altCharacters) })
    .nullable(),
};

/** `PUT /api/staff/:id`: fields that are left out stay. */
export const changePersonSchema = z
  .strictObject({
    ...shared,
    role: z.enum(roles, { error: 'The role is admin or reader.' }),
    maxOpenOrders: z
      .int('The most open orders are a whole number.')
      .min(1, 'A reader takes at least 1 open order.')
      .max(1_000, 'A reader takes at most 1000 open orders.')
      .nullable(),
    readingsPerDay: z
      .int('The readings a day are a whole number.')
      .min(1, 'A reader writes at least 1 reading a day.')
      .max(100, 'A reader writes at most 100 readings a day.')
      .nullable(),
  })
  .partial();

/** `PUT /api/account`: a new address needs the current password. */
export const changeOwnSchema = z
  .strictObject({
    ...shared,
    currentPassword: passwordText('The current password'),
    mutedNotices: z
      .array(z.enum(noticeKinds, { error: 'There is no such notice.' }), {
        error: 'mutedNotices is a list of notices.',
      })
      .max(noticeKinds.length, 'There are not that many notices.'),
  })
  .partial();

export type PersonChange = z.infer<typeof changePersonSchema>;
export type OwnChange = z.infer<typeof changeOwnSchema>;
export type AccountChange = Omit<PersonChange & OwnChange, 'currentPassword'>;

export type SentAccount<Change> = Change & { picture?: File | undefined };

export const portraitFile = z
  .instanceof(File, { message: 'The picture must be a file.' })
  .refine(
    ({ size }) => size <= profileLimits.portraitBytes,
    'This picture is larger than 8 MB. Please make it smaller first.',
  );

export const accountFormSchema = <Schema extends z.ZodType>(change: Schema) =>
  z.strictObject({
    account: z
      .string('The account is missing.')
      .transform((text, context) => {
        try {
          return JSON.parse(text);
        } catch {
          context.addIssue({ code: 'custom', message: 'Send the account as JSON.' });
          return z.NEVER;
        }
      })
      .pipe(change),
    picture: portraitFile.optional(),
  });
