import { atom } from 'nanostores';
import type { PersonChange } from '../../shared/people/account-schema.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { NewPerson, OpenSession, Person } from '../../shared/people/staff.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';

type TypedPerson = Record<'username' | 'displayName' | 'password' | 'email' | 'access', string> &
  Pick<Person, 'role' | 'writes'>;

/** Creates the store of all accounts, their tasks, and which one is in the dialog until the address changes. */
export function createPeople({ api, url, fetching, work }: DeskBase) {
  const list = fetching.store('staff', () => api.people());
  const $openId = atom<string | null>(null);
  url.$parameters.listen(() => $openId.set(null));

  // A role affects sessions; a capacity affects orders and the promised day.
  const refresh = () => fetching.changed('staff', 'orders', 'settings');
  const change = (task: Task) => work.perform({ refresh, ...task });

  return {
    list,
    $openId,
    /** The typed data of a new person. */
    $typed: atom<Partial<TypedPerson>>({}),
    create: (person: NewPerson, refuse?: Task['refuse']) =>
      change({
        subject: 'new-person',
        run: () => api.createPerson(person),
        refuse,
        done: person.invite
          ? [
              'Invitation Sent',
              `We emailed ${person.username.trim()} a link to set a password. It works once and expires after 72 hours.`,
            ]
          : ['Account Created', `${person.username.trim()} can sign in now.`],
        failure: { title: 'Update Failed', message: 'Failed to create the account' },
      }),
    inviteAgain: ({ id, ...person }: Person) =>
      change({
        subject: `person:${id}`,
        name: 'invite',
        run: () => api.invitePerson(id),
        done: [
          'Invitation Sent',
          `We emailed ${nameOf(person)} a new link. It expires after 72 hours. Earlier ones no longer work.`,
        ],
        failure: { title: 'Update Failed', message: 'Failed to send the invitation' },
      }),
    /** @param moveOrdersTo the reader who gets the open orders; null for no reader */
    setActive: ({ id, openOrders, ...person }: Person, isActive: boolean, moveOrdersTo?: string | null) =>
      change({
        subject: `person:${id}`,
        name: isActive ? 'open' : 'close',
        run: () => api.setPersonActive(id, { isActive, ...(openOrders > 0 && { moveOrdersTo }) }),
        done: isActive
          ? ['Account Reopened', `${nameOf(person)} can sign in again.`]
          : ['Account Closed', `${nameOf(person)} is signed out and can no longer sign in.`],
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
      }),
    setPassword: ({ id, ...person }: Person, newPassword: string) =>
      change({
        subject: `person:${id}`,
        name: 'password',
        run: () => api.setPersonPassword(id, newPassword),
        done: ['Password Updated', `${nameOf(person)} has a new password and is signed out everywhere.`],
        failure: { title: 'Update Failed', message: 'Failed to update password' },
      }),
    save: ({ id, ...person }: Person, sent: PersonChange, explain?: Task['explain']) =>
      change({
        subject: `person:${id}`,
        run: () => api.changePerson(id, sent),
        explain,
        done: ['Account Updated', `Saved for ${nameOf(person)}.`],
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
      }),
    switchTwoFactorOff: ({ id, ...person }: Person) =>
      change({
        subject: `person:${id}`,
        name: 'two-factor',
        run: () => api.switchTwoFactorOff(id),
        done: ['Two-Factor Off', `${nameOf(person)} now signs in with just the password.`],
        failure: { title: 'Update Failed', message: 'Failed to turn off two-factor sign-in' },
      }),
    endSession: ({ id: personId, ...person }: Person, { id }: OpenSession) =>
      change({
        subject: `session:${id}`,
        run: () => api.endSession(personId, id),
        done: ['Session Ended', `${nameOf(person)} is signed out there.`],
        failure: { title: 'Update Failed', message: 'Failed to end the session' },
      }),
  };
}
