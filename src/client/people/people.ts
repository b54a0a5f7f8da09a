import { atom, type ReadableAtom } from 'nanostores';
import { cleanEmail } from '../../shared/email-address.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import { maxOpenOrdersProblem, readingsPerDayProblem } from '../../shared/people/max-open-orders.ts';
import type { PortraitForm, ProfileChange } from '../../shared/people/profiles.ts';
import type { OpenSession, Person, Role } from '../../shared/people/staff.ts';
import { counted } from '../../shared/plural.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { emailProblem, newPasswordProblem } from '../account/field-problems.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';

export interface NewPersonForm {
  username: string;
  password: string;
  /** Blank: none. */
  email: string;
  role: Role;
}

type PersonField = 'username' | 'password' | 'email';

/** The accounts of everybody who works here. */
export interface People {
  readonly list: Fetched<Person[]>;
  readonly $newPerson: ReadableAtom<NewPersonForm>;
  /** What is wrong with the new account, once somebody has tried. */
  readonly $errors: ReadableAtom<FieldErrors<PersonField>>;
  writeNewPerson(changes: Partial<NewPersonForm>): void;
  create(): Promise<boolean>;
  /** @param moveOrdersTo where open orders go, a reader's id or null for nobody; sent only if `person` has any */
  setActive(person: Person, isActive: boolean, moveOrdersTo?: string | null): Promise<boolean>;
  setPassword(person: Person, newPassword: string): Promise<boolean>;
  /** @param email blank for none */
  setEmail(person: Person, email: string): Promise<boolean>;
  /** @param daysAway all of them, in place of those there are */
  setDaysAway(person: Person, daysAway: DaysAway[]): Promise<boolean>;
  /** @param most blank for no limit */
  setMaxOpenOrders(person: Person, most: string): Promise<boolean>;
  /** @param count blank for any number */
  setReadingsPerDay(person: Person, count: string): Promise<boolean>;
  setProfile(person: Person, change: ProfileChange): Promise<boolean>;
  setPortrait(person: Person, form: PortraitForm): Promise<boolean>;
  removePortrait(person: Person): Promise<boolean>;
  switchTwoFactorOff(person: Person): Promise<boolean>;
  sessionsOf(personId: string): Fetched<OpenSession[]>;
  endSession(person: Person, session: OpenSession): Promise<boolean>;
}

const emptyForm: NewPersonForm = { username: '', password: '', email: '', role: 'reader' };

/** @returns why a reader cannot take at most so many open orders, or null when they can; blank is no limit */
export function mostOrdersProblem(most: string): string | null {
  const limit = readWholeNumber(most);
  return limit === null ? null : maxOpenOrdersProblem(limit);
}

/** @returns why a reader cannot write so many readings a day, or null when they can; blank is any number */
export function perDayProblem(count: string): string | null {
  const readings = readWholeNumber(count);
  return readings === null ? null : readingsPerDayProblem(readings);
}

/** @returns what has to be mended first */
function newPersonErrors({ username, password, email }: NewPersonForm): FieldErrors<PersonField> {
  if (!username.trim()) return { username: 'The username is missing.' };
  const passwordProblem = newPasswordProblem(password);
  if (passwordProblem) return { password: passwordProblem };
  const addressProblem = emailProblem(email);
  return addressProblem ? { email: addressProblem } : {};
}

