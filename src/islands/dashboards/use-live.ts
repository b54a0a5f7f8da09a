import { useEffect } from 'react';
import type { Work } from '../../client/desk/work.ts';
import { afterPaint } from '../../client/directives/after-paint.ts';
import type { Fetching } from '../../client/fetched.ts';
import { retriable } from '../../client/retriable.ts';

const load = retriable(() => import('../../client/live/start-live.ts'), 'startLive');

/** Keeps a desk fresh while it is open. It is fetched after the first screen, which does not need it. */
export function useLive(desk: { fetching: Fetching; work: Work } | null, username: string): void {
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
