import type { Page } from '../../shared/pages.ts';
import type { MailPreview, ReadingRevision } from '../../shared/readings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { decodePlace, encodePlace } from '../order-views/order-cursor.ts';
import { findOrderFor } from '../orders/assign-orders.ts';
import { isoTime } from '../orders/present-order.ts';
import { listRevisions } from '../readings/reading-repository.ts';
import { composeDelivery } from './compose-mail.ts';

/** How many versions are answered at once: each may be as long as a reading can be. */
const versionsAtOnce = 10;

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

/**
 * @param cursor where the part before ended
 * @returns a part of all versions of an order's reading, the newest first
 * @throws {DomainError} `order_not_found`, also for somebody else's order; `invalid_request` for a cursor that is
 *   none of this list
 */
export function readRevisions(
  context: Context,
  user: SignedIn,
  orderId: string,
  cursor?: string,
): Page<ReadingRevision> {
  findOrderFor(context.db, user, orderId);
  const [before = Number.MAX_SAFE_INTEGER] = decodePlace('revisions', cursor, 1) ?? [];
  const found = listRevisions(context.db, orderId, before, versionsAtOnce + 1);
  const shown = found.slice(0, versionsAtOnce);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) })),
    next: found.length > shown.length && last ? encodePlace('revisions', [last.revision]) : null,
  };
}
