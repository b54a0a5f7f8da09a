import { days } from '../../shared/durations.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { hashToken, newLinkToken } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import { findLinkedOrder, insertLink } from './links-repository.ts';
import { findOrder, type OrderRow } from './order-repository.ts';

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

/**
 * @param text what a link ended in, with whatever was added to it on its way
 * @returns the order behind it; null alike for a wrong link, an expired one and a deleted order
 */
export function findOrderBehindLink({ db, clock }: Context, text: string): OrderRow | null {
  const orderId = findLinkedOrder(db, hashToken(linkSecretIn(text)), clock.now());
  const order = orderId === undefined ? undefined : findOrder(db, orderId);
  return order && order.paymentStatus !== 'unpaid' ? order : null;
}
