import { Hono } from 'hono';
import { clientErrorSchema } from '../../shared/client-errors.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { createClientErrorLog } from './client-error-log.ts';

/** Takes what browsers report about errors in our own pages. */
export function clientErrorRoutes(context: Context, rateLimits: RateLimits) {
  const note = createClientErrorLog(context);
  return new Hono<HttpEnv>().post('/client-errors', smallBody, jsonBody(clientErrorSchema), async (c) => {
    await rateLimits.reportError.take(c.get('clientAddress'));
    note(c.req.valid('json'));
    return c.json({ received: true });
  });
}
