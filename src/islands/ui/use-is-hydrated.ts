import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** @returns whether the page's scripts are at work; until then a form must not be sent */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
