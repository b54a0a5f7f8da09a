import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config/config.ts';
import type { HttpEnv } from './guard.ts';
import { isMalformed } from './middleware.ts';

const maximumRedirects = 5;

/** Keeps strangers from filling the memory with addresses. */
const maximumCounted = 1_000;

type HostConfig = Pick<Config, 'publicUrl' | 'isPublicUrlKnown' | 'trustedProxyHops'>;

/** Returns a check whether to redirect a request, because its host is not PUBLIC_URL's; five times per URL at most. */
export function createHostCheck({ publicUrl, isPublicUrlKnown, trustedProxyHops }: HostConfig) {
  const own = new URL(publicUrl);
  const redirected = new Map<string, number>();

  /** Proxies often leave out the port or name their own. */
  function isOwn(host: string): boolean {
    const url = URL.parse(`${own.protocol}//${host.trim()}`);
    if (url === null) return false;
    return trustedProxyHops > 0 ? url.hostname === own.hostname : url.host === own.host;
  }

  /** @param forwarded the X-Forwarded-Host header */
  return (url: string, forwarded = ''): boolean => {
    if (!isPublicUrlKnown) return false;
    const others = trustedProxyHops > 0 ? forwarded.split(',') : [];
    if (url.startsWith(`http://${own.host}/`) || [new URL(url).host, ...others].some(isOwn)) {
      redirected.clear();
      return false;
    }
    // A proxy that passes on a name of its own would have every visitor redirected forever.
    const times = (redirected.get(url) ?? 0) + 1;
    if (redirected.size >= maximumCounted) redirected.clear();
    redirected.set(url, times);
    return times <= maximumRedirects;
  };
}

/** Paths that are not pages: calls, files, and the sandbox's parts for browsers. */
const noPage = /^\/(api|healthz|readyz|metrics|sandbox\/stripe)(\/|$)|\.[^/]*$/;

/** Redirects pages under another host to PUBLIC_URL's. @param headers of the redirect */
export function redirectToPublicHost(
  config: HostConfig,
  headers: Promise<Record<string, string>>,
): MiddlewareHandler<HttpEnv> {
  const isUnderOtherHost = createHostCheck(config);
  return async (c, next) => {
    const { method, url, path } = c.req;
    // Only a server knows by which name it was asked.
    const isPage = c.env?.incoming && (method === 'GET' || method === 'HEAD') && !noPage.test(path);
    const isOther = isPage && isUnderOtherHost(url, c.req.header('x-forwarded-host'));
    if (!isOther || isMalformed(c)) return next();
    const { pathname, search } = new URL(url);
    // Temporary: browsers would remember a permanent redirect after the configuration is corrected.
    const place = { location: config.publicUrl + pathname + search, 'cache-control': 'no-store' };
    return c.body(null, 302, { ...(await headers), ...place });
  };
}
