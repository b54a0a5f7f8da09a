import { DomainError } from '../../basics/errors.ts';

/** Runs `atOnce` tasks at a time; at most `inLine` more wait. */
export function createTurns({ atOnce, inLine }: { atOnce: number; inLine: number }) {
  const line: (() => void)[] = [];
  let busy = 0;
  return {
    /** @param goesFirst whether to pass the line, however long it is */
    async take<T>(goesFirst: boolean, work: () => Promise<T>): Promise<T> {
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
