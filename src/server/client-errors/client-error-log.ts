import type { ClientError } from '../../shared/client-errors.ts';
import { hours } from '../../shared/durations.ts';
import type { Context } from '../context/context.ts';

/** How long the same error is not logged again, in milliseconds. */
const quiet = hours(1);

/** How many different errors are logged in that time: strangers can send reports, too. */
const atMost = 100;

/**
 * @returns a function that logs an error of a browser, unless it logged the same one a while ago. The next line says
 *   how often it was reported meanwhile.
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
