import { atom } from 'nanostores';
import type { PersonChange, SentAccount } from '../../shared/people/account-form.ts';
import type { NewPerson, OpenSession, Person } from '../../shared/people/staff.ts';
import { changeAccount } from '../account/account.ts';
import type { DeskBase } from '../desk/desk-base.ts';

type Change = Parameters<typeof changeAccount>[1];

export function createPeople(desk: DeskBase) {
  const { api, url, fetching } = desk;
  const list = fetching.store('staff', () => api.people());
  const $openId = atom<string | null>(null);
  url.$parameters.listen(() => $openId.set(null));

  const changed = () => void fetching.changed('staff');
  const change = (task: Change) => changeAccount(desk, { refresh: changed, ...task });

  return {
    list,
    $openId,
    /** What was typed about a new person, but not the password. */
    $typed: atom<Partial<Record<'username' | 'email', string> & Pick<Person, 'role'>>>({}),
    sessionsOf: (personId: string) =>
      fetching.store(`staff/${personId}/sessions`, () => api.sessionsOf(personId)),
    create: (person: NewPerson) =>
      change({
        subject: 'new-person',
        run: async () => list.put(await api.createPerson(person)),
        done: ['Account Created', `${person.username.trim()} can sign in now.`],
        failed: 'Failed to create the account',
      }),
    /** @param moveOrdersTo the reader who gets the open orders; null for no reader */
    setActive: ({ id, username, openOrders }: Person, isActive: boolean, moveOrdersTo?: string | null) =>
      change({
        subject: `person:${id}`,
        name: isActive ? 'open' : 'close',
        run: () =>
          api.setPersonActive(id, {
            isActive,
            ...(moveOrdersTo !== undefined && openOrders > 0 && { moveOrdersTo }),
          }),
        // Open orders may have gone to another reader.
        refresh: () => void fetching.changed('staff', 'orders'),
        done: isActive
          ? ['Account Opened', `${username} can sign in again.`]
          : ['Account Closed', `${username} is signed out and can no longer sign in.`],
        failed: 'Failed to change the account',
      }),
    setPassword: ({ id, username }: Person, newPassword: string) =>
      change({
        subject: `person:${id}`,
        name: 'password',
        run: () => api.setPersonPassword(id, newPassword),
        done: ['Password Updated', `${username} has a new password and is signed out everywhere.`],
        failed: 'Failed to update password',
      }),
    save: (
      { id, username }: Person,
      sent: SentAccount<PersonChange>,
      explain: NonNullable<Change['explain']>,
    ) =>
      change({
        subject: `person:${id}`,
        run: async () => list.put(await api.changePerson(id, sent)),
        // A role decides on sessions, a capacity on orders and the promised day.
        refresh: () => void fetching.changed('staff', 'orders', 'settings'),
        explain,
        onConflict: changed,
        done: ['Account Updated', `Saved for ${username}.`],
        failed: 'Failed to change the account',
      }),
    switchTwoFactorOff: ({ id, username }: Person) =>
      change({
        subject: `person:${id}`,
        name: 'two-factor',
        run: () => api.switchTwoFactorOff(id),
        done: ['Two-Factor Off', `The password alone signs ${username} in.`],
        failed: 'Failed to switch two-factor sign-in off',
      }),
    endSession: (person: Person, { id }: OpenSession) =>
      change({
        subject: `session:${id}`,
        run: () => api.endSession(person.id, id),
        refresh: () => fetching.changed(`staff/${person.id}`),
        onConflict: changed,
        done: ['Session Ended', `${person.username} is signed out there.`],
        failed: 'Failed to end the session',
      }),
  };
}
