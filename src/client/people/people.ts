import { atom } from 'nanostores';
import type { PersonChange, SentAccount } from '../../shared/people/account-form.ts';
import type { NewPerson, OpenSession, Person } from '../../shared/people/staff.ts';
import type { DeskBase } from '../desk/desk-base.ts';

/** The accounts of all admins and readers. */
export function createPeople({ api, url, fetching, work, toast }: DeskBase) {
  const list = fetching.store('staff', () => work.watch(api.people()));
  const $openId = atom<string | null>(null);
  url.$parameters.listen(() => $openId.set(null));

  const changed = () => void fetching.changed('staff');

  type Task = Parameters<typeof work.perform>[0];
  const perform = (
    task: Pick<Task, 'subject' | 'name' | 'run'> & Partial<Task>,
    title: string,
    description: string,
    failure: string,
  ) =>
    work.perform({
      refresh: changed,
      show: () => toast({ title, description }),
      failure: { title: 'Update Failed', message: failure },
      ...task,
    });

  return {
    list,
    /** The person whose account is open; it closes when the admin goes to another page. */
    $openId,
    sessionsOf: (personId: string) =>
      fetching.store(`staff/${personId}/sessions`, () => work.watch(api.sessionsOf(personId))),
    create: (person: NewPerson) =>
      perform(
        { subject: 'new-person', name: 'create', run: async () => list.put(await api.createPerson(person)) },
        'Account Created',
        `${person.username.trim()} can sign in now.`,
        'Failed to create the account',
      ),
    /** @param moveOrdersTo the reader who gets the open orders; null for no reader */
    setActive: ({ id, username, openOrders }: Person, isActive: boolean, moveOrdersTo?: string | null) =>
      perform(
        {
          subject: `person:${id}`,
          name: isActive ? 'open' : 'close',
          run: () =>
            api.setPersonActive(id, {
              isActive,
              ...(moveOrdersTo !== undefined && openOrders > 0 && { moveOrdersTo }),
            }),
          // Open orders may have gone to another reader.
          refresh: () => void fetching.changed('staff', 'orders'),
        },
        isActive ? 'Account Opened' : 'Account Closed',
        isActive ? `${username} can sign in again.` : `${username} is signed out and can no longer sign in.`,
        'Failed to change the account',
      ),
    setPassword: ({ id, username }: Person, newPassword: string) =>
      perform(
        { subject: `person:${id}`, name: 'password', run: () => api.setPersonPassword(id, newPassword) },
        'Password Updated',
        `${username} has a new password and is signed out everywhere.`,
        'Failed to update password',
      ),
    /** @param refused is called with the error */
    save: (
      { id, username }: Person,
      sent: SentAccount<PersonChange>,
      refused: (error: unknown) => string | null,
    ) =>
      perform(
        {
          subject: `person:${id}`,
          name: 'save',
          run: async () => list.put(await api.changePerson(id, sent)),
          // A role decides on sessions, a capacity on orders and the promised day.
          refresh: () => void fetching.changed('staff', 'orders', 'settings'),
          explain: refused,
          onConflict: changed,
        },
        'Account Updated',
        `Saved for ${username}.`,
        'Failed to change the account',
      ),
    switchTwoFactorOff: ({ id, username }: Person) =>
      perform(
        { subject: `person:${id}`, name: 'two-factor', run: () => api.switchTwoFactorOff(id) },
        'Two-Factor Off',
        `The password alone signs ${username} in.`,
        'Failed to switch two-factor sign-in off',
      ),
    endSession: (person: Person, { id }: OpenSession) =>
      perform(
        {
          subject: `session:${id}`,
          name: 'end',
          run: () => api.endSession(person.id, id),
          refresh: () => fetching.changed(`staff/${person.id}`),
          onConflict: changed,
        },
        'Session Ended',
        `${person.username} is signed out there.`,
        'Failed to end the session',
      ),
  };
}
