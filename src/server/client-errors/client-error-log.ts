import type { ClientError } from '../../shared/client-errors.ts';
import { hours } from '../../shared/durations.ts';
import type { Context } from '../context/context.ts';

/** How long the same error is not logged again, in milliseconds. */
const quiet = hours(1);

/** How many different ones are logged in that time: reports come from strangers, too. */
const atMost = 100;

/**
 * @returns a function that logs an error of a browser, unless the same one was logged a while ago. How often it
 *   was reported meanwhile is said the next time.
 */
export function createClientErrorLog({ log, clock }: Pick<Context, 'log' | 'clock'>) {
  const logged = new Map<string, { until: number; repeats: number }>();

  return ({ name, part, page, at }: ClientError): void => {
    const now = clock.now();
    const key = JSON.stringify([name, part, page, at]);
    const known = logged.get(key);
    if (known && known.until > now) {
      known.repeats += 1;
      return;
    }
    for (const [other, { until }] of logged) if (until <= now) logged.delete(other);
    if (logged.size >= atMost) return;
    logged.set(key, { until: now + quiet, repeats: 0 });
    const repeats = known?.repeats ?? 0;
    log.error({ name, part, page, at, ...(repeats > 0 && { repeats }) }, 'a page failed unexpectedly');
  };
}
