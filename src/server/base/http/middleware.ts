import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Context, WorkScope } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import type { HttpEnv } from './guard.ts';

export const requestIdHeader = 'X-Request-Id';

/** @returns the number of a request: twelve characters that can be read out, or the one from our proxy */
export function requestIdOf(given: string | string[] | undefined, trustedHops: number): string {
  if (trustedHops > 0 && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given)) return given;
  const id = randomUUID();
  return id.slice(0, 8) + id.slice(9, 13);
}

/** Called for every answer with its route as a pattern, and the milliseconds until it began. */
export type OnResponse = (method: string, route: string, status: number, milliseconds: number) => void;

/** Numbers, times and counts every request. Sends the server's time, by which desks decide what is late. */
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
    // Paths without a route are counted together: strangers' paths must not become labels.
    const route = routePath(c, -1);
    const duration = performance.now() - startedAt;
    onResponse(c.req.method, route.endsWith('*') ? 'none' : route, c.res.status, duration);
  };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns whether a page of another site makes a browser send this, by its `Origin` and `Sec-Fetch-Site`.
 * Only a program sends neither header.
 */
export function isFromOtherSite(
  origin: string | undefined,
  fetchSite: string | undefined,
  publicUrl: string,
): boolean {
  const isOtherOrigin = origin !== undefined && origin !== publicUrl;
  return isOtherOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none');
}

/** Refuses every unsafe call that a page of another site makes (docs/product.md §11). */
export function refuseOtherSites(
  { config: { publicUrl } }: Pick<Context, 'config'>,
  exempt: readonly string[],
): MiddlewareHandler<HttpEnv> {
  return (c, next) => {
    const isForeign = isFromOtherSite(c.req.header('origin'), c.req.header('sec-fetch-site'), publicUrl);
    if (isForeign && !safeMethods.has(c.req.method) && !exempt.includes(c.req.path)) {
      throw new DomainError('forbidden', `This only works from ${publicUrl}. Please open the page there.`);
    }
    return next();
  };
}
