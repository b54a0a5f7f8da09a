import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Clock } from '../context/clock.ts';
import type { WorkScope } from '../context/work-scope.ts';
import { partOfCall } from '../context/work-scope.ts';
import type { HttpEnv } from './env.ts';
import { requestIdHeader, requestIdOf } from './request-id.ts';

/** Called for every answer with its route as a pattern, and the milliseconds until it began. */
export type Answered = (method: string, route: string, status: number, milliseconds: number) => void;

/** Paths without a route are counted together: strangers' paths must not become labels. */
const noRoute = 'none';

/** Numbers and counts every request. The answer has the time: desks use the clock that decides what is late. */
export function trackRequests(
  { scope, clock }: { scope: WorkScope; clock: Clock },
  trustedProxyHops: number,
  answered: Answered,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const request = requestIdOf(c.req.header(requestIdHeader), trustedProxyHops);
    c.set('requestId', request);
    // Before there is an answer: setting headers on a finished one would copy it.
    c.header(requestIdHeader, request);
    c.header('Date', new Date(clock.now()).toUTCString());
    await scope.run({ part: partOfCall(c.req.path), request }, next);
    const route = routePath(c, -1);
    const duration = performance.now() - startedAt;
    answered(c.req.method, route.endsWith('*') ? noRoute : route, c.res.status, duration);
  };
}
