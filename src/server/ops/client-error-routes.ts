import { Hono } from 'hono';
import { hours } from '../../shared/durations.ts';
import { type ClientError, clientErrorSchema } from '../../shared/ops/client-error-schema.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';

const quietMs = hours(1);

const maximumErrors = 100;

/** Takes errors of pages from anyone, within a limit, and logs them; nothing is stored. */
export function clientErrorRoutes(context: Context, rateLimits: RateLimits) {
  const logError = createClientErrorLog(context);
  return new Hono<HttpEnv>().post('/client-errors', smallBody, jsonBody(clientErrorSchema), async (c) => {
    await rateLimits.reportError.take(c.get('clientAddress'));
    logError(c.req.valid('json'));
    return c.json({ received: true });
  });
}

/** Logs each error once an hour, with how often it was reported since the line before. */
function createClientErrorLog({ log, clock }: Pick<Context, 'log' | 'clock'>) {
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
    if (logged.size >= maximumErrors) return;
    logged.set(key, { until: now + quietMs, repeats: 0 });
    const repeats = known?.repeats ?? 0;
    log.error({ name, part, page, at, ...(repeats > 0 && { repeats }) }, 'a page failed unexpectedly');
  };
}
