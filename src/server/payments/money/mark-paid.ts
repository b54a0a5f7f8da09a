import type { Queryable, Transaction } from '../../../../db/client.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { notify } from '../../notices/notify.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../../orders/order-repository.ts';
import { enqueueMail } from '../../outbox/enqueue-mail.ts';
import { findFreeReader } from '../../people/directory/free-reader.ts';
import { keptPromise, readPromisedDay } from '../../settings/read-offer.ts';
import { onDay } from '../../time/business-days.ts';
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
  tx: Transaction,
  order: OrderRow,
  { actor, payment }: { actor: string; payment: Pick<Payment, 'amountReceivedCents' | 'askedAt'> | null },
): OrderRow {
  const now = context.clock.now();
  const promisedDay = findPromisedDay(context, tx, order);
  const dueAt = onDay(promisedDay, now, context.config.businessTimeZone);
  const reader = findFreeReader(context, tx, dueAt);
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
      promisedDay,
      dueAt,
      assignedReaderId: reader?.id ?? null,
      assignedAt: reader ? now : null,
      // A customer who was charged has an order: restore one that was deleted while it was unpaid.
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
  // One more to write: the day that is promised may be a later one.
  context.publicChanged();
  return paid;
}

/**
 * Finds the day to promise: on the day of the order, the one that the customer was shown; later, one counted from the
 * payment, but never an earlier day.
 */
function findPromisedDay(context: Context, tx: Queryable, order: OrderRow): string {
  const { promisedDay } = order;
  const kept = keptPromise(context, order);
  if (kept !== null) return kept;
  const anew = readPromisedDay(context, tx);
  return promisedDay !== null && promisedDay > anew ? promisedDay : anew;
}
