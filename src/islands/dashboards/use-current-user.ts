import { useEffect, useState } from 'react';
import { $currentUser } from '../../client/sign-in/session.ts';
import type { SignedInUser } from '../../shared/people/staff.ts';

/**
 * Reads the current user from the data client.
 *
 * @param fromPage who was signed in when the page was rendered: shown until the answer is there
 */
export function useCurrentUser(fromPage: SignedInUser): SignedInUser {
  const [user, setUser] = useState(fromPage);
  // Not `useStore`: on the server it would start the request.
  useEffect(() => $currentUser.subscribe(({ data }) => data && setUser(data)), []);
  return user;
}
