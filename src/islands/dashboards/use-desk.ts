import { useEffect, useState } from 'react';
import type { DeskBase, DeskDependencies } from '../../client/desk/desk-base.ts';
import { serverNow } from '../../client/desk/server-clock.ts';
import { staffApi } from '../../client/desk/staff-api.ts';
import { browserAddressBar } from '../../client/desk/url-state.ts';
import { afterPaint } from '../../client/directives/after-paint.ts';
import { startLive } from '../../client/live/start-live.ts';
import { deviceStorage } from '../../client/page-storage.ts';
import { browserFetching } from '../../client/query.ts';
import { $currentUser } from '../../client/sign-in/session.ts';
import { showToast } from '../../client/toasts.ts';
import type { SignedInUser } from '../../shared/people/staff.ts';

type LiveDesk = Pick<DeskBase, 'fetching' | 'work'> & { resume?: () => void };

/** Creates a dashboard's stores and keeps them up to date. The desk is null on the server and in the first render. */
export function useDesk<Desk extends LiveDesk>(
  create: (dependencies: DeskDependencies) => Desk,
  { user, timeZone }: { user: SignedInUser; timeZone: string },
  addressBar = browserAddressBar,
) {
  const [{ username }, setUser] = useState(user);
  const [desk, setDesk] = useState<Desk | null>(null);
  // Not `useStore`: on the server it would start the request.
  useEffect(() => $currentUser.subscribe(({ data }) => data && setUser(data)), []);
  useEffect(() => {
    setDesk(
      create({
        username,
        timeZone,
        api: staffApi,
        fetching: browserFetching(),
        storage: deviceStorage,
        addressBar: addressBar(),
        toast: showToast,
        now: serverNow,
      }),
    );
  }, [create, username, timeZone, addressBar]);

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

  return { desk, username };
}
