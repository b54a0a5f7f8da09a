import type { Queryable } from '../../../../db/client.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { notify } from '../../notices/notify.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../../orders/order-repository.ts';
import { enqueueMail } from '../../outbox/enqueue-mail.ts';
import { findLeastBusyReader } from '../../people/directory/people-repository.ts';
import { addBusinessDays, deliveryBusinessDays } from '../../time/business-days.ts';
import { forgetStrayPayment } from './payment-repository.ts';

/**
 * Makes an order paid: due date, reader, timeline and confirmation mail in one transaction. What came is what the
 * order costs from now on.
 *
 * @param order unpaid, or in review when an admin has decided
 * @param by.actor `stripe`, `system` for a free reading, or the admin
 * @param by.payment what came; null for a free reading
 * @returns the order as it is now
 */
export function markPaid(
  context: Context,
  tx: Queryable,
  order: OrderRow,
  { actor, payment }: { actor: string; payment: Pick<Payment, 'amountReceivedCents' | 'askedAt'> | null },
): OrderRow {
  const now = context.clock.now();
  const reader = findLeastBusyReader(tx);
  const amountCents = payment?.amountReceivedCents ?? order.amountCents;
  const paid = updateOrderIf(
    tx,
    order.id,
    { paymentStatus: order.paymentStatus === 'review' ? 'review' : 'unpaid' },
    {
      paymentStatus: 'paid',
      paidAt: now,
      amountCents,
      receivedCents: amountCents,
      moneyAskedAt: order.moneyAskedAt ?? payment?.askedAt ?? null,
      dueAt: addBusinessDays(now, deliveryBusinessDays, context.config.businessTimeZone),
      assignedReaderId: reader?.id ?? null,
      assignedAt: reader ? now : null,
      // Whoever was charged has an order: one that was deleted while it was unpaid is back.
      deletedAt: null,
    },
  );
  if (!paid) return order;
  if (order.paymentIntentId) forgetStrayPayment(tx, order.paymentIntentId);
  const about = { orderId: order.id, at: now };
  if (order.deletedAt !== null) recordEvent(tx, { ...about, type: 'order_restored', actor });
  recordEvent(tx, { ...about, type: 'payment_succeeded', actor, data: { amountCents } });
  if (reader) {
    recordEvent(tx, { ...about, type: 'assigned', actor: 'system', data: { reader: reader.username } });
    notify(context, tx, { kind: 'order_assigned', orderIds: [order.id], readerId: reader.id });
  }
  enqueueMail(context, tx, {
    kind: 'order_confirmation',
    orderId: order.id,
    to: { name: order.customerName, address: order.customerEmail },
  });
  return paid;
}
