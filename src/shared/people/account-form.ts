import { emailAddress, requiredLine } from '../fields.ts';
import { z } from '../zod.ts';
import { spansOfDays, without } from './days-schema.ts';
import { noticeKinds } from './notices.ts';
import { profileLimits, yearProblem } from './profiles.ts';
import { roles } from './roles.ts';
import { passwordText } from './staff.ts';

const most = 1_000;

/** @returns why a reader cannot take at most so many open orders, or null when they can */
function maxOpenOrdersProblem(count: number): string | null {
  if (!Number.isInteger(count)) return 'The most open orders are a whole number.';
  if (count < 1) return 'A reader takes at least 1 open order.';
  return count > most ? `A reader takes at most ${most} open orders.` : null;
}

const mostReadingsPerDay = 100;

/** @returns why a reader cannot write so many readings a day, or null when they can */
function readingsPerDayProblem(count: number): string | null {
  if (!Number.isInteger(count)) return 'The readings a day are a whole number.';
  if (count < 1) return 'A reader writes at least 1 reading a day.';
  return count > mostReadingsPerDay ? `A reader writes at most ${mostReadingsPerDay} readings a day.` : null;
}

const line = (label: string, maximum: number) => requiredLine(label, maximum).nullable();
const spans = (name: string) => spansOfDays(name, 'away');

/** What people change of their own account and an admin of another's. All but the address is a reader's. */
const shared = {
  /** Null: no mail is sent to them. */
  email: emailAddress('The email address').nullable(),
  /** All of them, in place of those there are. */
  daysAway: spans('daysAway'),
  /** As the caller saw them: when they are others by now, the change is refused. */
  daysAwayBefore: spans('daysAwayBefore'),
  displayName: line('The name', profileLimits.nameCharacters),
  readingSince: z
    .int(yearProblem)
    .min(profileLimits.earliestYear, yearProblem)
    .max(9999, yearProblem)
    .nullable(),
  signature: line('The signature', profileLimits.signatureCharacters),
  /** Null removes it. Without a picture beside it, the words about the one there is are changed. */
  portrait: z
    .strictObject({ alt: requiredLine('What the picture shows', profileLimits.altCharacters) })
    .nullable(),
};

/** `PUT /api/staff/:id`: what is left out stays. */
export const changePersonSchema = z
  .strictObject({
    ...shared,
    role: z.enum(roles, { error: 'The role is admin or reader.' }),
    maxOpenOrders: z
      .number({ error: 'The most open orders are a whole number.' })
      .superRefine(without(maxOpenOrdersProblem))
      .nullable(),
    readingsPerDay: z
      .number({ error: 'The readings a day are a whole number.' })
      .superRefine(without(readingsPerDayProblem))
      .nullable(),
  })
  .partial();

/**
 * `PUT /api/account`: what is left out stays. A new address needs the current password: who gets its mail can set a
 * new one.
 */
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

/** A change and, when one was chosen, the picture that belongs to it. */
export interface SentAccount<Change> {
  account: Change;
  picture: File | null;
}

/** The fields of a form with an account: the change as JSON, and a reader's picture. */
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
    picture: z.instanceof(File, { message: 'The picture must be a file.' }).optional(),
  });
