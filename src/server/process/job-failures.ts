import type { Logger } from 'pino';
import { hours } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import type { Clock } from '../context/clock.ts';
import { ProviderFailure } from '../context/provider-failure.ts';

/** How often it is said at most that the payment provider refuses, for each reason; in milliseconds. */
const pause = hours(1);

/** Says in the log that a job failed. */
type FailureLog = (job: string, error: unknown) => void;

/**
 * What the payment provider refuses fails many jobs, and again each time that they run: the first says so, and one an
 * hour after it with how often it was. Alerts say what to do about it. All else is said each time.
 */
export function createFailureLog(clock: Clock, log: Logger): FailureLog {
  const said = new Map<string, { at: number; unsaid: number }>();
  return (job, error) => {
    const failure = error instanceof DomainError ? error.cause : error;
    if (!(failure instanceof ProviderFailure)) {
      log.error({ err: error, job }, 'a job failed');
      return;
    }
    const now = clock.now();
    const cause = `${failure.reason} ${failure.missingPermission}`;
    const last = said.get(cause);
    if (last && now - last.at < pause) {
      last.unsaid += 1;
      return;
    }
    said.set(cause, { at: now, unsaid: 0 });
    const repeats = last?.unsaid ?? 0;
    const level = failure.isCertain ? 'error' : 'warn';
    log[level](
      { err: failure, job, ...(repeats > 0 && { repeats }) },
      'a job failed: the payment provider refuses',
    );
  };
}
