import { atom, computed, type ReadableAtom } from 'nanostores';
import { cleanEmail } from '../../shared/email-address.ts';
import type { Account, TwoFactorSecret } from '../../shared/people/account.ts';
import type { DaysAwayChange } from '../../shared/people/availability.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import { type NoticeKind, noticeKinds } from '../../shared/people/notices.ts';
import type { OpenSession, PasswordChange } from '../../shared/people/staff.ts';
import { api, call } from '../api.ts';
import { createKeptSwitches } from '../desk/kept-switches.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';
import type { showToast } from '../toasts.ts';
import { emailProblem } from './field-problems.ts';
import { type ChangeWords, createOwnProfile, type OwnProfile, type ProfileCalls } from './own-profile.ts';
import { createPasswordForm, type PasswordForm } from './password-form.ts';

export interface AccountChange {
  email?: string | null;
  currentPassword?: string;
  mutedNotices?: NoticeKind[];
}

/** The calls about one's own account. Each may throw an ApiError. */
export interface AccountCalls extends ProfileCalls {
  account(): Promise<Account>;
  change(change: AccountChange): Promise<Account>;
  changePassword(change: PasswordChange): Promise<unknown>;
  setDaysAway(change: DaysAwayChange): Promise<Account>;
  endSession(session: string): Promise<unknown>;
  endOtherSessions(): Promise<unknown>;
  beginTwoFactor(currentPassword: string): Promise<TwoFactorSecret>;
  enableTwoFactor(code: string): Promise<{ recoveryCodes: string[] }>;
  disableTwoFactor(currentPassword: string): Promise<unknown>;
}

export const accountCalls: AccountCalls = {
  account: () => call(api.account.$get()),
  change: (json) => call(api.account.$put({ json })),
  changePassword: (json) => call(api.account.password.$put({ json })),
  setDaysAway: (json) => call(api.account['days-away'].$put({ json })),
  setProfile: (json) => call(api.account.profile.$put({ json })),
  setPortrait: (form) => call(api.account.portrait.$put({ form })),
  removePortrait: () => call(api.account.portrait.$delete()),
  endSession: (session) => call(api.account.sessions[':session'].$delete({ param: { session } })),
  endOtherSessions: () => call(api.account.sessions.$delete()),
  beginTwoFactor: (currentPassword) => call(api.account['two-factor'].$post({ json: { currentPassword } })),
  enableTwoFactor: (code) => call(api.account['two-factor'].$put({ json: { code } })),
  disableTwoFactor: (currentPassword) =>
    call(api.account['two-factor'].$delete({ json: { currentPassword } })),
};

export interface EmailForm {
  email: string;
  currentPassword: string;
}

/** One's own account: where mail goes, which, the password, the sessions, the second factor. */
export interface OwnAccount extends PasswordForm, OwnProfile {
  /** The desk's own: a session that ends is told in one place, and ends for both. */
  readonly work: Work;
  readonly account: Fetched<Account>;
  /** A new address while it is typed; null shows the one there is. */
  readonly $email: ReadableAtom<EmailForm | null>;
  readonly $emailErrors: ReadableAtom<FieldErrors<keyof EmailForm>>;
  /** As they were last switched, saved already or not. */
  readonly $notices: ReadableAtom<Account['notices']>;
  /** What the authenticator app has to be told, from the beginning until a code proves that it was. */
  readonly $secret: ReadableAtom<TwoFactorSecret | null>;
  /** Shown once: until somebody says that they have kept them. */
  readonly $recoveryCodes: ReadableAtom<string[] | null>;
  writeEmail(changes: Partial<EmailForm>): void;
  saveEmail(): Promise<boolean>;
  switchNotice(kind: NoticeKind, isOn: boolean): Promise<boolean>;
  /** @param daysAway all of them, in place of those there are */
  setDaysAway(daysAway: DaysAway[]): Promise<boolean>;
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
  const $email = atom<EmailForm | null>(null);
  const $emailErrors = atom<FieldErrors<keyof EmailForm>>({});
  const $secret = atom<TwoFactorSecret | null>(null);
  const $recoveryCodes = atom<string[] | null>(null);
  const refresh = () => void account.refresh();
  work.onSignedIn(refresh);
  const notices = createKeptSwitches(work, {
    subject: 'notices',
    $known: computed(account.$state, ({ data }) =>
      data ? Object.fromEntries(data.notices.map(({ kind, isOn }) => [kind, isOn])) : null,
    ),
    change: (all) => calls.change({ mutedNotices: noticeKinds.filter((kind) => all[kind] === false) }),
    refresh: account.refresh,
    say: () => toast({ title: 'Notices Updated' }),
    failure: { title: 'Update Failed', message: 'Failed to change the notices' },
  });

  /** What most of these come to: a change, the account as it is then, and a word about it. */
  function change(subject: string, what: ChangeWords, run: () => Promise<unknown>): Promise<boolean> {
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

  function emailErrorsOf({ email, currentPassword }: EmailForm): FieldErrors<keyof EmailForm> {
    const message = emailProblem(email);
    if (message) return { email: message };
    return currentPassword ? {} : { currentPassword: 'Please enter your current password.' };
  }

  return {
    ...createPasswordForm({ change: calls.changePassword, work, toast, onChanged: refresh }),
    ...createOwnProfile(calls, change),
    work,
    account,
    $email,
    $emailErrors,
    $notices: computed([account.$state, notices.$switches], ({ data }, switches) =>
      (data?.notices ?? []).map((notice) => ({ ...notice, isOn: switches?.[notice.kind] ?? notice.isOn })),
    ),
    $secret,
    $recoveryCodes,
    writeEmail(changes) {
      const stored = { email: account.$state.get().data?.email ?? '', currentPassword: '' };
      $emailErrors.set({});
      $email.set({ ...($email.get() ?? stored), ...changes });
    },
    async saveEmail() {
      const form = $email.get();
      if (!form) return false;
      const errors = emailErrorsOf(form);
      $emailErrors.set(errors);
      if (!isFaultless(errors)) return false;
      const email = cleanEmail(form.email) || null;
      const description = email ? `Mail to you goes to ${email}.` : 'You get no mail any more.';
      const isSaved = await change(
        'email',
        { title: 'Address Updated', description, failure: 'Failed to update the address' },
        () => calls.change({ email, currentPassword: form.currentPassword }),
      );
      if (isSaved) $email.set(null);
      return isSaved;
    },
    switchNotice: notices.turn,
    setDaysAway: (daysAway) =>
      change(
        'days-away',
        {
          title: 'Days Away Updated',
          description: daysAway.length > 0 ? 'You get no new orders then.' : 'You get new orders every day.',
          failure: 'Failed to change the days away',
        },
        () => calls.setDaysAway({ daysAway, daysAwayBefore: account.$state.get().data?.daysAway }),
      ),
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
