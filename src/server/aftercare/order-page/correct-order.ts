import { type Queryable, writeTransaction } from '../../../../db/client.ts';
import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import { endMailedLinks, findLink } from '../../orders/order-links.ts';
import { type OrderRow, updateOrderIf } from '../../orders/order-repository.ts';
import { hasWritingBegun } from '../../readings/drafts.ts';
import { changeCustomerEmail } from '../resend-mail.ts';

/* Only the buyer's link, which was never in a mail, can correct an order (docs/promises.md §3): `token` here. */

/**
 * Corrects the address as `changeCustomerEmail`, and ends all mailed links.
 * @throws {DomainError} as `requireCorrectableOrder` and `changeCustomerEmail`
 */
export async function correctOwnAddress(context: Context, token: string, email: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireCorrectableOrder(context, tx, token);
    changeCustomerEmail(context, tx, order, email, 'customer');
    endMailedLinks(tx, context.clock, token, order.id);
  });
  context.signals.wakeMailWorker();
}

/** Stores and records a new background, unless it is the same. @throws as `requireCorrectableOrder` */
export async function correctOwnBackground(
  context: Context,
  token: string,
  background: string | null,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const { id: orderId, backgroundContext } = requireCorrectableOrder(context, tx, token);
    if (backgroundContext === background) return;
    updateOrderIf(tx, orderId, { status: 'pending' }, { backgroundContext: background });
    const at = context.clock.now();
    recordEvent(tx, { orderId, type: 'background_corrected', actor: 'customer', at });
  });
}

/**
 * Returns the order of a buyer's link. @throws {DomainError} `order_not_found` for any other link;
 * `order_conflict` once writing has begun or while the payment is in question
 */
export function requireCorrectableOrder({ clock }: Context, db: Queryable, token: string): OrderRow {
  const link = findLink({ db, clock }, token);
  if (!link?.isBuyers) throw new DomainError('order_not_found', 'We can’t find this order.');
  if (hasWritingBegun(db, link.order)) {
    throw new DomainError(
      'order_conflict',
      'Your reader has started writing, so we didn’t save this. Please email us and include your order number.',
    );
  }
  if (!isWorkable(link.order.paymentStatus)) {
    throw new DomainError(
      'order_conflict',
      'You can’t make changes while there’s a question about the payment, so we didn’t save this. Please email us and include your order number.',
    );
  }
  return link.order;
}
