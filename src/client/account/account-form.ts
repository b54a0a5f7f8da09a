import { cleanEmail } from '../../shared/email-address.ts';
import type { Account } from '../../shared/people/account.ts';
import type {
  changeOwnSchema,
  changePersonSchema,
  OwnChange,
  PersonChange,
} from '../../shared/people/account-form.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import type { NoticeKind } from '../../shared/people/notices.ts';
import { profileLimits, sinceProblem } from '../../shared/people/profiles.ts';
import type { Person, Role } from '../../shared/people/staff.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import type { FieldErrors } from '../field-errors.ts';
import { schemaErrors } from '../schema-errors.ts';

/** The form of an account, one's own or another person's, as it stands in its fields. */
export interface AccountFields {
  role: Role;
  email: string;
  /** Needed to change one's own address; null in another person's account. */
  currentPassword: string | null;
  mutedNotices: NoticeKind[];
  /** Numbers as they are typed; blank for none. */
  maxOpenOrders: string;
  readingsPerDay: string;
  readingSince: string;
  daysAway: DaysAway[];
  displayName: string;
  signature: string;
  picture: File | null;
  hasPortrait: boolean;
  /** What the picture shows. */
  alt: string;
  isPortraitRemoved: boolean;
}

/** What the form is about. */
export type FormAccount = Pick<Account, 'role' | 'email' | 'daysAway' | 'profile'> &
  Partial<Pick<Account, 'notices'> & Pick<Person, 'maxOpenOrders' | 'readingsPerDay'>>;

/** @returns the fields as they are stored */
export function storedFields(account: FormAccount): AccountFields {
  const { role, email, daysAway, profile, notices = [], maxOpenOrders, readingsPerDay } = account;
  return {
    role,
    email: email ?? '',
    currentPassword: account.notices ? '' : null,
    mutedNotices: notices.filter(({ isOn }) => !isOn).map(({ kind }) => kind),
    maxOpenOrders: String(maxOpenOrders ?? ''),
    readingsPerDay: String(readingsPerDay ?? ''),
    readingSince: String(profile?.readingSince ?? ''),
    daysAway,
    displayName: profile?.displayName ?? '',
    signature: profile?.signature ?? '',
    picture: null,
    hasPortrait: Boolean(profile?.portrait),
    alt: profile?.portrait?.alt ?? '',
    isPortraitRemoved: false,
  };
}

/**
 * @param changed the fields that differ from what is stored: nothing is sent of the others
 * @param all what stands in every field
 * @param daysAwayBefore the days that were seen when they were touched
 */
export function changeOf(
  changed: Partial<AccountFields>,
  all: AccountFields,
  daysAwayBefore: DaysAway[],
): PersonChange & OwnChange {
  const { role, mutedNotices, daysAway, email, picture, alt } = changed;
  const isPortraitChanged = picture || (alt !== undefined && all.hasPortrait);
  const change: PersonChange & OwnChange = {
    role,
    mutedNotices,
    ...(email !== undefined && {
      email: cleanEmail(email) || null,
      ...(all.currentPassword !== null && { currentPassword: all.currentPassword }),
    }),
    ...(daysAway && {
      daysAway: daysAway.map(({ from, to }) => ({ from, to: to || from })),
      daysAwayBefore,
    }),
    maxOpenOrders: wholeNumber(changed.maxOpenOrders),
    readingsPerDay: wholeNumber(changed.readingsPerDay),
    readingSince: wholeNumber(changed.readingSince),
    displayName: line(changed.displayName),
    signature: line(changed.signature),
    portrait: changed.isPortraitRemoved ? null : isPortraitChanged ? { alt: all.alt } : undefined,
  };
  // A schema knows a field that is there, even when nothing is in it.
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as typeof change;
}

const line = (text: string | undefined) => (text === undefined ? undefined : text.trim() || null);
const wholeNumber = (text: string | undefined) => (text === undefined ? undefined : readWholeNumber(text));

/** @returns what is wrong, by the path of its field: `email`, `daysAway.0.to`, `portrait.alt`, `picture` */
export function accountErrors(
  schema: typeof changeOwnSchema | typeof changePersonSchema,
  change: ReturnType<typeof changeOf>,
  { readingSince, picture }: AccountFields,
): FieldErrors<string> {
  const early = sinceProblem(readingSince, new Date().getFullYear());
  return {
    ...(early && { readingSince: early }),
    ...(picture &&
      picture.size > profileLimits.portraitBytes && {
        picture: 'This picture is larger than 8 MB. Please make it smaller first.',
      }),
    ...schemaErrors(schema, change),
  };
}
