import { cleanEmail } from '../../shared/email/email-address.ts';
import type { Account } from '../../shared/people/account-schema.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import type { Person } from '../../shared/people/staff.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';

/** The user's own account if it has `notices`, else that of another user. */
export type FormAccount = Person & Partial<Pick<Account, 'notices'>>;

export type AccountFields = ReturnType<typeof storedFields>;

/** Returns an account's fields as the form shows them. */
export function storedFields({ profile, notices = [], ...account }: FormAccount) {
  const { role, writes, displayName, email, daysAway, maxOpenOrders, readingsPerDay } = account;
  return {
    role,
    writes,
    email: email ?? '',
    currentPassword: '',
    mutedNotices: notices.filter(({ isOn }) => !isOn).map(({ kind }) => kind),
    maxOpenOrders: String(maxOpenOrders ?? ''),
    readingsPerDay: String(readingsPerDay ?? ''),
    readingSince: String(profile?.readingSince ?? ''),
    daysAway,
    /** The stored days when the user first changed them; null until then. */
    daysAwayBefore: null as DaysAway[] | null,
    displayName: displayName ?? '',
    signature: profile?.signature ?? '',
    about: profile?.about ?? '',
    picture: null as File | null,
    alt: profile?.portrait?.alt ?? '',
    isPortraitRemoved: false,
  };
}

/**
 * Returns the change to send: only changed fields, null for emptied ones. Changed days away come with the days they
 * replace, a changed email of one's own with the password.
 */
export function changedFields(account: FormAccount, changed: Partial<AccountFields>, all: AccountFields) {
  const { role, writes, email, mutedNotices, daysAway } = changed;
  const picture = all.isPortraitRemoved ? null : all.picture;
  const isPortraitChanged = picture || (changed.alt !== undefined && account.profile?.portrait);
  const change = {
    role,
    // A reader who becomes an admin keeps writing only if the form says so.
    writes: all.role === 'admin' ? (role ? all.writes : writes) : undefined,
    mutedNotices,
    ...(email !== undefined && { email: cleanEmail(email) || null }),
    ...(email !== undefined && account.notices && { currentPassword: all.currentPassword }),
    ...(daysAway && {
      daysAway: daysAway.map(({ from, to }) => ({ from, to: to || from })),
      daysAwayBefore: all.daysAwayBefore ?? account.daysAway,
    }),
    maxOpenOrders: wholeNumber(changed.maxOpenOrders),
    readingsPerDay: wholeNumber(changed.readingsPerDay),
    readingSince: wholeNumber(changed.readingSince),
    displayName: line(changed.displayName),
    signature: line(changed.signature),
    about: line(changed.about),
    portrait: changed.isPortraitRemoved ? null : isPortraitChanged ? { alt: all.alt } : undefined,
    picture: picture ?? undefined,
  };
  // A strict schema refuses a key of the other form, even when its value is undefined.
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as typeof change;
}

const line = (text: string | undefined) => (text === undefined ? undefined : text.trim() || null);
const wholeNumber = (text: string | undefined) => (text === undefined ? undefined : readWholeNumber(text));
