import type { Queryable, Transaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { atTimeOfDay } from '../base/time/business-days.ts';
import { enqueueCustomerMail } from '../mail/outbox-repository.ts';
import { findFreeReader } from '../orders/assignment-repository.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { issueReceipt } from '../orders/receipts.ts';
import { promisedDayOfToday, readAvailability } from '../shop/read-availability.ts';
import { forgetStrayPayment } from './payment-repository.ts';

/**
 * Marks an unpaid order, or one in review, paid: stores the amount received as its price, due date, reader, history
 * and receipt, and enqueues the confirmation.
 * Returns the stored order; the given one if its status has changed meanwhile.
 */
export function markPaid(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  { actor, payment }: { actor: string; payment: Pick<Payment, 'amountReceivedMinor' | 'askedAt'> | null },
): OrderRow {
  const now = context.clock.now();
  const promisedDay = findPromisedDay(context, tx, order);
  const dueAt = atTimeOfDay(promisedDay, now, context.config.businessTimeZone);
  const reader = findFreeReader(context, tx, dueAt);
  const amountMinor = payment?.amountReceivedMinor ?? order.amountMinor;
  const paid = updateOrderIf(
    tx,
    order.id,
    { paymentStatus: order.paymentStatus === 'review' ? 'review' : 'unpaid' },
    {
      paymentStatus: 'paid',
      paidAt: now,
      amountMinor,
      receivedMinor: amountMinor,
      moneyAskedAt: order.moneyAskedAt ?? payment?.askedAt ?? null,
      promisedDay,
      dueAt,
      assignedReaderId: reader?.id ?? null,
      assignedAt: reader ? now : null,
      // Restores an order that was deleted while it was unpaid.
      deletedAt: null,
    },
  );
  if (!paid) return order;
  if (order.paymentIntentId) forgetStrayPayment(tx, order.paymentIntentId);
  const about = { orderId: order.id, at: now };
  if (order.deletedAt !== null) recordEvent(tx, { ...about, type: 'order_restored', actor });
  recordEvent(tx, {
    ...about,
    type: 'payment_succeeded',
    actor,
    data: { amountMinor, currency: order.currency },
  });
  issueReceipt(context, tx, paid);
  if (reader) {
    recordEvent(tx, { ...about, type: 'assigned', actor: 'system', data: { reader: reader.username } });
    notify(context, tx, { kind: 'order_assigned', orderIds: [order.id], readerId: reader.id });
  }
  enqueueCustomerMail(context, tx, 'order_confirmation', order);
  // Another order to write may move the promised day.
  context.signals.invalidatePublicPages();
  return paid;
}

/** Returns the day shown if paid the same day; else a day counted from the payment, not before the day shown. */
function findPromisedDay(context: Context, tx: Queryable, order: OrderRow): string {
  const { promisedDay } = order;
  const kept = promisedDayOfToday(context, order);
  if (kept !== null) return kept;
  const current = readAvailability({ ...context, db: tx }, order.offerDays).promisedDay;
  return promisedDay !== null && promisedDay > current ? promisedDay : current;
}
