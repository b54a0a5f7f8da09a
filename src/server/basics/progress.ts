import { seconds } from '../../shared/durations.ts';

/** How long work runs before anything is shown, in milliseconds: quick work needs no words. */
const patience = seconds(1);
/** How often the line on a terminal is rewritten, in milliseconds. */
const renewal = 200;
/** How long until the next plain line, in milliseconds. */
const pause = seconds(5);

/** Where progress is shown: standard error, so that standard output holds only the command's answer. */
interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface Progress {
  /**
   * Says what is being done from now on. Its line shows how far it is, and how long it has taken.
   *
   * @param done how much of it, in any unit; left out when unknown
   * @param total in the same unit
   */
  at(what: string, done?: number, total?: number): void;
  /** Shows a step at once that cannot report progress. */
  announce(what: string): void;
  /** Ends: clears the rewritten line. Shows nothing afterwards. */
  end(): void;
}

/**
 * Shows the progress of a command: one line that is rewritten on a terminal, elsewhere plain lines every few seconds,
 * and nothing when all is done within a second.
 */
export function createProgress(screen: Screen = process.stderr, now: () => number = Date.now): Progress {
  const start = now();
  let doing = { what: '', since: start, done: undefined as number | undefined, total: 0 };
  let lastLine = start - pause + patience;
  let hasLine = false;
  const timer = setInterval(tell, renewal);
  timer.unref();

  function tell(isUrgent = false): void {
    if (doing.what === '') return;
    const time = now();
    if (screen.isTTY) {
      if (!isUrgent && time - start < patience) return;
      // One column stays free: a full line would wrap, and clearing it would miss its first part.
      const line = words(time).slice(0, (screen.columns || 80) - 1);
      screen.write(`\r\u001b[2K${line}`);
      hasLine = true;
    } else if (isUrgent || time - lastLine >= pause) {
      screen.write(`${words(time)}\n`);
      lastLine = time;
    }
  }

  function words(time: number): string {
    const { what, since, done, total } = doing;
    const parts = [`${what}…`];
    // Below 100 % until it is over.
    if (done !== undefined && total > 0) parts.push(`${Math.min(99, Math.floor((done / total) * 100))} %`);
    const elapsed = Math.floor((time - since) / seconds(1));
    if (elapsed > 0) parts.push(`${elapsed} s`);
    return parts.join(' ');
  }

  return {
    at(what, done, total = 0) {
      doing = { what, since: doing.what === what ? doing.since : now(), done, total };
      // The timer does not run while something holds the event loop between two calls.
      if (!screen.isTTY) tell();
    },
    announce(what) {
      doing = { what, since: now(), done: undefined, total: 0 };
      tell(true);
    },
    end() {
      clearInterval(timer);
      if (hasLine) screen.write('\r\u001b[2K');
      hasLine = false;
      doing.what = '';
    },
  };
}
