import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Until then a form must not be sent. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
