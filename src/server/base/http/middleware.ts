import { randomUUID } from 'node:crypto';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { decodePercent } from '../../../shared/text.ts';
import type { Context, WorkScope } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import type { HttpEnv } from './guard.ts';

export const requestIdHeader = 'X-Request-Id';

/** Returns a request's id: the one from our proxy, or twelve new characters that can be read aloud. */
export function requestIdOf(given: string | string[] | undefined, trustedHops: number): string {
  if (trustedHops > 0 && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given)) return given;
  const id = randomUUID();
  return id.slice(0, 8) + id.slice(9, 13);
}

/** Called for every response with its route as a pattern, and the milliseconds until it began. */
export type OnResponse = (method: string, route: string, status: number, milliseconds: number) => void;

/** Gives every request an id, times and counts it, and sends the server's time, so that browsers know what is late. */
export function trackRequests(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  scope: WorkScope,
  onResponse: OnResponse,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const request = requestIdOf(c.req.header(requestIdHeader), config.trustedProxyHops);
    c.set('requestId', request);
    // Before there is an answer: setting headers on a finished one would copy it.
    c.header(requestIdHeader, request);
    c.header('Date', new Date(clock.now()).toUTCString());
    await scope.run({ request }, next);
    const duration = performance.now() - startedAt;
    // Paths without a route are counted together: strangers' paths must not become labels.
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'none';
    onResponse(c.req.method, route.replace(/\/$/, ''), c.res.status, duration);
  };
}

/** Matches the segments `.` and `..`, encoded or not, which a URL parser would resolve. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:$|\/)/i;

/** Returns whether a request's path is malformed, or would be changed by a URL parser. */
export function isMalformed(c: HonoContext<HttpEnv>): boolean {
  const [path = ''] = (c.env?.incoming?.url ?? c.req.url).split(/[?#]/);
  return decodePercent(path) === null || dotSegment.test(path);
}

export const refuseMalformed: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (isMalformed(c)) throw malformedAddress();
  return next();
};

export const malformedAddress = () => new DomainError('invalid_request', 'This address isn’t valid.');

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses unsafe calls by other sites' pages, which send `Origin` or `Sec-Fetch-Site` (docs/product.md §11). */
export function refuseOtherSites(
  { config: { publicUrl } }: Pick<Context, 'config'>,
  exempt: RegExp,
): MiddlewareHandler<HttpEnv> {
  return (c, next) => {
    const [origin = publicUrl, site = 'none'] = [c.req.header('origin'), c.req.header('sec-fetch-site')];
    const isForeign = origin !== publicUrl || (site !== 'same-origin' && site !== 'none');
    if (isForeign && !safeMethods.has(c.req.method) && !exempt.test(c.req.path)) {
      throw new DomainError('forbidden', `This only works from ${publicUrl}. Please open the page there.`);
    }
    return next();
  };
}
