import { useEffect, useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';

/** @returns the time in milliseconds since 1970, updated every so many milliseconds */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

export const useMinute = () => useNow(60_000);
