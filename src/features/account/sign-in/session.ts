import { ApiError, call, errorMessage } from '../../../lib/answers.ts';
import { api } from '../../../lib/api.ts';
import { createFetcherStore, invalidateKeys } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { Role, SignedInUser } from '../../../shared/people/staff.ts';

const currentUserKey = '/api/auth/user';

/** The signed-in user; null when signed out. Signing in and out invalidate it. */
export const $currentUser = createFetcherStore<SignedInUser | null>(currentUserKey, {
  fetcher: fetchCurrentUser,
});

async function fetchCurrentUser(): Promise<SignedInUser | null> {
  try {
    return await call(api.auth.user.$get());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const dashboards: Record<Role, string> = {
  admin: '/admin/dashboard',
  reader: '/reader/dashboard',
};

/** Signs in. @returns null when the browser blocks the session's cookie. @throws ApiError */
export async function signIn(json: {
  username: string;
  password: string;
  code?: string;
}): Promise<SignedInUser | null> {
  const user = await call(api.login.$post({ json }));
  // A browser that blocks the new cookie is still signed out; without an answer the sign-in goes on.
  const kept = await fetchCurrentUser().catch(() => user);
  if (kept) invalidateKeys(currentUserKey);
  return kept && user;
}

/** Signs out and leaves for the sign-in page. When it fails, shows a toast instead, and does not throw. */
export async function signOut(navigate = (path: string) => location.assign(path)): Promise<void> {
  try {
    await call(api.logout.$post());
    invalidateKeys(currentUserKey);
    navigate('/admin/login');
  } catch (error) {
    showToast({
      title: 'Sign Out Failed',
      description: errorMessage(error, 'You are still signed in. Please try again.'),
      variant: 'destructive',
    });
  }
}
