import { Hono } from 'hono';
import { type HttpEnv, requireSignedIn } from '../base/http/guard.ts';
import type { Live } from './live.ts';

export const livePath = '/api/events';

const headers = {
  'Content-Type': 'text/event-stream',
  // Proxies must pass it on unchanged.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

export function liveRoutes(live: Live) {
  return new Hono<HttpEnv>().get('/events', (c) => {
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const after = c.req.query('after') ?? '';
    const listener = { ...requireSignedIn(c), after: /^\d{1,15}$/.test(after) ? Number(after) : null };
    return c.body(live.listen(listener), 200, headers);
  });
}
