import { atom, type ReadableAtom } from 'nanostores';
import type { Account, TwoFactorSecret } from '../../shared/people/account.ts';
import type { OwnChange, SentAccount } from '../../shared/people/account-form.ts';
import type { OpenSession, PasswordChange } from '../../shared/people/staff.ts';
import { api, call } from '../api.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import type { showToast } from '../toasts.ts';
import { createPasswordForm, type PasswordForm } from './password-form.ts';

/** The calls about one's own account. Each may throw an ApiError. */
export interface AccountCalls {
  account(): Promise<Account>;
  change(sent: SentAccount<OwnChange>): Promise<Account>;
  changePassword(change: PasswordChange): Promise<unknown>;
  endSession(session: string): Promise<unknown>;
  endOtherSessions(): Promise<unknown>;
  beginTwoFactor(currentPassword: string): Promise<TwoFactorSecret>;
  enableTwoFactor(code: string): Promise<{ recoveryCodes: string[] }>;
  disableTwoFactor(currentPassword: string): Promise<unknown>;
}

export const accountCalls: AccountCalls = {
  account: () => call(api.account.$get()),
  change: ({ account, picture }) =>
    call(api.account.$put({ form: { account: JSON.stringify(account), ...(picture && { picture }) } })),
  changePassword: (json) => call(api.account.password.$put({ json })),
  endSession: (session) => call(api.account.sessions[':session'].$delete({ param: { session } })),
  endOtherSessions: () => call(api.account.sessions.$delete()),
  beginTwoFactor: (currentPassword) => call(api.account['two-factor'].$post({ json: { currentPassword } })),
  enableTwoFactor: (code) => call(api.account['two-factor'].$put({ json: { code } })),
  disableTwoFactor: (currentPassword) =>
    call(api.account['two-factor'].$delete({ json: { currentPassword } })),
};

/** One's own account: where mail goes, which, the password, the sessions, the second factor. */
export interface OwnAccount extends PasswordForm {
  /** The desk's own: a session that ends is told in one place, and ends for both. */
  readonly work: Work;
  readonly account: Fetched<Account>;
  /** What the authenticator app has to be told, from the beginning until a code proves that it was. */
  readonly $secret: ReadableAtom<TwoFactorSecret | null>;
  /** Shown once: until the user says that they have kept them. */
  readonly $recoveryCodes: ReadableAtom<string[] | null>;
  /** Saves the form of the account. @param refused is told why it was not */
  save(sent: SentAccount<OwnChange>, refused: (error: unknown) => string | null): Promise<boolean>;
  endSession(session: OpenSession): Promise<boolean>;
  endOtherSessions(): Promise<boolean>;
  beginTwoFactor(currentPassword: string): Promise<boolean>;
  giveUpTwoFactor(): void;
  enableTwoFactor(code: string): Promise<boolean>;
  copyRecoveryCodes(): Promise<boolean>;
  forgetRecoveryCodes(): void;
  disableTwoFactor(currentPassword: string): Promise<boolean>;
}

export function createOwnAccount(dependencies: {
  calls: AccountCalls;
  fetching: Fetching;
  work: Work;
  toast: typeof showToast;
  copy: (text: string) => Promise<void>;
}): OwnAccount {
  const { calls, fetching, work, toast, copy } = dependencies;
  const account = fetching.store('account', () => work.watch(calls.account()));
  const $secret = atom<TwoFactorSecret | null>(null);
  const $recoveryCodes = atom<string[] | null>(null);
  const refresh = () => void account.refresh();
  work.onSignedIn(refresh);

  /** What most of these come to: a change, the account as it is then, and a word about it. */
  function change(
    subject: string,
    what: { title: string; description: string; failure: string },
    run: () => Promise<unknown>,
  ): Promise<boolean> {
    const { title, description, failure } = what;
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
    ...createPasswordForm({ change: calls.changePassword, work, toast, onChanged: refresh }),
    work,
    account,
    $secret,
    $recoveryCodes,
    save: (sent, refused) =>
      work.perform({
        subject: 'account',
        name: 'save',
        run: async () => account.put(await calls.change(sent)),
        show: () => toast({ title: 'Account Updated', description: 'Your account was saved.' }),
        failure: { title: 'Update Failed', message: 'Failed to change your account' },
        explain: refused,
        onConflict: refresh,
      }),
    endSession: (session) =>
      change(
        `session:${session.id}`,
        {
          title: 'Session Ended',
          description: 'You are signed out there.',
          failure: 'Failed to end the session',
        },
        () => calls.endSession(session.id),
      ),
    endOtherSessions: () =>
      change(
        'sessions',
        {
          title: 'Sessions Ended',
          description: 'You are signed in here only.',
          failure: 'Failed to end the sessions',
        },
        calls.endOtherSessions,
      ),
    beginTwoFactor: (currentPassword) =>
      work.perform({
        subject: 'two-factor',
        name: 'begin',
        run: async () => $secret.set(await calls.beginTwoFactor(currentPassword)),
        failure: { title: 'Update Failed', message: 'Failed to switch two-factor sign-in on' },
        onConflict: refresh,
      }),
    giveUpTwoFactor: () => $secret.set(null),
    enableTwoFactor: (code) =>
      change(
        'two-factor',
        {
          title: 'Two-Factor On',
          description: 'Your other sessions have been signed out.',
          failure: 'Failed to switch two-factor sign-in on',
        },
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
    forgetRecoveryCodes: () => $recoveryCodes.set(null),
    disableTwoFactor: (currentPassword) =>
      change(
        'two-factor',
        {
          title: 'Two-Factor Off',
          description: 'Your password alone signs you in.',
          failure: 'Failed to switch two-factor sign-in off',
        },
        async () => {
          await calls.disableTwoFactor(currentPassword);
          $recoveryCodes.set(null);
        },
      ),
  };
}
