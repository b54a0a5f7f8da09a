import { centsToDollars } from '../../../shared/money.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { isoTime } from '../../time/iso-time.ts';
import { factsOf } from '../money/follow-money.ts';
import { refundableCents } from '../money/money-of.ts';
import { listDisputes, listRefunds, listWarnings } from '../money/money-repository.ts';

/** @returns the money of an order as the desk shows it */
export function presentPayment({ db, config }: Context, order: OrderRow, payment: Payment): OrderPayment {
  const facts = factsOf(db, order);
  return {
    paymentIntentId: payment.id,
    link: linkTo(config, payment),
    received: centsToDollars(facts.receivedCents),
    refunded: centsToDollars(facts.refundedCents),
    onItsWay: centsToDollars(order.refundingCents),
    refundable: centsToDollars(payment.status === 'succeeded' ? refundableCents(facts) : 0),
    isDisputed: order.dispute === 'open' || order.dispute === 'lost',
    refunds: listRefunds(db, order.id).map((refund) => ({
      id: refund.id,
      refundId: refund.stripeId,
      amount: centsToDollars(refund.amountCents),
      status: refund.status,
      askedBy: refund.askedBy,
      failure: refund.failure,
      createdAt: isoTime(refund.createdAt),
    })),
    disputes: listDisputes(db, order.id).map((dispute) => ({
      id: dispute.id,
      status: dispute.status,
      reason: dispute.reason,
      amount: centsToDollars(dispute.amountCents),
      withdrawn: centsToDollars(dispute.withdrawnCents),
      dueAt: isoTime(dispute.dueAt),
      createdAt: isoTime(dispute.createdAt),
    })),
    warnings: listWarnings(db, order.id).map((warning) => ({
      id: warning.id,
      kind: warning.kind,
      reason: warning.reason,
      isOpen: warning.isOpen && warning.dismissedAt === null,
      createdAt: isoTime(warning.createdAt),
    })),
  };
}

/** Where a person looks the payment up. */
function linkTo({ stripe, publicUrl }: Context['config'], { id, isLive }: Payment): string {
  if (stripe.mode === 'sandbox') return `${publicUrl}/sandbox/payments`;
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/${id}`;
}
