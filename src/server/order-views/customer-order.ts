import type { CustomerOrder } from '../../shared/orders/customer-order.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { isWorkable } from '../../shared/orders/order-status.ts';
import { hashToken } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import { findLinkedOrder } from '../orders/links-repository.ts';
import { findOrder, type OrderRow } from '../orders/order-repository.ts';
import { deliveryHeldUntil } from '../outbox/enqueue-mail.ts';
import { findReadingOfOrder } from '../readings/reading-repository.ts';
import { formatDay } from '../time/business-days.ts';

/**
 * @param text what the link ended in, with whatever was added to it on its way
 * @returns the order behind a link; null alike for a wrong link, an expired one and a deleted order
 */
export function readCustomerOrder(context: Context, text: string): CustomerOrder | null {
  const orderId = findLinkedOrder(context.db, hashToken(linkSecretIn(text)), context.clock.now());
  const order = orderId === undefined ? undefined : findOrder(context.db, orderId);
  if (!order || order.paymentStatus === 'unpaid') return null;
  const reading = sentReading(context, order);
  const state = reading !== null ? 'delivered' : stateBeforeDelivery(order);
  const isDue = state === 'in_preparation' && order.dueAt !== null;
  return {
    orderNumber: order.orderNumber,
    state,
    dueDay: isDue ? formatDay(order.dueAt ?? 0, context.config.businessTimeZone) : null,
    addresseeName: order.readingAddresseeName,
    reading,
  };
}

/** A reading is the customer's once its approval can no longer be undone, whatever becomes of the mail. */
function sentReading(context: Context, order: OrderRow): string | null {
  if (order.status !== 'approved' || deliveryHeldUntil(context, context.db, order.id) !== null) return null;
  return findReadingOfOrder(context.db, order.id)?.content ?? null;
}

function stateBeforeDelivery(order: OrderRow): 'in_preparation' | 'on_hold' | 'refunded' {
  if (order.paymentStatus === 'refunded') return 'refunded';
  return isWorkable(order.paymentStatus) ? 'in_preparation' : 'on_hold';
}
