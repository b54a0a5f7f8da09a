import { DomainError } from '../../basics/errors.ts';

/** Lets only so many do something at a time; the others stand in line. */
export interface Turns {
  /**
   * @param goesFirst whether to pass the line, however long it is
   * @throws {DomainError} `too_many_requests` when the line is too long, and what `work` throws
   */
  take<T>(goesFirst: boolean, work: () => Promise<T>): Promise<T>;
}

/** @param atOnce how many; the rest waits, `inLine` of them at most */
export function createTurns({ atOnce, inLine }: { atOnce: number; inLine: number }): Turns {
  const line: (() => void)[] = [];
  let busy = 0;
  return {
    async take(goesFirst, work) {
      if (busy >= atOnce) {
        if (!goesFirst && line.length >= inLine) {
          throw new DomainError(
            'too_many_requests',
            'Too many people are signing in at this moment. Please try again in a few seconds.',
            { retryAfterSeconds: 5 },
          );
        }
        await new Promise<void>((resolve) => {
          if (goesFirst) line.unshift(resolve);
          else line.push(resolve);
        });
      } else {
        busy += 1;
      }
      try {
        return await work();
      } finally {
        // The next in line takes this place over.
        const next = line.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
}
