import type { Role, SignedInUser } from '../../shared/people/staff.ts';
import { ApiError, api, call, messageOf } from '../api.ts';
import { createFetcherStore, invalidateKeys } from '../query.ts';
import { showToast } from '../toasts.ts';

/** The calls around signing in (docs/product.md §11). Each may throw an ApiError. */
export const sessionCalls = {
  login: (json: { username: string; password: string; code?: string }): Promise<SignedInUser> =>
    call(api.login.$post({ json })),
  currentUser: (): Promise<SignedInUser> => call(api.auth.user.$get()),
  logout: (): Promise<unknown> => call(api.logout.$post()),
};
export type SessionCalls = typeof sessionCalls;

/** The key under which the data client keeps the current user. */
export const currentUserKey = '/api/auth/user';

/** The signed-in user; null when signed out. Signing in and out invalidate it. */
export const $currentUser = createFetcherStore<SignedInUser | null>(currentUserKey, {
  fetcher: () => userOrNull(sessionCalls.currentUser()),
});

/** @returns the user of an answer; null when the visitor is signed out */
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

export interface Credentials {
  username: string;
  password: string;
  /** Of the authenticator app, or a recovery code; blank until the account asks for it. */
  code: string;
}

/** @returns what is missing, by the name of its field */
export function missingCredentials({ username, password, code }: Credentials, needsCode: boolean) {
  return {
    ...(!username.trim() && { username: 'Please enter your username.' }),
    ...(!password && { password: 'Please enter your password.' }),
    ...(needsCode && !code.trim() && { code: 'Please enter the code.' }),
  };
}

interface SignInResult {
  user: SignedInUser | null;
  /** Whether the account asks for a code as well. */
  needsCode?: boolean;
  errors?: { password?: string; code?: string };
  /** Why the server refused. */
  refusal?: string;
}

/** Signs in with a password and, where the account asks for it, a code. */
export async function signIn(
  calls: Omit<SessionCalls, 'logout'>,
  { username, password, code }: Credentials,
): Promise<SignInResult> {
  try {
    const user = await calls.login({ username, password, ...(code.trim() && { code }) });
    // A browser that blocks the new cookie is still signed out; without an answer the sign-in goes on.
    const kept = await userOrNull(calls.currentUser()).catch(() => user);
    if (!kept) return { user: null, errors: { password: cookiesNeeded } };
    invalidateKeys(currentUserKey);
    return { user };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code_required') {
      // A code that was typed has been used before.
      const errors = code.trim() ? { code: messageOf(error, 'Please enter the next code.') } : {};
      return { user: null, needsCode: true, errors };
    }
    return { user: null, refusal: messageOf(error, 'Invalid credentials') };
  }
}

const cookiesNeeded =
  'Your browser blocked our sign-in cookie. Please allow cookies for this site and sign in again.';

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
