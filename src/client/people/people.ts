import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { cleanEmail } from '../../shared/email-address.ts';
import type { PersonChange, SentAccount } from '../../shared/people/account-form.ts';
import type { OpenSession, Person, Role } from '../../shared/people/staff.ts';
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

/** The accounts of all admins and readers. */
export interface People {
  readonly list: Fetched<Person[]>;
  /** The id of the person whose account is open; null when none is. It closes when the admin goes elsewhere. */
  readonly $openId: WritableAtom<string | null>;
  readonly $newPerson: ReadableAtom<NewPersonForm>;
  /** What is wrong with the new account, once it was sent. */
  readonly $errors: ReadableAtom<FieldErrors<PersonField>>;
  writeNewPerson(changes: Partial<NewPersonForm>): void;
  create(): Promise<boolean>;
  /** @param moveOrdersTo where open orders go, a reader's id or null for no reader; sent only if `person` has any */
  setActive(person: Person, isActive: boolean, moveOrdersTo?: string | null): Promise<boolean>;
  setPassword(person: Person, newPassword: string): Promise<boolean>;
  /** Saves the form of an account. @param refused is told why it was not */
  save(
    person: Person,
    sent: SentAccount<PersonChange>,
    refused: (error: unknown) => string | null,
  ): Promise<boolean>;
  switchTwoFactorOff(person: Person): Promise<boolean>;
  sessionsOf(personId: string): Fetched<OpenSession[]>;
  endSession(person: Person, session: OpenSession): Promise<boolean>;
}

const emptyForm: NewPersonForm = { username: '', password: '', email: '', role: 'reader' };

/** @returns what has to be mended first */
function newPersonErrors({ username, password, email }: NewPersonForm): FieldErrors<PersonField> {
  if (!username.trim()) return { username: 'The username is missing.' };
  const passwordProblem = newPasswordProblem(password);
  if (passwordProblem) return { password: passwordProblem };
  const addressProblem = emailProblem(email);
  return addressProblem ? { email: addressProblem } : {};
}

export function createPeople({ api, url, fetching, work, toast }: DeskBase): People {
  const list = fetching.store('staff', () => work.watch(api.people()));
  const $openId = atom<string | null>(null);
  url.$parameters.listen(() => $openId.set(null));
  const $newPerson = atom(emptyForm);
  const $errors = atom<FieldErrors<PersonField>>({});
  const sessionsOf = (personId: string) =>
    fetching.store(`staff/${personId}/sessions`, () => work.watch(api.sessionsOf(personId)));

  const changed = () => void fetching.changed('staff');
  // Open orders may have gone to another reader.
  const changedWithOrders = () => void fetching.changed('staff', 'orders');

  return {
    list,
    $openId,
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
        run: async () => list.put(await api.createPerson(form)),
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
    save: (person, sent, refused) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'save',
        run: async () => list.put(await api.changePerson(person.id, sent)),
        // A role has its sessions, a capacity its orders and its promised day.
        refresh: () => void fetching.changed('staff', 'orders', 'settings'),
        show: () => toast({ title: 'Account Updated', description: `Saved for ${person.username}.` }),
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
        explain: refused,
        onConflict: changed,
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
