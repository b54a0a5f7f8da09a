import { seconds } from '../../shared/durations.ts';

/** How long work runs before anything is shown, and until the next line. */
const [firstLineMs, nextLineMs] = [seconds(1), seconds(5)];

export type Progress = ReturnType<typeof createProgress>;

/**
 * Shows the progress of a command: a line every few seconds, and nothing when all is done within a second. On standard
 * error, so that standard output holds only the command's answer.
 */
export function createProgress(
  screen: { write(text: string): unknown } = process.stderr,
  now: () => number = Date.now,
) {
  let step = { what: '', since: now(), done: undefined as number | undefined, total: 0 };
  let nextLineAt = now() + firstLineMs;
  const timer = setInterval(showWhenDue, 200).unref();

  function showWhenDue(): void {
    if (step.what !== '' && now() >= nextLineAt) show();
  }

  function show(): void {
    const { what, since, done, total } = step;
    const parts = [`${what}…`];
    // Below 100 % until it is over.
    if (done !== undefined && total > 0) parts.push(`${Math.min(99, Math.floor((done / total) * 100))} %`);
    const elapsed = Math.floor((now() - since) / seconds(1));
    if (elapsed > 0) parts.push(`${elapsed} s`);
    screen.write(`${parts.join(' ')}\n`);
    nextLineAt = now() + nextLineMs;
  }

  return {
    /** @param done how much of `total`, in any unit; left out when unknown */
    at(what: string, done?: number, total = 0): void {
      step = { what, since: step.what === what ? step.since : now(), done, total };
      // The timer does not run while something holds the event loop between two calls.
      showWhenDue();
    },
    /** Shows a step at once that cannot report progress. */
    announce(what: string): void {
      step = { what, since: now(), done: undefined, total: 0 };
      show();
    },
    end(): void {
      clearInterval(timer);
      step.what = '';
    },
  };
}
