import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Role, SignedInUser } from '../../shared/people/staff.ts';
import { ApiError, api, call, messageOf } from '../api.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';
import { createFetcherStore, invalidateKeys } from '../query.ts';
import { leaveToast, type TextStorage } from '../toast-handover.ts';
import { showToast } from '../toasts.ts';

export interface Credentials {
  username: string;
  password: string;
  /** Of the authenticator app, or a recovery code; absent until it is asked for. */
  code?: string;
}

/** The calls around signing in (docs/product.md §11). Each may throw an ApiError. */
export interface SessionCalls {
  login(credentials: Credentials): Promise<SignedInUser>;
  /** @returns who is signed in, by what the browser sends along */
  currentUser(): Promise<SignedInUser>;
  logout(): Promise<unknown>;
}

export const sessionCalls: SessionCalls = {
  login: (json) => call(api.login.$post({ json })),
  currentUser: () => call(api.auth.user.$get()),
  logout: () => call(api.logout.$post()),
};

/** The key under which the data client keeps the current user. */
export const currentUserKey = '/api/auth/user';

/** The signed-in user, as the server knows them; null when signed out. Signing in and out invalidate it. */
export const $currentUser = createFetcherStore<SignedInUser | null>(currentUserKey, {
  fetcher: () => userOrNull(call(api.auth.user.$get())),
});

/** @returns the user of an answer; null when it says that the visitor is signed out */
export async function userOrNull(answer: Promise<SignedInUser>): Promise<SignedInUser | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const dashboards: Record<Role, string> = {
  admin: '/admin/dashboard',
  reader: '/reader/dashboard',
};

const cookiesNeeded =
  'Your browser blocked our sign-in cookie. Please allow cookies for this site and sign in again.';

export type SignInErrors = FieldErrors<'username' | 'password' | 'code'>;

export interface SignIn {
  readonly $isBusy: ReadableAtom<boolean>;
  readonly $errors: ReadableAtom<SignInErrors>;
  /** Whether the account asks for a code as well. */
  readonly $needsCode: ReadableAtom<boolean>;
  signIn(credentials: Credentials): Promise<void>;
}

export interface SignInDependencies {
  calls: Pick<SessionCalls, 'login' | 'currentUser'>;
  toast: typeof showToast;
  navigate(path: string): void;
  storage: TextStorage;
}

/** One person's way through the password and, where there is one, the second factor. */
interface SignInAttempt extends Pick<SignIn, '$isBusy' | '$needsCode'> {
  readonly $errors: WritableAtom<SignInErrors>;
  /** Stays busy after a success. @returns who is signed in now; null when something is missing or was refused */
  enter(credentials: Credentials): Promise<SignedInUser | null>;
}

/** @param dependencies.onRefused told the server's words, unless they only ask for the code */
export function createSignInAttempt(dependencies: {
  calls: Pick<SessionCalls, 'login' | 'currentUser'>;
  onRefused: (message: string) => void;
}): SignInAttempt {
  const { calls, onRefused } = dependencies;
  const $isBusy = atom(false);
  const $errors = atom<SignInErrors>({});
  const $needsCode = atom(false);

  /** Asks whether the browser sends its new cookie along; no answer says nothing of it. */
  async function isKept(): Promise<boolean> {
    try {
      await calls.currentUser();
      return true;
    } catch (error) {
      return !(error instanceof ApiError && error.status === 401);
    }
  }

  return {
    $isBusy,
    $errors,
    $needsCode,
    async enter({ username, password, code = '' }) {
      if ($isBusy.get()) return null;
      const errors: SignInErrors = {};
      if (!username.trim()) errors.username = 'Please enter your username.';
      if (!password) errors.password = 'Please enter your password.';
      if ($needsCode.get() && !code.trim()) errors.code = 'Please enter the code.';
      $errors.set(errors);
      if (!isFaultless(errors)) return null;
      $isBusy.set(true);
      try {
        const user = await calls.login({ username, password, ...(code.trim() && { code }) });
        if (await isKept()) {
          invalidateKeys(currentUserKey);
          return user;
        }
        $errors.set({ password: cookiesNeeded });
        $isBusy.set(false);
        return null;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'code_required') {
          // Not the first one that is asked for: the one that was typed is spent.
          if (code.trim()) $errors.set({ code: messageOf(error, 'Please enter the next code.') });
          $needsCode.set(true);
        } else onRefused(messageOf(error, 'Invalid credentials'));
        $isBusy.set(false);
        return null;
      }
    },
  };
}

/** The Admin Portal's sign-in (docs/product.md §2). */
export function createSignIn({ calls, toast, navigate, storage }: SignInDependencies): SignIn {
  const { enter, ...attempt } = createSignInAttempt({
    calls,
    onRefused: (description) => toast({ title: 'Login Failed', description, variant: 'destructive' }),
  });
  return {
    ...attempt,
    async signIn(credentials) {
      const user = await enter(credentials);
      if (!user) return;
      leaveToast(storage, { title: 'Login Successful', description: `Welcome back, ${user.username}!` });
      // Stays busy: the next page is on its way.
      navigate(dashboards[user.role]);
    },
  };
}

/** Ends the session of this browser. */
export function signOutHere(): Promise<void> {
  return signOut({ calls: sessionCalls, toast: showToast, navigate: (path) => location.assign(path) });
}

/** Ends the session and shows the sign-in (docs/product.md §11). */
export async function signOut(dependencies: {
  calls: Pick<SessionCalls, 'logout'>;
  toast: typeof showToast;
  navigate(path: string): void;
}): Promise<void> {
  try {
    await dependencies.calls.logout();
    invalidateKeys(currentUserKey);
    dependencies.navigate('/admin/login');
  } catch (error) {
    dependencies.toast({
      title: 'Sign Out Failed',
      description: messageOf(error, 'You are still signed in. Please try again.'),
      variant: 'destructive',
    });
  }
}
