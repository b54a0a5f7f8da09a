import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview } from '../../shared/readings/readings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findOrderFor } from '../orders/find-order.ts';
import { findProfile } from '../people/directory/profiles-repository.ts';
import { currentCards } from '../readings/drafts.ts';
import { findWriter } from '../readings/kept/reading-repository.ts';
import { composeDelivery } from './compose-mail.ts';

/**
 * Shows a text as the mail that would deliver it, with the cards that are sent along, or else those laid so far. A
 * reader is not told the customer's address.
 *
 * @throws {DomainError} `order_not_found`, also for another reader's order
 */
export function previewDelivery(
  context: Context,
  user: SignedIn,
  orderId: string,
  text: { content: string; cards?: DrawnCard[] | undefined },
): MailPreview {
  const order = findOrderFor(context.db, user, orderId);
  // The link is made when the mail leaves, and only its recipient ever sees it.
  const orderUrl = `${context.config.publicUrl}/order/the-link-in-the-mail`;
  const to = { name: order.customerName, address: order.customerEmail };
  const cards = text.cards ?? currentCards(context.db, order, user);
  const writer = user.role === 'reader' ? findProfile(context.db, user.id) : findWriter(context.db, orderId);
  const mail = composeDelivery(context, order, { content: text.content, cards }, orderUrl, writer);
  return { to: user.role === 'admin' ? to : null, ...mail };
}
