import { atom } from 'nanostores';
import type { Account, TwoFactorSecret } from '../../shared/people/account.ts';
import type { OwnChange, SentAccount } from '../../shared/people/account-form.ts';
import type { OpenSession, PasswordChange } from '../../shared/people/staff.ts';
import { api, call } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';

type Desk = Pick<DeskBase, 'fetching' | 'work' | 'toast'>;

/** The calls about the user's own account. Each may throw an ApiError. */
export const accountCalls = {
  account: (): Promise<Account> => call(api.account.$get()),
  change: ({ picture, ...account }: SentAccount<OwnChange>): Promise<Account> =>
    call(api.account.$put({ form: { account: JSON.stringify(account), ...(picture && { picture }) } })),
  changePassword: (json: PasswordChange) => call(api.account.password.$put({ json })),
  endSession: (session: string) => call(api.account.sessions[':session'].$delete({ param: { session } })),
  endOtherSessions: () => call(api.account.sessions.$delete()),
  beginTwoFactor: (currentPassword: string): Promise<TwoFactorSecret> =>
    call(api.account['two-factor'].$post({ json: { currentPassword } })),
  enableTwoFactor: (code: string) => call(api.account['two-factor'].$put({ json: { code } })),
  disableTwoFactor: (currentPassword: string) =>
    call(api.account['two-factor'].$delete({ json: { currentPassword } })),
};
export type AccountCalls = typeof accountCalls;

/** Changes the user's own password. */
export function changePassword(
  { work, toast }: Omit<Desk, 'fetching'>,
  run: () => Promise<unknown>,
  refresh = () => {},
): Promise<boolean> {
  return work.perform({
    subject: 'password',
    name: 'save',
    run,
    refresh,
    show: () =>
      toast({ title: 'Password Updated', description: 'Your other sessions have been signed out.' }),
    failure: { title: 'Update Failed', message: 'Failed to update password' },
  });
}

export type OwnAccount = ReturnType<typeof createOwnAccount>;

/** The user's own account: mail, password, sessions and second factor. */
export function createOwnAccount(
  { fetching, work, toast }: Desk,
  { calls, copy }: { calls: AccountCalls; copy: (text: string) => Promise<void> },
) {
  const account = fetching.store('account', () => work.watch(calls.account()));
  const $secret = atom<TwoFactorSecret | null>(null);
  const $recoveryCodes = atom<string[] | null>(null);
  const refresh = () => void account.refresh();
  work.onSignedIn(refresh);

  function change(
    subject: string,
    title: string,
    description: string,
    failure: string,
    run: () => Promise<unknown>,
  ): Promise<boolean> {
    return work.perform({
      subject,
      name: 'save',
      run,
      refresh: account.refresh,
      show: () => toast({ title, description }),
      failure: { title: 'Update Failed', message: failure },
    });
  }

  return {
    work,
    account,
    /** What the authenticator app needs, until a code confirms it. */
    $secret,
    /** Shown once, until the user confirms that they kept them. */
    $recoveryCodes,
    savePassword: (passwords: PasswordChange) =>
      changePassword({ work, toast }, () => calls.changePassword(passwords), refresh),
    /** @param refused is called with the error */
    save: (sent: SentAccount<OwnChange>, refused: (error: unknown) => string | null) =>
      work.perform({
        subject: 'account',
        name: 'save',
        run: async () => account.put(await calls.change(sent)),
        show: () => toast({ title: 'Account Updated', description: 'Your account was saved.' }),
        failure: { title: 'Update Failed', message: 'Failed to change your account' },
        explain: refused,
        onConflict: refresh,
      }),
    endSession: ({ id }: OpenSession) =>
      change(`session:${id}`, 'Session Ended', 'You are signed out there.', 'Failed to end the session', () =>
        calls.endSession(id),
      ),
    endOtherSessions: () =>
      change(
        'sessions',
        'Sessions Ended',
        'You are signed in here only.',
        'Failed to end the sessions',
        calls.endOtherSessions,
      ),
    beginTwoFactor: (currentPassword: string) =>
      work.perform({
        subject: 'two-factor',
        name: 'begin',
        run: async () => $secret.set(await calls.beginTwoFactor(currentPassword)),
        failure: { title: 'Update Failed', message: 'Failed to switch two-factor sign-in on' },
        onConflict: refresh,
      }),
    enableTwoFactor: (code: string) =>
      change(
        'two-factor',
        'Two-Factor On',
        'Your other sessions have been signed out.',
        'Failed to switch two-factor sign-in on',
        async () => {
          const { recoveryCodes } = await calls.enableTwoFactor(code);
          $recoveryCodes.set(recoveryCodes);
          $secret.set(null);
        },
      ),
    copyRecoveryCodes: () =>
      work.perform({
        subject: 'recovery-codes',
        name: 'copy',
        run: () => copy(($recoveryCodes.get() ?? []).join('\n')),
        show: () =>
          toast({ title: 'Copied', description: 'Keep the codes where you find them without your phone.' }),
        failure: { title: 'Not Copied', message: 'Please select the codes and copy them yourself.' },
      }),
    disableTwoFactor: (currentPassword: string) =>
      change(
        'two-factor',
        'Two-Factor Off',
        'Your password alone signs you in.',
        'Failed to switch two-factor sign-in off',
        async () => {
          await calls.disableTwoFactor(currentPassword);
          $recoveryCodes.set(null);
        },
      ),
  };
}
