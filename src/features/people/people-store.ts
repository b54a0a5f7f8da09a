import { atom } from 'nanostores';
import type { PersonChange } from '../../shared/people/account-schema.ts';
import type { NewPerson, OpenSession, Person } from '../../shared/people/staff.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';

export function createPeople({ api, url, fetching, work }: DeskBase) {
  const list = fetching.store('staff', () => api.people());
  const $openId = atom<string | null>(null);
  url.$parameters.listen(() => $openId.set(null));

  // A role decides on sessions, a capacity on orders and the promised day.
  const refresh = () => fetching.changed('staff', 'orders', 'settings');
  const change = (task: Task) => work.perform({ refresh, ...task });

  return {
    list,
    $openId,
    /** What is typed about a new person. */
    $typed: atom<
      Partial<Record<'username' | 'password' | 'email', string> & Pick<Person, 'role' | 'writes'>>
    >({}),
    create: (person: NewPerson, refuse?: Task['refuse']) =>
      change({
        subject: 'new-person',
        run: () => api.createPerson(person),
        refuse,
        done: ['Account Created', `${person.username.trim()} can sign in now.`],
        failure: { title: 'Update Failed', message: 'Failed to create the account' },
      }),
    /** @param moveOrdersTo the reader who gets the open orders; null for no reader */
    setActive: ({ id, username, openOrders }: Person, isActive: boolean, moveOrdersTo?: string | null) =>
      change({
        subject: `person:${id}`,
        name: isActive ? 'open' : 'close',
        run: () => api.setPersonActive(id, { isActive, ...(openOrders > 0 && { moveOrdersTo }) }),
        done: isActive
          ? ['Account Opened', `${username} can sign in again.`]
          : ['Account Closed', `${username} is signed out and can no longer sign in.`],
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
      }),
    setPassword: ({ id, username }: Person, newPassword: string) =>
      change({
        subject: `person:${id}`,
        name: 'password',
        run: () => api.setPersonPassword(id, newPassword),
        done: ['Password Updated', `${username} has a new password and is signed out everywhere.`],
        failure: { title: 'Update Failed', message: 'Failed to update password' },
      }),
    save: ({ id, username }: Person, sent: PersonChange, explain?: Task['explain']) =>
      change({
        subject: `person:${id}`,
        run: () => api.changePerson(id, sent),
        explain,
        done: ['Account Updated', `Saved for ${username}.`],
        failure: { title: 'Update Failed', message: 'Failed to change the account' },
      }),
    switchTwoFactorOff: ({ id, username }: Person) =>
      change({
        subject: `person:${id}`,
        name: 'two-factor',
        run: () => api.switchTwoFactorOff(id),
        done: ['Two-Factor Off', `${username} now signs in with just the password.`],
        failure: { title: 'Update Failed', message: 'Failed to switch two-factor sign-in off' },
      }),
    endSession: ({ id: personId, username }: Person, { id }: OpenSession) =>
      change({
        subject: `session:${id}`,
        run: () => api.endSession(personId, id),
        done: ['Session Ended', `${username} is signed out there.`],
        failure: { title: 'Update Failed', message: 'Failed to end the session' },
      }),
  };
}
