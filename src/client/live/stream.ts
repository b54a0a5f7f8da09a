import { minutes, seconds } from '../../shared/durations.ts';
import { type LiveMessage, liveEvents } from '../../shared/live.ts';

/** Longer than two beats of the server: a line that was silent for so long is not there, in milliseconds. */
const patience = seconds(60);

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
  /** Looks whether the line is still there: after a sleep, or when the network is back. */
  check(): void;
  /** Goes on after the server has ended it, which it does with the session. */
  goOn(): void;
  stop(): void;
}

interface StreamDependencies {
  /** @param after the id of the last message; empty when there was none */
  open: (after: string) => LiveSource;
  /** @param id the message's, for whoever listens next */
  onMessage: (message: LiveMessage, id: string) => void;
  /** Milliseconds, on a clock that does not stand still while the machine sleeps */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
}

/**
 * Listens for as long as it may. Browsers come back by themselves after a line has broken, but neither after an error
 * in between (a proxy's 502) nor when the line is silently gone.
 */
export function keepListening(after: string, dependencies: StreamDependencies): LiveStream {
  const { open, onMessage, now, random } = dependencies;
  let last = after;
  let source: LiveSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSign = now();
  let failures = 0;
  let state: 'listening' | 'over' | 'stopped' = 'listening';

  function connect(): void {
    source?.close();
    alive();
    const opened = open(last);
    source = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      alive();
    });
    opened.addEventListener(liveEvents.beat, alive);
    opened.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      alive();
      last = lastEventId;
      onMessage(JSON.parse(data) as LiveMessage, lastEventId);
    });
    opened.addEventListener(liveEvents.over, () => rest('over'));
    opened.addEventListener('error', () => {
      if (opened !== source || opened.readyState !== EventSource.CLOSED) return;
      failures += 1;
      const pause = Math.min(longestPause, firstPause * 2 ** (failures - 1));
      wait(pause * (0.5 + random()));
    });
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(connect, milliseconds);
  }

  function alive(): void {
    lastSign = now();
    wait(patience);
  }

  function rest(why: 'over' | 'stopped'): void {
    state = why;
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  connect();
  return {
    check() {
      if (state === 'listening' && now() - lastSign > patience / 2) connect();
    },
    goOn() {
      if (state !== 'over') return;
      state = 'listening';
      connect();
    },
    stop: () => rest('stopped'),
  };
}
