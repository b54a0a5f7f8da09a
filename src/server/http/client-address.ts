import { isIP } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/**
 * Finds out where a request comes from. Each trusted proxy appends the address it saw to
 * X-Forwarded-For, so the entry that many places from the end is the newest one that can be believed;
 * what stands before it is the caller's own claim.
 *
 * @param socketAddress the other end of the connection
 * @param forwardedFor the X-Forwarded-For header
 * @param trustedHops how many proxies in front belong to us (TRUSTED_PROXY_HOPS)
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const direct = normalize(socketAddress ?? '') ?? 'unknown';
  if (trustedHops === 0 || !forwardedFor) return direct;
  const hops = forwardedFor.split(',').map((entry) => normalize(entry.trim()));
  return hops.at(-trustedHops) ?? direct;
}

/** One visitor usually holds a whole IPv6 /64, so that is what counts as one address. */
function normalize(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return plain;
  if (family === 6) return `${expandIPv6(plain).split(':').slice(0, 4).join(':')}::/64`;
  return null;
}
