import { useEffect, useState } from 'react';
import { afterPaint } from '../../lib/after-paint.ts';
import { createApi } from '../../lib/api.ts';
import { deviceStorage } from '../../lib/page-storage.ts';
import { createBrowserFetching } from '../../lib/query.ts';
import { createServerClock } from '../../lib/server-clock.ts';
import { showToast } from '../../lib/toasts.ts';
import { browserAddressBar } from '../../lib/url-state.ts';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import type { DeskBase, DeskDependencies } from '../desk/desk-base.ts';
import { browserSession } from '../desk/session.ts';
import { createStaffApi } from '../desk/staff-api.ts';
import { startLive } from '../desk/start-live.ts';

type LiveDesk = Pick<DeskBase, 'fetching' | 'work'> & { resume?: () => void };

/** Creates a dashboard's stores and starts live updates. The desk is null on the server and in the first render. */
export function useDesk<Desk extends LiveDesk>(
  create: (dependencies: DeskDependencies) => Desk,
  { user, timeZone }: { user: SignedInUser; timeZone: string },
  addressBar = browserAddressBar,
) {
  const [signedIn, setUser] = useState(user);
  const { username, role } = signedIn;
  const [session] = useState(browserSession);
  const [desk, setDesk] = useState<Desk | null>(null);
  // Not `useStore`: on the server it would start the request.
  useEffect(() => session.$currentUser.subscribe(({ data }) => data && setUser(data)), [session]);
  useEffect(() => {
    const clock = createServerClock(fetch);
    setDesk(
      create({
        username,
        role,
        timeZone,
        session,
        api: createStaffApi(createApi(clock.fetch)),
        fetching: createBrowserFetching(),
        storage: deviceStorage,
        addressBar: addressBar(),
        toast: showToast,
        now: clock.now,
      }),
    );
  }, [create, username, role, timeZone, session, addressBar]);

  useEffect(() => {
    if (!desk) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    if (desk.resume) {
      addEventListener('online', desk.resume, { signal });
      document.addEventListener('visibilitychange', desk.resume, { signal });
    }
    afterPaint(() => {
      if (!signal.aborted) startLive(desk, username, signal);
    });
    return () => leaving.abort();
  }, [desk, username]);

  return { desk, user: signedIn };
}
