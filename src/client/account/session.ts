import { atom, type ReadableAtom } from 'nanostores';
import type { Role, SignedInUser } from '../../shared/staff.ts';
import { ApiError, api, call, messageOf } from '../api.ts';
import { invalidateKeys } from '../query.ts';
import { leaveToast, type TextStorage } from '../toast-handover.ts';
import type { showToast } from '../toasts.ts';

export interface Credentials {
  username: string;
  password: string;
  /** Of the authenticator app, or a recovery code; absent until it is asked for. */
  code?: string;
}

/** The calls around signing in (spec/product.md §7). Each may throw an ApiError. */
export interface SessionCalls {
  login(credentials: Credentials): Promise<SignedInUser>;
  logout(): Promise<unknown>;
}

export const sessionCalls: SessionCalls = {
  login: (json) => call(api.login.$post({ json })),
  logout: () => call(api.logout.$post()),
};

/** The key under which the data client keeps the current user. */
export const currentUserKey = 'auth/user';

export const dashboards: Record<Role, string> = {
  admin: '/admin/dashboard',
  reader: '/reader/dashboard',
};

export interface SignInErrors {
  username?: string;
  password?: string;
  code?: string;
}

export interface SignIn {
  readonly $isBusy: ReadableAtom<boolean>;
  readonly $errors: ReadableAtom<SignInErrors>;
  /** Whether the account asks for a code as well. */
  readonly $needsCode: ReadableAtom<boolean>;
  signIn(credentials: Credentials): Promise<void>;
}

export interface SignInDependencies {
  calls: Pick<SessionCalls, 'login'>;
  toast: typeof showToast;
  navigate(path: string): void;
  storage: TextStorage;
}

/** The Admin Portal's sign-in (spec/product.md §2 and §4). */
export function createSignIn({ calls, toast, navigate, storage }: SignInDependencies): SignIn {
  const $isBusy = atom(false);
  const $errors = atom<SignInErrors>({});
  const $needsCode = atom(false);

  return {
    $isBusy,
    $errors,
    $needsCode,
    async signIn({ username, password, code = '' }) {
      if ($isBusy.get()) return;
      const errors: SignInErrors = {};
      if (!username.trim()) errors.username = 'Please enter your username.';
      if (!password) errors.password = 'Please enter your password.';
      if ($needsCode.get() && !code.trim()) errors.code = 'Please enter the code.';
      $errors.set(errors);
      if (errors.username || errors.password || errors.code) return;
      $isBusy.set(true);
      try {
        const user = await calls.login({ username, password, ...(code.trim() && { code }) });
        invalidateKeys(currentUserKey);
        leaveToast(storage, { title: 'Login Successful', description: `Welcome back, ${user.username}!` });
        // Stays busy: the next page is on its way.
        navigate(dashboards[user.role]);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'code_required') $needsCode.set(true);
        else {
          toast({
            title: 'Login Failed',
            description: messageOf(error, 'Invalid credentials'),
            variant: 'destructive',
          });
        }
        $isBusy.set(false);
      }
    },
  };
}

/** Ends the session and shows the sign-in (spec/product.md §7). */
export async function signOut(dependencies: {
  calls: Pick<SessionCalls, 'logout'>;
  toast: typeof showToast;
  navigate(path: string): void;
}): Promise<void> {
  try {
    await dependencies.calls.logout();
    dependencies.navigate('/admin/login');
  } catch (error) {
    dependencies.toast({
      title: 'Sign Out Failed',
      description: messageOf(error, 'You are still signed in. Please try again.'),
      variant: 'destructive',
    });
  }
}
