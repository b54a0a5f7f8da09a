import { seconds } from '../../shared/durations.ts';
import type { LiveMessage } from '../../shared/orders/live-message.ts';

/** Milliseconds of silence after which the connection is broken: more than two heartbeats. */
const longestSilence = seconds(60);

/** Milliseconds until a broken or refused connection is opened again: browsers give up on a 502 or a 401. */
const retryAfter = seconds(5);

/** Connects to the server's events once `listen` is called; again 5 s after an error, and after 60 s of silence. */
export function createStream(onMessage: (message: LiveMessage) => void) {
  let last: number | null = null;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;

  function connect(): void {
    stop();
    source = new EventSource(`/api/events?after=${last ?? ''}`);
    reconnectIn(longestSilence);
    source.addEventListener('message', ({ data }) => {
      const message: LiveMessage = JSON.parse(data);
      reconnectIn(longestSilence);
      // The page may have fetched its data before a change and connected after it.
      const isPageOld = last === null && message.quietFor < Date.now() - performance.timeOrigin;
      last = message.last;
      onMessage({ ...message, isAllOld: message.isAllOld || isPageOld });
    });
    source.addEventListener('over', stop);
    source.addEventListener('error', () => {
      stop();
      reconnectIn(retryAfter);
    });
  }

  function reconnectIn(milliseconds: number): void {
    heardAt = Date.now();
    clearTimeout(timer);
    timer = setTimeout(connect, milliseconds);
  }

  function stop(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  return {
    listen(): void {
      if (!source || Date.now() - heardAt > longestSilence / 2) connect();
    },
    stop,
  };
}
