import type { MailPreview } from '../../shared/readings/readings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findOrderFor } from '../orders/find-order.ts';
import { composeDelivery } from './compose-mail.ts';

/**
 * Shows a text as the mail that would deliver it. A reader is not told the customer's address.
 *
 * @throws {DomainError} `order_not_found`, also for somebody else's order
 */
export function previewDelivery(
  context: Context,
  user: SignedIn,
  orderId: string,
  content: string,
): MailPreview {
  const order = findOrderFor(context.db, user, orderId);
  // The link is made when the mail leaves, and nobody but its recipient ever sees it.
  const orderUrl = `${context.config.publicUrl}/order/the-link-in-the-mail`;
  const to = { name: order.customerName, address: order.customerEmail };
  return { to: user.role === 'admin' ? to : null, ...composeDelivery(context, order, content, orderUrl) };
}
