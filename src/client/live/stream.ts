import { minutes, seconds } from '../../shared/durations.ts';
import { type LiveMessage, liveEvents } from '../../shared/live.ts';

/** Longer than two beats of the server: a line that was silent for so long is not there, in milliseconds. */
const longestSilence = seconds(60);

/** Milliseconds until it is tried again, twice as long each time. */
const firstPause = seconds(2);
const longestPause = minutes(1);

/** The part of an EventSource that is needed here. */
export interface LiveSource {
  readonly readyState: number;
  close(): void;
  addEventListener(type: 'open' | 'error' | 'beat' | 'over', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void;
}

export interface LiveStream {
  /** Listens from now on; where it does already, makes sure that the line is there. */
  listen(): void;
  stop(): void;
}

/**
 * Listens to the server, which ends it with the session. Browsers come back by themselves after a line has broken, but
 * neither after an error in between (a proxy's 502) nor when the line is silently gone, as in a laptop's sleep.
 *
 * @param open opens the line after the message with this id; empty when there was none
 */
export function createStream(
  open: (after: string) => LiveSource,
  onMessage: (message: LiveMessage) => void,
): LiveStream {
  let last = '';
  let source: LiveSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSign = 0;
  let failures = 0;

  function connect(): void {
    source?.close();
    const opened = open(last);
    source = opened;
    alive();
    opened.addEventListener('open', () => {
      failures = 0;
      alive();
    });
    opened.addEventListener(liveEvents.beat, alive);
    opened.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      alive();
      last = lastEventId;
      onMessage(JSON.parse(data) as LiveMessage);
    });
    opened.addEventListener(liveEvents.over, stop);
    opened.addEventListener('error', () => {
      if (opened !== source) return;
      // A browser would ask again as if no time had passed since the page was opened.
      if (opened.readyState !== EventSource.CLOSED && last) return;
      opened.close();
      connectAfter(Math.min(longestPause, firstPause * 2 ** failures));
      failures += 1;
    });
  }

  function connectAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(connect, milliseconds);
  }

  function alive(): void {
    lastSign = Date.now();
    connectAfter(longestSilence);
  }

  function stop(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  return {
    listen() {
      if (!source || Date.now() - lastSign > longestSilence / 2) connect();
    },
    stop,
  };
}
