import { isIP } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/** Returns a visitor's IP address, IPv6 as its /64. Of X-Forwarded-For it trusts only the entry of our proxies. */
export function clientKey(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const direct = normalize(socketAddress ?? '') ?? 'unknown';
  if (trustedHops === 0 || !forwardedFor) return direct;
  const hops = forwardedFor.split(',').map((entry) => normalize(entry.trim()));
  return hops.at(-trustedHops) ?? direct;
}

/** Returns the /48 around a `clientKey`, since one customer of a provider may hold it whole; null if not IPv6. */
export function networkOf(client: string): string | null {
  const [, site] = /^([\da-f]{4}:[\da-f]{4}:[\da-f]{4}):[\da-f]{4}::\/64$/.exec(client) ?? [];
  return site === undefined ? null : `${site}::/48`;
}

/** Reduces an IPv6 address to its /64, which one visitor usually holds whole. */
function normalize(address: string): string | null {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const family = isIP(plain);
  if (family === 4) return plain;
  if (family !== 6) return null;
  const groups = expandIPv6(plain).split(':');
  const [high = '', low = ''] = groups.slice(6);
  const isMapped = groups.slice(0, 6).join(':') === '0000:0000:0000:0000:0000:ffff';
  if (isMapped) return [...Buffer.from(high + low, 'hex')].join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
