import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import { isLoopback } from '../base/config/addresses.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { HttpEnv } from '../base/http/guard.ts';
import type { Metrics } from './metrics.ts';

/** Headers that proxies add: a client behind a proxy is not on this machine, though the connection looks local. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
];

/** Serves metrics to callers with the token, and on a machine whose PUBLIC_URL is local, to direct local callers. */
export function metricsRoutes({ config }: Context, { registry }: Metrics) {
  const isPublic = !isLoopback(new URL(config.publicUrl));
  return new Hono<HttpEnv>().get('/metrics', async (c) => {
    if (!hasToken(c, config.metricsToken) && (isPublic || !isFromHere(c))) {
      throw new DomainError('route_not_found', 'There is nothing here.');
    }
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
}

function hasToken(c: HonoContext<HttpEnv>, token: string | null): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return token !== null && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isFromHere(c: HonoContext<HttpEnv>): boolean {
  if (proxyHeaders.some((name) => c.req.header(name) !== undefined)) return false;
  const address = c.env?.incoming?.socket.remoteAddress ?? '';
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}
