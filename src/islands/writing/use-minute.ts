import { useEffect, useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';

const minute = 60_000;

/** @returns the time in milliseconds since 1970, updated every minute */
export function useMinute(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
