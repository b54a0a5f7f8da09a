import { type Queryable, type Transaction, writeTransaction } from '../../../../db/client.ts';
import type { PaymentStatus } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import {
  findOrderByPayment,
  findOrderEvenDeleted,
  type OrderRow,
  updateOrderIf,
} from '../../orders/order-repository.ts';
import { type Followed, followMoney, hearNothingNew } from './follow-money.ts';
import { markPaid } from './mark-paid.ts';
import { forgetStrayPayment, isKnownPayment, rememberStrayPayment } from './payment-repository.ts';

/** What came of it. */
export type Settled = Omit<Followed, 'paymentStatus'> & {
  /** The order's; null when the payment belongs to no order. */
  paymentStatus: PaymentStatus | null;
};

/**
 * Brings an order in line with what the payment provider says of its payment. The one way by which an
 * order becomes paid; calling it again, or late, changes nothing (docs/product.md §4).
 *
 * @param payment as the provider just told it, never as a browser or an event claims
 */
export async function settlePayment(context: Context, payment: Payment): Promise<Settled> {
  const unchanged = { isNews: false, isOvertaken: false };
  if (payment.status !== 'succeeded') {
    return { ...unchanged, paymentStatus: findOrderOf(context.db, payment)?.paymentStatus ?? null };
  }
  if (hearNothingNew(context, payment)) return { ...unchanged, paymentStatus: 'paid' };
  // Without a transaction: a busy shop beside us is asked about again and again.
  if (!isOurs(context, payment)) return { ...unchanged, paymentStatus: null };
  const settled = await writeTransaction(context.db, (tx) => {
    const order = findOrderOf(tx, payment);
    if (!order) return null;
    const taken = order.paymentStatus === 'unpaid' ? takePayment(context, tx, order, payment) : order;
    // The order is paid by another payment: this one is a second charge.
    if (taken.paymentIntentId !== payment.id) return null;
    const followed = followMoney(context, tx, taken, payment);
    return { ...followed, isNews: followed.isNews || taken !== order };
  });
  if (settled?.isNews) context.mailIsWaiting();
  if (settled) return settled;
  await followStray(context, payment);
  return { ...unchanged, paymentStatus: null };
}

/**
 * @returns whether a payment was begun by this service: it is marked, or known. Another shop on the same account is
 *   none of our business.
 */
export function isOurs({ db, serviceId }: Pick<Context, 'db' | 'serviceId'>, payment: Payment): boolean {
  return (
    payment.serviceId === serviceId ||
    isKnownPayment(db, payment.id) ||
    (payment.orderId !== null && findOrderEvenDeleted(db, payment.orderId) !== undefined)
  );
}

/** @returns the order that a payment belongs to, deleted or not */
export function findOrderOf(db: Queryable, payment: Payment): OrderRow | undefined {
  const named = payment.orderId === null ? undefined : findOrderEvenDeleted(db, payment.orderId);
  return named?.paymentIntentId === payment.id ? named : (findOrderByPayment(db, payment.id) ?? named);
}

/** @returns why a succeeded payment does not pay for this order, or null when it does */
function mismatch(context: Context, order: OrderRow, payment: Payment): string | null {
  // Before all other reasons, which an admin may dismiss: there is no customer left to write for.
  if (order.erasedAt !== null) return 'erased';
  if (payment.orderId !== order.id || order.paymentIntentId !== payment.id) return 'order';
  if (payment.amountReceivedCents !== order.amountCents) return 'amount';
  if (payment.currency !== order.currency) return 'currency';
  if (payment.isLive !== (context.config.stripe.mode === 'live')) return 'livemode';
  return null;
}

/** Money has come for an unpaid order. @returns the order, paid or in review */
function takePayment(context: Context, tx: Transaction, order: OrderRow, payment: Payment): OrderRow {
  const problem = mismatch(context, order, payment);
  if (problem === null) return markPaid(context, tx, order, { actor: 'stripe', payment });
  return holdForReview(context, tx, order, payment, problem);
}

/** Money came that does not fit: a person has to look at it. No reader sees the order. */
function holdForReview(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  payment: Payment,
  problem: string,
): OrderRow {
  const now = context.clock.now();
  const held = updateOrderIf(
    tx,
    order.id,
    { paymentStatus: 'unpaid' },
    { paymentStatus: 'review', paidAt: now, paymentIntentId: payment.id, deletedAt: null },
  );
  const data = { problem, amountCents: payment.amountReceivedCents, currency: payment.currency };
  recordEvent(tx, { orderId: order.id, type: 'payment_review', actor: 'stripe', at: now, data });
  context.log.error({ orderId: order.id, problem }, 'a payment does not fit its order');
  return held ?? order;
}

/** Money without an order is kept in sight until it went back. */
async function followStray(context: Context, payment: Payment): Promise<void> {
  const { id: paymentIntentId, amountReceivedCents: amountCents } = payment;
  if (payment.refundedCents >= payment.amountReceivedCents) {
    await writeTransaction(context.db, (tx) => forgetStrayPayment(tx, paymentIntentId));
    return;
  }
  const stray = { paymentIntentId, amountCents, seenAt: context.clock.now() };
  const isNew = await writeTransaction(context.db, (tx) => rememberStrayPayment(tx, stray));
  if (!isNew) return;
  context.log.error({ paymentId: payment.id }, 'a payment belongs to no order');
}
