import { type Queryable, writeTransaction } from '../../../../db/client.ts';
import { centsToDollars, formatCents } from '../../../shared/money.ts';
import type { OrderPayment, RefundAsked, RefundMade } from '../../../shared/orders/refunds.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import type { Payment, Refund } from '../../context/payment-gateway.ts';
import { readOrder, requireOrder } from '../../orders/find-order.ts';
import { listEvents, recordEvent } from '../../orders/order-events-repository.ts';
import { settlePayment } from '../money/settle-payment.ts';

/**
 * @returns the money of an order as the payment provider knows it now; null when it was free
 * @throws {DomainError} `order_not_found`, `payment_provider_failed`
 */
export async function readOrderPayment(context: Context, orderId: string): Promise<OrderPayment | null> {
  const order = requireOrder(context.db, orderId);
  const payment = order.paymentIntentId ? await context.payments.findPayment(order.paymentIntentId) : null;
  return (
    payment && {
      paymentIntentId: payment.id,
      received: centsToDollars(payment.amountReceivedCents),
      refunded: centsToDollars(payment.refundedCents),
      refundable: centsToDollars(refundableCents(payment)),
      isDisputed: payment.isDisputed,
    }
  );
}

/**
 * Gives a customer their money back, in full or in part, through the payment provider. A reading that was
 * not sent yet is then not sent, if all of it went back.
 *
 * @param asked.amountCents null: everything that is left
 * @param asked.refundedBeforeCents what the caller saw as given back, so that a refund whose answer was lost, or
 *   somebody else's, is not made once more; null: not told
 * @throws {DomainError} `order_not_found`; `order_conflict` when there is nothing to give back, or less than
 *   that; `payment_conflict` with the figures of now when the caller saw others, or with the provider's words;
 *   `payment_provider_failed`
 */
export async function refundOrder(
  context: Context,
  user: SignedIn,
  orderId: string,
  { amountCents, refundedBeforeCents }: RefundAsked,
): Promise<RefundMade> {
  const order = requireOrder(context.db, orderId);
  const payment = order.paymentIntentId ? await context.payments.findPayment(order.paymentIntentId) : null;
  const left = payment ? refundableCents(payment) : 0;
  if (refundedBeforeCents !== null && refundedBeforeCents !== (payment?.refundedCents ?? 0)) {
    throw new DomainError(
      'payment_conflict',
      `${formatCents(payment?.refundedCents ?? 0)} of this order had been given back already, and ${formatCents(left)} is left. Nothing was given back now.`,
    );
  }
  if (!payment || left === 0) {
    throw new DomainError('order_conflict', 'There is no money of this order that could be given back.');
  }
  const amount = amountCents ?? left;
  if (amount > left) {
    throw new DomainError('order_conflict', `At most ${formatCents(left)} can be given back.`);
  }
  const refund = await context.payments.refundPayment({
    id: payment.id,
    amountCents: amount,
    // A second press of the button finds the first refund; a second refund starts from another sum.
    idempotencyKey: `refund:${order.id}:${payment.refundedCents}:${amount}`,
  });
  writeTransaction(context.db, (tx) => noteRefund(context, tx, user, orderId, amount, refund));
  settlePayment(context, refund.payment);
  context.log.info({ orderId, amountCents: amount, userId: user.id }, 'money was given back');
  return {
    order: readOrder(context, orderId),
    amount: centsToDollars(amount),
    refundId: refund.id,
    refundStatus: refund.status,
  };
}

/** Once, however often the button was pressed. */
function noteRefund(
  context: Context,
  tx: Queryable,
  user: SignedIn,
  orderId: string,
  amountCents: number,
  { id: refundId, status: refundStatus }: Refund,
): void {
  if (listEvents(tx, orderId).some(({ data }) => data.refundId === refundId)) return;
  recordEvent(tx, {
    orderId,
    type: 'refund_made',
    actor: user.username,
    at: context.clock.now(),
    data: { amountCents, refundId, refundStatus },
  });
}

function refundableCents(payment: Payment): number {
  return payment.isDisputed ? 0 : payment.amountReceivedCents - payment.refundedCents;
}
