import { useEffect } from 'react';
import type { Work } from '../../client/desk/work.ts';
import { afterPaint } from '../../client/directives/after-paint.ts';
import type { Fetching } from '../../client/fetched.ts';
import { retriable } from '../../client/retriable.ts';

const load = retriable(() => import('../../client/live/start-live.ts'), 'startLive');

interface LiveDesk {
  fetching: Fetching;
  work: Work;
  resume?(): void;
}

/**
 * Keeps a desk fresh while it is open: what does is fetched after the first screen, which does not need it. What could
 * not be saved is saved when the connection is back, and before the user turns to another tab.
 */
export function useLive(desk: LiveDesk | null, username: string): void {
  useEffect(() => {
    const resume = desk?.resume;
    if (!resume) return;
    addEventListener('online', resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resume);
    };
  }, [desk]);
  useEffect(() => {
    if (!desk) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    let stop = () => {};
    const begin = (): void => {
      load().then(
        (startLive) => {
          if (signal.aborted) return;
          waiting.abort();
          stop = startLive({ fetching: desk.fetching, work: desk.work, username });
        },
        () => {
          // The desk works without it, but may be open for hours.
          for (const sign of ['online', 'focus']) addEventListener(sign, begin, { once: true, signal });
        },
      );
    };
    afterPaint(begin);
    return () => {
      waiting.abort();
      stop();
    };
  }, [desk, username]);
}
