import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import {
  findOrderByPayment,
  findOrderEvenDeleted,
  type OrderRow,
  updateOrderIf,
} from '../orders/order-repository.ts';
import { markPaid } from './mark-paid.ts';
import { isOutdated, syncPaidOrder } from './money-facts.ts';
import { forgetStrayPayment, isKnownPayment, rememberStrayPayment } from './payment-repository.ts';

const unchanged = { hasChanged: false, isOutdated: false };

/**
 * Stores a succeeded payment and marks its order paid or in review; repeatable (docs/product.md §4). Returns the status
 * of the order; null without one, which raises an alert. Ignores payments in another state.
 */
export async function settlePayment(context: Context, payment: Payment) {
  const known = findOrderOf(context.db, payment);
  if (payment.status !== 'succeeded') return { ...unchanged, paymentStatus: known?.paymentStatus ?? null };
  // The reconciler fetches every payment repeatedly: most are unchanged and need no transaction.
  if (known && isPlainlyPaid(known, payment) && !isOutdated(context, known, payment)) {
    context.paymentCheckTimes.set(known.id, payment.askedAt);
    return { ...unchanged, paymentStatus: known.paymentStatus };
  }
  if (!isOwnPayment(context, payment)) return { ...unchanged, paymentStatus: null };
  const settled = await writeTransaction(context.db, (tx) => {
    const order = findOrderOf(tx, payment);
    if (!order) return noteStray(context, tx, payment);
    const taken = order.paymentStatus === 'unpaid' ? takePayment(context, tx, order, payment) : order;
    // The order was paid by another payment: this one is a second charge.
    if (taken.paymentIntentId !== payment.id) return noteStray(context, tx, payment);
    if (taken !== order && isPlainlyPaid(taken, payment))
      return { paymentStatus: taken.paymentStatus, hasChanged: true, isOutdated: false };
    const synced = syncPaidOrder(context, tx, taken, payment);
    return { ...synced, hasChanged: synced.hasChanged || taken !== order };
  });
  if (settled.hasChanged) context.signals.wakeMailWorker();
  return settled;
}

/** Returns whether an order is paid and neither side knows of refunds, disputes or warnings. */
function isPlainlyPaid(order: OrderRow, payment: Payment): boolean {
  const { refunds, disputes, warnings } = payment;
  const hasFacts = [...refunds, ...(disputes ?? []), ...(warnings ?? [])].length > 0;
  return (
    order.paymentStatus === 'paid' &&
    order.paymentIntentId === payment.id &&
    order.receivedMinor === payment.amountReceivedMinor &&
    order.refundedMinor + order.refundingMinor + payment.refundedMinor === 0 &&
    order.dispute === null &&
    order.hold === null &&
    !payment.isDisputed &&
    !hasFacts
  );
}

/** Returns whether this service began a payment, not another shop on the same Stripe account. */
export function isOwnPayment({ db }: Pick<Context, 'db'>, payment: Payment): boolean {
  return (
    payment.isMarked ||
    isKnownPayment(db, payment.id) ||
    (payment.orderId !== null && findOrderEvenDeleted(db, payment.orderId) !== undefined)
  );
}

/** Finds a payment's order, even a deleted one, by its payment id, or else by the order that the payment names. */
export function findOrderOf(db: Queryable, payment: Payment): OrderRow | undefined {
  const named = payment.orderId === null ? undefined : findOrderEvenDeleted(db, payment.orderId);
  return named?.paymentIntentId === payment.id ? named : (findOrderByPayment(db, payment.id) ?? named);
}

/** Returns why a succeeded payment does not pay for this order; null when it does. */
function findMismatch(context: Context, order: OrderRow, payment: Payment): string | null {
  // Before all other reasons, which an admin may dismiss: there is no customer left to write for.
  if (order.erasedAt !== null) return 'erased';
  if (payment.orderId !== order.id || order.paymentIntentId !== payment.id) return 'order';
  if (payment.amountReceivedMinor !== order.amountMinor) return 'amount';
  if (payment.currency !== order.currency) return 'currency';
  if (payment.isLive !== (context.config.stripe.mode === 'live')) return 'livemode';
  return null;
}

function takePayment(context: Context, tx: Transaction, order: OrderRow, payment: Payment): OrderRow {
  const problem = findMismatch(context, order, payment);
  if (problem === null) return markPaid(context, tx, order, { actor: 'stripe', payment });
  const now = context.clock.now();
  const held = updateOrderIf(
    tx,
    order.id,
    { paymentStatus: 'unpaid' },
    { paymentStatus: 'review', paidAt: now, paymentIntentId: payment.id, deletedAt: null },
  );
  const data = { problem, amountMinor: payment.amountReceivedMinor, currency: payment.currency };
  recordEvent(tx, { orderId: order.id, type: 'payment_review', actor: 'stripe', at: now, data });
  context.log.error({ orderId: order.id, problem }, 'a payment does not match its order');
  return held ?? order;
}

/** Records a payment without an order until all of it is refunded. */
function noteStray({ clock, log }: Context, tx: Transaction, payment: Payment) {
  const { id: paymentIntentId, amountReceivedMinor: amountMinor, currency, refundedMinor } = payment;
  if (refundedMinor >= amountMinor) forgetStrayPayment(tx, paymentIntentId);
  else {
    const stray = { paymentIntentId, amountMinor, currency, seenAt: clock.now() };
    const isNew = rememberStrayPayment(tx, stray);
    if (isNew) log.error({ paymentId: paymentIntentId }, 'a payment belongs to no order');
  }
  return { ...unchanged, paymentStatus: null };
}