export function createPeople({ api, fetching, work, toast }: DeskBase): People {
  const list = fetching.store('staff', () => work.watch(api.people()));
  const $newPerson = atom(emptyForm);
  const $errors = atom<FieldErrors<PersonField>>({});
  const sessionsOf = (personId: string) =>
    fetching.store(`staff/${personId}/sessions`, () => work.watch(api.sessionsOf(personId)));

  const changed = () => void fetching.changed('staff');
  // Open orders may have gone to somebody else.
  const changedWithOrders = () => void fetching.changed('staff', 'orders');

  return {
    list,
    $newPerson,
    $errors,
    sessionsOf,
    writeNewPerson(changes) {
      $errors.set({});
      $newPerson.set({ ...$newPerson.get(), ...changes });
    },
    async create() {
      const typed = $newPerson.get();
      const form = { ...typed, username: typed.username.trim(), email: cleanEmail(typed.email) || null };
      const errors = newPersonErrors(typed);
      $errors.set(errors);
      if (!isFaultless(errors)) return false;
      return work.perform({
        subject: 'new-person',
        name: 'create',
        run: () => api.createPerson(form),
        refresh: changed,
        show() {
          $newPerson.set(emptyForm);
          toast({ title: 'Account Created', description: `${form.username} can sign in now.` });
        },
        failure: { title: 'Update Failed', message: 'Failed to create the account' },
      });
    },
    setActive: (person, isActive, moveOrdersTo) =>
      work.perform({
        subject: `person:${person.id}`,
        name: isActive ? 'open' : 'close',
        run: () =>
          api.setPersonActive(person.id, {
            isActive,
            ...(moveOrdersTo !== undefined && person.openOrders > 0 && { moveOrdersTo }),
          }),
        refresh: changedWithOrders,
        show: () =>
          toast({
            title: isActive ? 'Account Opened' : 'Account Closed',
            description: isActive
              ? `${person.username} can sign in again.`
              : `${person.username} is signed out and can no longer sign in.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
      }),
    setPassword: (person, newPassword) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'password',
        run: () => api.setPersonPassword(person.id, newPassword),
        refresh: changed,
        show: () =>
          toast({
            title: 'Password Updated',
            description: `${person.username} has a new password and is signed out everywhere.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to update password' },
      }),
    setEmail: (person, email) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'email',
        run: () => api.setPersonEmail(person.id, cleanEmail(email) || null),
        refresh: changed,
        show: () =>
          toast({
            title: 'Address Updated',
            description: cleanEmail(email)
              ? `Mail to ${person.username} goes to ${cleanEmail(email)}.`
              : `${person.username} gets no mail any more.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to update the address' },
      }),
    setDaysAway: (person, daysAway) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'days-away',
        run: () => api.setAvailability(person.id, { daysAway, daysAwayBefore: person.daysAway }),
        refresh: changedWithOrders,
        show: () =>
          toast({
            title: 'Days Away Updated',
            description: `${person.username} gets ${daysAway.length > 0 ? 'no new orders then' : 'new orders every day'}.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to change the days away' },
        onConflict: changed,
      }),
    setMaxOpenOrders(person, most) {
      const maxOpenOrders = readWholeNumber(most);
      return work.perform({
        subject: `person:${person.id}`,
        name: 'most-orders',
        run: () => api.setAvailability(person.id, { maxOpenOrders }),
        refresh: changedWithOrders,
        show: () =>
          toast({
            title: 'Limit Updated',
            description:
              maxOpenOrders === null
                ? `${person.username} takes any number of open orders.`
                : `${person.username} takes at most ${counted(maxOpenOrders, 'open order')}.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to change the limit' },
        onConflict: changed,
      });
    },
    setReadingsPerDay(person, count) {
      const readingsPerDay = readWholeNumber(count);
      return work.perform({
        subject: `person:${person.id}`,
        name: 'per-day',
        run: () => api.setAvailability(person.id, { readingsPerDay }),
        refresh: () => void fetching.changed('staff', 'settings'),
        show: () =>
          toast({
            title: 'Readings a Day Updated',
            description:
              readingsPerDay === null
                ? `Nobody counts how many readings ${person.username} writes.`
                : `${person.username} writes ${counted(readingsPerDay, 'reading')} a day.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to change the readings a day' },
        onConflict: changed,
      });
    },
    setProfile: (person, profile) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'profile',
        run: () => api.setProfile(person.id, profile),
        refresh: changed,
        show: () =>
          toast({
            title: 'Profile Updated',
            description: profile.displayName
              ? `Customers know ${person.username} as ${profile.displayName}.`
              : `Customers get to know no name of ${person.username}.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to change the profile' },
      }),
    setPortrait: (person, form) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'portrait',
        run: () => api.setPortrait(person.id, form),
        refresh: changed,
        show: () => toast({ title: 'Portrait Updated', description: 'Customers see it on the front page.' }),
        failure: { title: 'Update Failed', message: 'Failed to change the portrait' },
      }),
    removePortrait: (person) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'no-portrait',
        run: () => api.removePortrait(person.id),
        refresh: changed,
        show: () => toast({ title: 'Portrait Removed', description: 'Nobody sees it any more.' }),
        failure: { title: 'Update Failed', message: 'Failed to remove the portrait' },
      }),
    switchTwoFactorOff: (person) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'two-factor',
        run: () => api.switchTwoFactorOff(person.id),
        refresh: changed,
        show: () =>
          toast({
            title: 'Two-Factor Off',
            description: `The password alone signs ${person.username} in.`,
          }),
        failure: { title: 'Update Failed', message: 'Failed to switch two-factor sign-in off' },
      }),
    endSession: (person, session) =>
      work.perform({
        subject: `session:${session.id}`,
        name: 'end',
        run: async () => {
          await api.endSession(person.id, session.id);
          toast({ title: 'Session Ended', description: `${person.username} is signed out there.` });
        },
        refresh: () => fetching.changed(`staff/${person.id}`),
        failure: { title: 'Update Failed', message: 'Failed to end the session' },
        onConflict: changed,
      }),
  };
}
