import { useEffect } from 'react';
import type { Work } from '../../client/desk/work.ts';
import { afterPaint } from '../../client/directives/after-paint.ts';
import type { Fetching } from '../../client/fetched.ts';

/** Keeps a desk fresh while it is open. It is fetched after the first screen, which does not need it. */
export function useLive(desk: { fetching: Fetching; work: Work } | null, username: string): void {
  useEffect(() => {
    if (!desk) return;
    let isGone = false;
    let stop = () => {};
    afterPaint(() => {
      import('../../client/live/start-live.ts').then(
        ({ startLive }) => {
          if (!isGone) stop = startLive({ fetching: desk.fetching, work: desk.work, username });
        },
        // Without it the desk is as fresh as it was when it was loaded.
        () => undefined,
      );
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [desk, username]);
}
