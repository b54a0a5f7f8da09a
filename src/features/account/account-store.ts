import { atom } from 'nanostores';
import type { OwnChange, TwoFactorSecret } from '../../shared/people/account-schema.ts';
import type { OpenSession, PasswordChange } from '../../shared/people/staff.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';

export const passwordTask = {
  subject: 'password',
  done: ['Password Updated', 'Your other sessions have been signed out.'],
  failure: { title: 'Update Failed', message: 'Failed to update password' },
} satisfies Omit<Task, 'run'>;

export type OwnAccount = ReturnType<typeof createOwnAccount>;

export function createOwnAccount(
  { api, fetching, work, session }: DeskBase,
  copy = (text: string) => navigator.clipboard.writeText(text),
) {
  const account = fetching.store('account', () => api.account());
  const $secret = atom<TwoFactorSecret | null>(null);
  const $recoveryCodes = atom<string[] | null>(null);
  const { refresh } = account;
  work.onSignedIn(refresh);

  const change = (task: Task) => work.perform({ refresh, ...task });

  return {
    account,
    $secret,
    /** Shown once, until the user confirms that they kept them. */
    $recoveryCodes,
    savePassword: (json: PasswordChange) =>
      change({ ...passwordTask, run: () => api.changeOwnPassword(json) }),
    save: (sent: OwnChange, explain?: Task['explain']) =>
      change({
        subject: 'account',
        run: () => api.changeAccount(sent),
        // Also updates the page's header.
        show: () => session.$currentUser.invalidate(),
        explain,
        done: ['Account Updated', 'Your account was saved.'],
        failure: { title: 'Update Failed', message: 'Failed to change your account' },
      }),
    endSession: ({ id }: OpenSession) =>
      change({
        subject: `session:${id}`,
        run: () => api.endOwnSession(id),
        done: ['Session Ended', 'You are signed out there.'],
        failure: { title: 'Update Failed', message: 'Failed to end the session' },
      }),
    endOtherSessions: () =>
      change({
        subject: 'sessions',
        run: () => api.endOtherSessions(),
        done: ['Sessions Ended', 'You are signed in here only.'],
        failure: { title: 'Update Failed', message: 'Failed to end the sessions' },
      }),
    beginTwoFactor: (currentPassword: string) =>
      work.perform({
        subject: 'two-factor',
        onConflict: refresh,
        run: async () => $secret.set(await api.beginTwoFactor(currentPassword)),
        failure: { title: 'Update Failed', message: 'Failed to turn on two-factor sign-in' },
      }),
    enableTwoFactor: (code: string) =>
      change({
        subject: 'two-factor',
        async run() {
          const { recoveryCodes } = await api.enableTwoFactor(code);
          $recoveryCodes.set(recoveryCodes);
          $secret.set(null);
        },
        done: ['Two-Factor On', 'Your other sessions have been signed out.'],
        failure: { title: 'Update Failed', message: 'Failed to turn on two-factor sign-in' },
      }),
    copyRecoveryCodes: () =>
      work.perform({
        subject: 'recovery-codes',
        name: 'copy',
        run: () => copy(($recoveryCodes.get() ?? []).join('\n')),
        done: ['Copied', 'Keep the codes where you can find them without your phone.'],
        failure: { title: 'Not Copied', message: 'Please select the codes and copy them yourself.' },
      }),
    disableTwoFactor: (currentPassword: string) =>
      change({
        subject: 'two-factor',
        async run() {
          await api.disableTwoFactor(currentPassword);
          $recoveryCodes.set(null);
        },
        done: ['Two-Factor Off', 'You now sign in with just your password.'],
        failure: { title: 'Update Failed', message: 'Failed to turn off two-factor sign-in' },
      }),
  };
}
