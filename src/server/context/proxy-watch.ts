import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type ProxyTrouble = 'proxy_not_trusted' | 'proxy_silent';

export type ProxyWatch = ReturnType<typeof createProxyWatch>;

const words: Record<ProxyTrouble, string> = {
  proxy_not_trusted: 'a request came through a proxy, but TRUSTED_PROXY_HOPS is 0',
  proxy_silent: 'a request passed fewer proxies than TRUSTED_PROXY_HOPS says, by its X-Forwarded-For',
};

/** Compares the proxies' headers on requests with the number of trusted proxies. */
export function createProxyWatch(
  { trustedProxyHops, publicUrl }: Pick<Config, 'trustedProxyHops' | 'publicUrl'>,
  log: Logger,
) {
  let trouble: ProxyTrouble | null = null;

  function find(headers: IncomingHttpHeaders): ProxyTrouble | null {
    const forwardedFor = headers['x-forwarded-for'];
    if (trustedProxyHops === 0) {
      return forwardedFor !== undefined || headers.forwarded !== undefined ? 'proxy_not_trusted' : null;
    }
    // Only visitors must come through the proxies; the operator may ask the machine directly.
    if (headers.origin !== publicUrl) return null;
    const passed = forwardedFor === undefined ? 0 : String(forwardedFor).split(',').length;
    return passed < trustedProxyHops ? 'proxy_silent' : null;
  }

  return {
    /** Checks the headers of a request. The first mismatch is kept, and logged once. */
    notice(headers: IncomingHttpHeaders): void {
      if (trouble !== null) return;
      trouble = find(headers);
      // Never the header itself: it holds the visitor's address.
      if (trouble !== null) log.warn({ trustedProxyHops }, words[trouble]);
    },
    /** @returns the mismatch since the start; a new setting takes effect only after a restart */
    trouble: (): ProxyTrouble | null => trouble,
  };
}
