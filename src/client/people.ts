import { atom, type ReadableAtom } from 'nanostores';
import { limits } from '../shared/limits.ts';
import type { OpenSession, Person, Role } from '../shared/staff.ts';
import type { Fetched, Fetching } from './fetched.ts';
import type { StaffApi } from './staff-api.ts';
import type { showToast } from './toasts.ts';
import type { Work } from './work.ts';

export interface NewPersonForm {
  username: string;
  password: string;
  role: Role;
}

/** The accounts of everybody who works here. */
export interface People {
  readonly list: Fetched<Person[]>;
  readonly $newPerson: ReadableAtom<NewPersonForm>;
  /** What is wrong with the new account; null when nothing is, or nobody has tried yet. */
  readonly $problem: ReadableAtom<{ field: 'username' | 'password'; message: string } | null>;
  writeNewPerson(changes: Partial<NewPersonForm>): void;
  create(): Promise<boolean>;
  /** @param moveOrdersTo a reader's id, null for nobody, undefined to leave open orders where they are */
  setActive(person: Person, isActive: boolean, moveOrdersTo?: string | null): Promise<boolean>;
  setPassword(person: Person, newPassword: string): Promise<boolean>;
  sessionsOf(personId: string): Fetched<OpenSession[]>;
  endSession(person: Person, session: OpenSession): Promise<boolean>;
}

const emptyForm: NewPersonForm = { username: '', password: '', role: 'reader' };

/** @returns why this cannot be a password, or null when it can */
export function newPasswordProblem(password: string): string | null {
  const least = limits.passwordMinimumCharacters;
  return password.length < least ? `Password must be at least ${least} characters` : null;
}

export function createPeople(dependencies: {
  api: StaffApi;
  fetched: Fetching;
  work: Work;
  toast: typeof showToast;
  /** Called when readers came or went, or orders were moved. */
  onChanged: () => void;
}): People {
  const { api, fetched, work, toast, onChanged } = dependencies;
  const list = fetched('staff', () => work.watch(api.people()));
  const $newPerson = atom(emptyForm);
  const $problem = atom<{ field: 'username' | 'password'; message: string } | null>(null);
  const sessionsOf = (personId: string) =>
    fetched(`staff/${personId}/sessions`, () => work.watch(api.sessionsOf(personId)));

  function changed(): void {
    void list.refresh();
    onChanged();
  }

  return {
    list,
    $newPerson,
    $problem,
    sessionsOf,
    writeNewPerson(changes) {
      $problem.set(null);
      $newPerson.set({ ...$newPerson.get(), ...changes });
    },
    async create() {
      const form = { ...$newPerson.get(), username: $newPerson.get().username.trim() };
      const passwordProblem = newPasswordProblem(form.password);
      if (form.username === '') $problem.set({ field: 'username', message: 'The username is missing.' });
      else if (passwordProblem) $problem.set({ field: 'password', message: passwordProblem });
      else $problem.set(null);
      if ($problem.get()) return false;
      return work.perform({
        subject: 'new-person',
        name: 'create',
        run: async () => {
          await api.createPerson(form);
          $newPerson.set(emptyForm);
          toast({ title: 'Account Created', description: `${form.username} can sign in now.` });
          changed();
        },
        failure: { title: 'Update Failed', message: 'Failed to create the account' },
      });
    },
    setActive: (person, isActive, moveOrdersTo) =>
      work.perform({
        subject: `person:${person.id}`,
        name: isActive ? 'open' : 'close',
        run: async () => {
          await api.setPersonActive(person.id, {
            isActive,
            ...(moveOrdersTo !== undefined && { moveOrdersTo }),
          });
          toast({
            title: isActive ? 'Account Opened' : 'Account Closed',
            description: isActive
              ? `${person.username} can sign in again.`
              : `${person.username} is signed out and can no longer sign in.`,
          });
          changed();
          void sessionsOf(person.id).refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
        onConflict: changed,
      }),
    setPassword: (person, newPassword) =>
      work.perform({
        subject: `person:${person.id}`,
        name: 'password',
        run: async () => {
          await api.setPersonPassword(person.id, newPassword);
          toast({
            title: 'Password Updated',
            description: `${person.username} has a new password and is signed out everywhere.`,
          });
          changed();
          void sessionsOf(person.id).refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to update password' },
        onConflict: changed,
      }),
    endSession: (person, session) =>
      work.perform({
        subject: `session:${session.id}`,
        name: 'end',
        run: async () => {
          await api.endSession(person.id, session.id);
          toast({ title: 'Session Ended', description: `${person.username} is signed out there.` });
          await sessionsOf(person.id).refresh();
          changed();
        },
        failure: { title: 'Update Failed', message: 'Failed to end the session' },
        onConflict: () => void sessionsOf(person.id).refresh(),
      }),
  };
}
