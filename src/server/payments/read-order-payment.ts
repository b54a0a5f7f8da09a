import { toMajor } from '../../shared/money.ts';
import type { OrderPayment } from '../../shared/orders/refund-schema.ts';
import type { Context } from '../base/context.ts';
import type { Payment, PaymentRefund } from '../base/payment-gateway.ts';
import { isoTime } from '../base/time/moments.ts';
import { requireOrder } from '../orders/find-order.ts';
import { readNames } from '../people/people-repository.ts';
import { deriveMoney, refundableMinor } from './derive-money.ts';
import { hasMoneyNews, readMoneyFacts } from './money-facts.ts';
import { listDisputes, listRefunds, listWarnings, type RefundRow } from './money-repository.ts';
import { findOrderPayment } from './refund-order.ts';

/** Fetches an order's money from Stripe, in major units; null if free or unknown there. A job stores it, not this. */
export async function readOrderPayment(context: Context, orderId: string): Promise<OrderPayment | null> {
  const { db, config, signals } = context;
  const order = requireOrder(db, orderId);
  const payment = await findOrderPayment(context, order, { scope: 'everything' });
  if (!payment) return null;
  const hasNews = order.paymentStatus === 'unpaid' || hasMoneyNews(db, order, payment);
  if (payment.status === 'succeeded' && hasNews) signals.settleSoon(payment);
  const refunds = bringUpToDate(listRefunds(db, orderId), payment.refunds);
  const disputes = (payment.disputes ?? listDisputes(db, orderId)).toSorted(byTime);
  const stored = listWarnings(db, orderId);
  const dismissed = new Set(stored.flatMap(({ id, dismissedAt }) => (dismissedAt === null ? [] : id)));
  const warnings = (payment.warnings ?? stored)
    .toSorted(byTime)
    .map((warning) => ({ ...warning, isDismissed: dismissed.has(warning.id) }));
  const facts = { ...readMoneyFacts(db, order, payment), refunds, disputes, warnings };
  const { paymentStatus, refundingMinor } = deriveMoney(facts);
  const shown = readNames(db);
  const inMajor = (amountMinor: number) => toMajor(amountMinor, order.currency);
  return {
    paymentIntentId: payment.id,
    link: linkTo(config, payment),
    currency: order.currency,
    received: inMajor(facts.receivedMinor),
    refunded: inMajor(facts.refundedMinor),
    onItsWay: inMajor(refundingMinor),
    refundable: inMajor(payment.status === 'succeeded' ? refundableMinor(facts) : 0),
    isDisputed: paymentStatus === 'disputed',
    refunds: refunds.map(({ stripeId, amountMinor, createdAt, id, status, askedBy, failure }) => ({
      ...{ id, status, failure },
      askedBy: askedBy && shown(askedBy),
      refundId: stripeId,
      amount: inMajor(amountMinor),
      createdAt: isoTime(createdAt),
    })),
    disputes: disputes.map(
      ({ amountMinor, withdrawnMinor, dueAt, createdAt, id, status, reason, currency }) => ({
        ...{ id, status, reason, currency },
        amount: toMajor(amountMinor, currency),
        withdrawn: toMajor(withdrawnMinor, currency),
        dueAt: isoTime(dueAt),
        createdAt: isoTime(createdAt),
      }),
    ),
    warnings: warnings.map(({ id, kind, reason, isOpen, isDismissed, createdAt }) => ({
      ...{ id, kind, reason },
      isOpen: isOpen && !isDismissed,
      createdAt: isoTime(createdAt),
    })),
  };
}

/** Returns the stored refunds with their state at Stripe, and refunds made at Stripe since. */
function bringUpToDate(stored: RefundRow[], said: PaymentRefund[]) {
  const isSame = (row: RefundRow, { id, ourId }: PaymentRefund) => row.stripeId === id || row.id === ourId;
  const known = stored.map((row) => {
    const now = said.find((refund) => isSame(row, refund));
    return now ? { ...row, stripeId: now.id, status: now.status, failure: now.failure } : row;
  });
  const others = said
    .filter((refund) => !stored.some((row) => isSame(row, refund)))
    .map((refund) => ({ ...refund, stripeId: refund.id, askedBy: null }));
  return [...known, ...others].toSorted(byTime);
}

function byTime(a: { createdAt: number }, b: { createdAt: number }): number {
  return a.createdAt - b.createdAt;
}

function linkTo({ stripe, publicUrl }: Context['config'], { id, isLive }: Payment): string {
  if (stripe.mode === 'sandbox') return `${publicUrl}/sandbox/payments`;
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/${id}`;
}
