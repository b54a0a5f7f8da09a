import { useEffect, useState } from 'react';
import type { DeskDependencies } from '../../client/desk/desk-base.ts';
import { browserStorage } from '../../client/desk/draft.ts';
import { serverNow } from '../../client/desk/server-clock.ts';
import { staffApi } from '../../client/desk/staff-api.ts';
import { browserAddressBar } from '../../client/desk/url-state.ts';
import { pageVisible } from '../../client/fetched.ts';
import { createFetcherStore, invalidateKeys, revalidateKeys } from '../../client/query.ts';
import { showToast } from '../../client/toasts.ts';

/**
 * Builds a dashboard's stores once the island runs in the browser. Null on the server and in the first
 * render: address, drafts and data exist in the browser only.
 */
export function useDesk<Desk>(
  create: (dependencies: DeskDependencies) => Desk,
  { username, timeZone }: Pick<DeskDependencies, 'username' | 'timeZone'>,
  addressBar = browserAddressBar,
): Desk | null {
  const [desk, setDesk] = useState<Desk | null>(null);
  useEffect(() => {
    setDesk(
      create({
        username,
        timeZone,
        api: staffApi,
        query: { createFetcherStore, invalidateKeys, revalidateKeys },
        storage: browserStorage(),
        addressBar: addressBar(),
        toast: showToast,
        now: serverNow,
        whenVisible: pageVisible,
      }),
    );
  }, [create, username, timeZone, addressBar]);
  return desk;
}
