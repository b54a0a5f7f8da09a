import { seconds } from '../../shared/durations.ts';
import type { LiveMessage } from '../../shared/live.ts';

/** Longer than two beats of the server: a connection that was silent for so long is broken, in milliseconds. */
const longestSilence = seconds(60);

/** Milliseconds until a failed connection is opened again, twice as long each time. */
const firstPause = seconds(2);
const longestPause = seconds(15);

/**
 * Keeps a stream of changes open until the server ends it with the session. Browsers reconnect neither after an error
 * in between (a proxy's 502) nor when the connection is silently gone, as in a laptop's sleep.
 *
 * @param onMessage hears of the changes
 */
export function createStream(onMessage: (message: LiveMessage) => void) {
  let last: number | null = null;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let failures = 0;

  function connect(): void {
    stop();
    source = new EventSource(`/api/events?after=${last ?? ''}`);
    reconnectIn(longestSilence);
    source.addEventListener('message', ({ data }) => {
      const message: LiveMessage = JSON.parse(data);
      failures = 0;
      reconnectIn(longestSilence);
      // What the page has fetched before its stream was open may be as old as the page.
      const isPageOld = last === null && message.quietFor < Date.now() - performance.timeOrigin;
      last = message.last;
      onMessage({ ...message, isAllOld: message.isAllOld || isPageOld });
    });
    source.addEventListener('over', stop);
    source.addEventListener('error', () => {
      stop();
      reconnectIn(Math.min(longestPause, firstPause * 2 ** failures));
      failures += 1;
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
    /** Opens the stream, unless it is open and was heard of lately. */
    listen(): void {
      if (!source || Date.now() - heardAt > longestSilence / 2) connect();
    },
    stop,
  };
}
