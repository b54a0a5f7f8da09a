import type { Queryable } from '../../../../db/client.ts';
import { minutes } from '../../../shared/durations.ts';
import { isRefundLost } from '../../../shared/orders/money-states.ts';
import { isSendable, isWorkable, type PaymentStatus } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { leaveClosedAccount } from '../../orders/leave-closed-account.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../../orders/order-repository.ts';
import { recallDelivery } from '../../readings/recall-delivery.ts';
import { keepFacts } from './keep-facts.ts';
import { type MoneyFacts, moneyOf } from './money-of.ts';
import { listDisputes, listRefunds, listWarnings } from './money-repository.ts';

/** A time of a question that is further ahead is of before the clock was put back. */
const clockTolerance = minutes(1);

/**
 * Two questions at once: the answer to the later one is the truth. When the clock was put back, a service that runs on
 * counts on from where it was, and one that was started anew has nothing that can be compared.
 */
function isOvertaken(askedAt: number, known: number, now: number): boolean {
  const isAhead = (time: number) => time > now + clockTolerance;
  return askedAt < known && (isAhead(askedAt) || !isAhead(known));
}

/**
 * Takes over what became of the money that came for an order: refunds, disputes and warnings, whoever made them.
 *
 * @param order paid once, or in review
 * @param payment as the payment provider told it
 */
export function followMoney(
  context: Context,
  tx: Queryable,
  order: OrderRow,
  payment: Payment,
): PaymentStatus {
  const now = context.clock.now();
  if (isOvertaken(payment.askedAt, order.moneyAskedAt ?? 0, now)) return order.paymentStatus;
  if (isFromBeforeRefund(tx, order, payment)) return order.paymentStatus;
  keepFacts({ tx, orderId: order.id, now }, payment);
  updateOrderIf(
    tx,
    order.id,
    {},
    { moneyAskedAt: payment.askedAt, receivedCents: payment.amountReceivedCents },
  );
  return applyMoney(context, tx, order, factsOf(tx, order, payment));
}

/** Refunds do not vanish: an answer that counts less and does not name one that is known is from before it. */
function isFromBeforeRefund(tx: Queryable, order: OrderRow, { refundedCents, refunds }: Payment): boolean {
  if (refundedCents >= order.refundedCents + order.refundingCents) return false;
  const named = new Set(refunds.map(({ id }) => id));
  return listRefunds(tx, order.id).some(
    (refund) => refund.stripeId !== null && !named.has(refund.stripeId) && !isRefundLost(refund),
  );
}

/**
 * @param told what the provider has just said; left out, what it said last counts
 * @returns everything that is known of an order's money
 */
export function factsOf(
  tx: Queryable,
  order: OrderRow,
  told: Pick<Payment, 'amountReceivedCents' | 'refundedCents' | 'isDisputed'> = {
    amountReceivedCents: order.receivedCents ?? order.amountCents,
    refundedCents: order.refundedCents + order.refundingCents,
    isDisputed: order.dispute !== null,
  },
): MoneyFacts {
  return {
    receivedCents: told.amountReceivedCents,
    refundedCents: told.refundedCents,
    refunds: listRefunds(tx, order.id).flatMap(({ status, amountCents }) =>
      status === 'asked' || status === 'refused' ? [] : [{ status, amountCents }],
    ),
    isDisputed: told.isDisputed,
    disputes: listDisputes(tx, order.id),
    warnings: listWarnings(tx, order.id).map(({ kind, isOpen, dismissedAt }) => ({
      kind,
      isOpen,
      isDismissed: dismissedAt !== null,
    })),
  };
}

/**
 * Brings an order in line with what its money is. Paid never becomes unpaid, and what was never accepted as paid (it
 * has no due date) stays in review until all its money went back.
 */
export function applyMoney(
  context: Context,
  tx: Queryable,
  order: OrderRow,
  facts: MoneyFacts,
): PaymentStatus {
  const { paymentStatus: told, ...money } = moneyOf(facts);
  const paymentStatus: PaymentStatus = order.dueAt === null && told !== 'refunded' ? 'review' : told;
  const changed = { ...order, ...money, paymentStatus };
  updateOrderIf(tx, order.id, { paymentStatus: order.paymentStatus }, { ...money, paymentStatus });
  if (!isSendable(changed)) recallDelivery(context, tx, changed, 'stripe');
  if (paymentStatus !== order.paymentStatus || money.refundedCents !== order.refundedCents) {
    recordEvent(tx, {
      orderId: order.id,
      type: 'payment_changed',
      actor: 'stripe',
      at: context.clock.now(),
      data: { from: order.paymentStatus, to: paymentStatus, refundedCents: money.refundedCents },
    });
  }
  if (isWorkable(paymentStatus) && !isWorkable(order.paymentStatus)) {
    leaveClosedAccount(context, tx, order.id);
  }
  return paymentStatus;
}
