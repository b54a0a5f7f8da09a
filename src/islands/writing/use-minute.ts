import { useEffect, useState } from 'react';

const minute = 60_000;

/** @returns the time in milliseconds since 1970, anew every minute while it is looked at */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
