import { useEffect } from 'react';
import type { Fetched } from '../../client/fetched.ts';

/** Fetches what was fetched before again, each time somebody comes to look at it. */
export function useAnew({ $state, refresh }: Pick<Fetched<unknown>, '$state' | 'refresh'>): void {
  useEffect(() => {
    // What is on its way for the first time is as new as it can be.
    if (!$state.get().loading) void refresh();
  }, [$state, refresh]);
}
