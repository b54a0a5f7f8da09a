import { useEffect, useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';

const minute = 60_000;

/** @returns the time in milliseconds since 1970, anew every minute while it is looked at */
export function useMinute(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
