import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';

/** How often an address is redirected until it counts as a circle. */
const mostRedirects = 5;

/** How many addresses are counted, so that strangers cannot fill the memory. */
const mostCounted = 1_000;

/**
 * Finds pages that are asked for under another host name than that of PUBLIC_URL: nothing can be bought there, because
 * calls are taken from our own origin alone. A header is compared with the configured host and never used otherwise.
 *
 * @returns whether a request is to be sent to the public address
 */
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
    if (redirected.size >= mostCounted) redirected.clear();
    redirected.set(address, times);
    return times <= mostRedirects;
  };
}
