import { days } from '../../shared/durations.ts';
import { hashToken, newLinkToken } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import { insertLink } from './links-repository.ts';

/** How long a link works, in milliseconds: half a year. */
const linkLife = days(183);

/**
 * Makes a new link to the page of an order. Only its hash is kept, so every mail gets a link of its own.
 *
 * @returns the link's address
 */
export function createOrderLink(context: Context, orderId: string): string {
  const token = newLinkToken();
  insertLink(context.db, { id: hashToken(token), orderId, expiresAt: context.clock.now() + linkLife });
  return `${context.config.publicUrl}/order/${token}`;
}
