import { useEffect } from 'react';
import type { Fetched } from '../../client/fetched.ts';

/** Fetches again what was fetched before, each time the component is mounted. */
export function useRefreshOnMount({ $state, refresh }: Pick<Fetched<unknown>, '$state' | 'refresh'>): void {
  useEffect(() => {
    // What is on its way for the first time is as new as it can be.
    if (!$state.get().loading) void refresh();
  }, [$state, refresh]);
}
