import { useEffect } from 'react';
import type { Work } from '../../client/desk/work.ts';
import { afterPaint } from '../../client/directives/after-paint.ts';
import type { Fetching } from '../../client/fetched.ts';
import { startLive } from '../../client/live/start-live.ts';

interface LiveDesk {
  fetching: Fetching;
  work: Work;
  resume?(): void;
}

/**
 * Keeps a desk fresh while it is open, from its first screen on. What could not be saved is saved when the connection
 * is back, and before the user turns to another tab.
 */
export function useLive(desk: LiveDesk | null, username: string): void {
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
}
