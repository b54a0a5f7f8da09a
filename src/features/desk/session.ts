import { ApiError, call, errorMessage } from '../../lib/answers.ts';
import { type Api, api } from '../../lib/api.ts';
import type { QueryClient } from '../../lib/fetched.ts';
import { pageQuery } from '../../lib/query.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Role, SignedInUser } from '../../shared/people/signed-in-user.ts';

const currentUserKey = '/api/auth/user';

export const dashboards: Record<Role, string> = {
  admin: '/admin/dashboard',
  reader: '/reader/dashboard',
};

interface SessionDependencies {
  api: Api;
  query: QueryClient;
  toast: typeof showToast;
  navigate: (path: string) => void;
}

export type Session = ReturnType<typeof createSession>;

/** Creates `signIn`, `signOut`, and the store of the signed-in user, which both of them refetch. */
export function createSession({ api, query, toast, navigate }: SessionDependencies) {
  async function fetchCurrentUser(): Promise<SignedInUser | null> {
    try {
      return await call(api.auth.user.$get());
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }

  return {
    /** Null when signed out */
    $currentUser: query.createFetcherStore<SignedInUser | null>(currentUserKey, {
      fetcher: fetchCurrentUser,
    }),
    /** Signs in. @returns null if the browser blocks the session's cookie. @throws ApiError */
    async signIn(json: { username: string; password: string; code?: string }): Promise<SignedInUser | null> {
      const user = await call(api.login.$post({ json }));
      // A browser that blocks the new cookie is still signed out; without an answer the sign-in continues.
      const kept = await fetchCurrentUser().catch(() => user);
      if (kept) query.invalidateKeys(currentUserKey);
      return kept && user;
    },
    /** Signs out and opens the sign-in page. On failure, shows a toast and does not throw. */
    async signOut(): Promise<void> {
      try {
        await call(api.logout.$post());
        query.invalidateKeys(currentUserKey);
        navigate('/admin/login');
      } catch (error) {
        toast({
          title: 'Sign Out Failed',
          description: errorMessage(error, 'You are still signed in. Please try again.'),
          variant: 'destructive',
        });
      }
    },
  };
}

/** Creates a session with the browser's API, toasts and navigation; all sessions of a page share the signed-in user. */
export function browserSession(): Session {
  return createSession({
    api,
    query: pageQuery,
    toast: showToast,
    navigate: (path) => location.assign(path),
  });
}
