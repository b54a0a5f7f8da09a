import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type HttpEnv, requireSignedIn } from '../base/http/guard.ts';
import type { Live } from './live.ts';

export const livePath = '/api/events';

/** Streams live changes to signed-in users. `?after=` resumes after an event's id; anything else there is ignored. */
export function liveRoutes(live: Live) {
  return new Hono<HttpEnv>().get('/events', (c) => {
    const after = c.req.query('after') ?? '';
    const listener = { ...requireSignedIn(c), after: /^\d{1,15}$/.test(after) ? Number(after) : null };
    const response =
      c.req.method === 'HEAD' ? c.body(null) : streamSSE(c, (stream) => live.serve(stream, listener));
    response.headers.set('Content-Type', 'text/event-stream');
    // Proxies must pass it on unchanged.
    response.headers.set('Cache-Control', 'no-store, no-transform');
    response.headers.set('X-Accel-Buffering', 'no');
    // Node sets these itself: closed while the service stops, not chunked for HTTP/1.0.
    response.headers.delete('Connection');
    response.headers.delete('Transfer-Encoding');
    return response;
  });
}
