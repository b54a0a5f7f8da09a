import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';

const maximumRedirects = 5;

/** Strangers cannot fill the memory with addresses. */
const maximumCounted = 1_000;

/** Returns a check for requests under another host than PUBLIC_URL's; after five for an address it lets them pass. */
export function createHostCheck({
  publicUrl,
  isPublicUrlKnown,
  trustedProxyHops,
}: Pick<Config, 'publicUrl' | 'isPublicUrlKnown' | 'trustedProxyHops'>): (
  request: IncomingMessage,
) => boolean {
  const own = new URL(publicUrl);
  const redirected = new Map<string, number>();

  /** Proxies often leave out the port or name their own. */
  function isOwn(host: string): boolean {
    const url = URL.parse(`${own.protocol}//${host.trim()}`);
    if (url === null) return false;
    return trustedProxyHops > 0 ? url.hostname === own.hostname : url.host === own.host;
  }

  return ({ headers, url }) => {
    const { host } = headers;
    if (!isPublicUrlKnown || !host) return false;
    const forwarded = trustedProxyHops > 0 ? String(headers['x-forwarded-host'] ?? '') : '';
    if (host === own.host || [host, ...forwarded.split(',')].some(isOwn)) {
      redirected.clear();
      return false;
    }
    // A proxy that passes on a name of its own would have every visitor redirected forever.
    const address = `${host} ${url}`;
    const times = (redirected.get(address) ?? 0) + 1;
    if (redirected.size >= maximumCounted) redirected.clear();
    redirected.set(address, times);
    return times <= maximumRedirects;
  };
}
