import { Hono } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { signedIn } from '../http/guard.ts';
import type { Live } from './live.ts';

/** Where desks listen. */
export const livePath = '/api/events';

const headers = {
  'Content-Type': 'text/event-stream',
  // Proxies must pass it on unchanged. The whole API is not cached anyway.
  'Cache-Control': 'no-transform',
  'X-Accel-Buffering': 'no',
};

export function liveRoutes(live: Live) {
  return new Hono<HttpEnv>().get('/events', (c) => {
    const { user, sessionId } = signedIn(c);
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    // A browser sends the last id by itself when it reconnects, but a page that opens a new stream does not.
    const last = c.req.header('last-event-id') ?? c.req.query('after') ?? '';
    const openFor = wholeNumber(c.req.query('openFor') ?? '') ?? 0;
    return c.body(live.listen({ user, sessionId, after: wholeNumber(last), openFor }), 200, headers);
  });
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
