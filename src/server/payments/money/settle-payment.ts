import { type Queryable, writeTransaction } from '../../../../db/client.ts';
import { isWorkable, type PaymentStatus } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { leaveClosedAccount } from '../../orders/leave-closed-account.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import {
  findOrderByPayment,
  findOrderEvenDeleted,
  type OrderRow,
  updateOrderIf,
} from '../../orders/order-repository.ts';
import { recallDelivery } from '../../readings/recall-delivery.ts';
import { markPaid } from './mark-paid.ts';
import { forgetStrayPayment, rememberStrayPayment } from './payment-repository.ts';

/**
 * Brings an order in line with what the payment provider says of its payment. The one way by which an
 * order becomes paid; calling it again, or late, changes nothing (docs/product.md §4).
 *
 * @param payment as the provider just told it, never as a browser or an event claims
 * @returns the order's payment status; null when the payment belongs to no order
 */
export function settlePayment(context: Context, payment: Payment): PaymentStatus | null {
  const settled = writeTransaction(context.db, (tx) => {
    const order = findOrderOf(tx, payment);
    if (!order) return null;
    if (payment.status !== 'succeeded') return order.paymentStatus;
    if (order.paymentStatus === 'unpaid') {
      const problem = mismatch(context, order, payment);
      return problem ? holdForReview(context, tx, order, problem) : markPaid(context, tx, order, 'stripe');
    }
    // The order is paid by another payment: this one is a second charge.
    if (order.paymentIntentId !== payment.id) return null;
    return followMoney(context, tx, order, payment);
  });
  if (settled === null && payment.status === 'succeeded') followStray(context, payment);
  context.mailIsWaiting();
  return settled;
}

/** @returns the order that a payment belongs to, deleted or not */
export function findOrderOf(db: Queryable, payment: Payment): OrderRow | undefined {
  const named = payment.orderId === null ? undefined : findOrderEvenDeleted(db, payment.orderId);
  return findOrderByPayment(db, payment.id) ?? named;
}

/** @returns why a succeeded payment does not pay for this order, or null when it does */
function mismatch(context: Context, order: OrderRow, payment: Payment): string | null {
  if (payment.orderId !== order.id || order.paymentIntentId !== payment.id) return 'order';
  if (payment.amountReceivedCents !== order.amountCents) return 'amount';
  if (payment.currency !== order.currency) return 'currency';
  if (payment.isLive !== (context.config.stripe.mode === 'live')) return 'livemode';
  if (order.erasedAt !== null) return 'erased';
  return null;
}

/** Money came that does not fit: a person has to look at it. No reader sees the order. */
function holdForReview(context: Context, tx: Queryable, order: OrderRow, problem: string): PaymentStatus {
  const now = context.clock.now();
  updateOrderIf(
    tx,
    order.id,
    { paymentStatus: 'unpaid' },
    { paymentStatus: 'review', paidAt: now, deletedAt: null },
  );
  recordEvent(tx, { orderId: order.id, type: 'payment_review', actor: 'stripe', at: now, data: { problem } });
  context.log.error({ orderId: order.id, problem }, 'a payment does not fit its order');
  return 'review';
}

/**
 * Takes over refunds and disputes, whoever made them. Paid never becomes unpaid, and what was never accepted
 * as paid (it has no due date) stays in review until all its money went back.
 */
function followMoney(context: Context, tx: Queryable, order: OrderRow, payment: Payment): PaymentStatus {
  const told = moneyStatus(payment);
  const status = order.dueAt === null && told !== 'refunded' ? 'review' : told;
  const { refundedCents } = payment;
  if (status === order.paymentStatus && refundedCents === order.refundedCents) return status;
  const changes = { paymentStatus: status, refundedCents };
  updateOrderIf(tx, order.id, { paymentStatus: order.paymentStatus }, changes);
  if (!isWorkable(status)) recallDelivery(context, tx, order, 'stripe');
  const data = { from: order.paymentStatus, to: status, refundedCents };
  recordEvent(tx, {
    orderId: order.id,
    type: 'payment_changed',
    actor: 'stripe',
    at: context.clock.now(),
    data,
  });
  if (isWorkable(status) && !isWorkable(order.paymentStatus)) leaveClosedAccount(context, tx, order.id);
  return status;
}

function moneyStatus(payment: Payment): PaymentStatus {
  if (payment.isDisputed) return 'disputed';
  if (payment.refundedCents === 0) return 'paid';
  return payment.refundedCents >= payment.amountReceivedCents ? 'refunded' : 'partially_refunded';
}

/** Money without an order is kept in sight until it went back. */
function followStray(context: Context, payment: Payment): void {
  const { id: paymentIntentId, amountReceivedCents: amountCents } = payment;
  if (moneyStatus(payment) === 'refunded') {
    forgetStrayPayment(context.db, paymentIntentId);
    return;
  }
  if (!rememberStrayPayment(context.db, { paymentIntentId, amountCents, seenAt: context.clock.now() }))
    return;
  context.log.error({ paymentId: payment.id }, 'a payment belongs to no order');
}
