import type Stripe from 'stripe';
import { listEvents } from '../../../src/server/orders/order-events-repository.ts';
import { listRefunds } from '../../../src/server/payments/money-repository.ts';
import type { OrderPayment } from '../../../src/shared/orders/refund-schema.ts';
import { storedOrder } from '../../kit/builders.ts';
import type { PlacedOrder } from '../customers.ts';
import type { Admin, MoneyShop } from './money-shop.ts';

/** @returns everything Stripe has about one payment, asked for directly, without our code */
export async function readMoneyAtStripe(stripe: Stripe, paymentIntentId: string) {
  const about = { payment_intent: paymentIntentId, limit: 100 };
  const charges = await stripe.charges.list(about);
  const charge = charges.data.find(({ paid }) => paid);
  const reviewId = typeof charge?.review === 'string' ? charge.review : null;
  const [refunds, disputes, warnings, review] = await Promise.all([
    stripe.refunds.list(about),
    stripe.disputes.list(about),
    stripe.radar.earlyFraudWarnings.list(about),
    reviewId ? stripe.reviews.retrieve(reviewId) : null,
  ]);
  return {
    receivedMinor: charge?.amount_captured ?? 0,
    amountRefunded: charge?.amount_refunded ?? 0,
    /** The oldest first. */
    refunds: refunds.data.toReversed(),
    disputes: disputes.data,
    /** Whether the bank warns of fraud, and whether Radar reviews it. */
    isWarned: warnings.data.some(({ actionable }) => actionable),
    isReviewed: review?.open ?? false,
  };
}

type RefundSum = Pick<Stripe.Refund, 'amount' | 'status'>;

export function sumOf(refunds: RefundSum[], ...statuses: string[]): number {
  return refunds
    .filter(({ status }) => status !== null && statuses.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns what an order's money must be; independent of the code that decides it. */
export function expectedOf(payment: {
  receivedMinor: number;
  refunds: RefundSum[];
  disputes: { status: string }[];
  isWarned: boolean;
  isReviewed: boolean;
}) {
  const { receivedMinor, refunds, disputes, isWarned, isReviewed } = payment;
  const refundedMinor = sumOf(refunds, 'succeeded');
  const refundingMinor = sumOf(refunds, 'pending', 'requires_action');
  const isTaken = disputes.some(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status));
  const isAllGone = refundedMinor + refundingMinor >= receivedMinor;
  const refundStatus = refundedMinor >= receivedMinor ? 'refunded' : 'partially_refunded';
  const doubt = isWarned ? 'early_fraud_warning' : isReviewed ? 'review' : null;
  return {
    paymentStatus: isTaken ? 'disputed' : refundedMinor === 0 ? 'paid' : refundStatus,
    refundedMinor,
    refundingMinor,
    hold: isAllGone && refundingMinor > 0 ? 'refund' : doubt,
  };
}

/**
 * Compares the money of an order in the database, the timeline, and then the desk with Stripe's objects.
 *
 * @param askedFor who may have asked for a refund here, by its id at Stripe; no entry: no admin did
 * @returns what is wrong; null for nothing
 */
export async function findMismatch(
  { app, stripe }: Pick<MoneyShop, 'app' | 'stripe'>,
  admin: Admin,
  { orderId, orderNumber, paymentIntentId }: PlacedOrder,
  askedFor: ReadonlyMap<string, readonly string[]>,
): Promise<string | null> {
  const truth = await readMoneyAtStripe(stripe, paymentIntentId);
  const expected = expectedOf(truth);
  const lie = (what: string) => `${orderNumber}: ${what}`;
  const sum = expected.refundedMinor + expected.refundingMinor;
  if (truth.amountRefunded !== sum || sum > truth.receivedMinor)
    return lie(`at Stripe ${sum} cents went back`);

  const { paymentStatus, refundedMinor, refundingMinor, hold } = storedOrder(app, orderId);
  const stored = JSON.stringify({ paymentStatus, refundedMinor, refundingMinor, hold });
  if (stored !== JSON.stringify(expected))
    return lie(`stored is ${stored}, true ${JSON.stringify(expected)}`);

  const rows = listRefunds(app.db, orderId).filter(({ status }) => status !== 'refused');
  const told = rows.map(({ stripeId, status, amountMinor }) => `${stripeId} ${status} ${amountMinor}`);
  const made = truth.refunds.map(({ id, status, amount }) => `${id} ${status} ${amount}`);
  if (told.sort().join() !== made.sort().join()) return lie(`refunds are ${told}, at Stripe ${made}`);

  const timeline = listEvents(app.db, orderId);
  for (const { id, status } of truth.refunds) {
    const lines = timeline.filter(({ data }) => data.refundId === id);
    const makers = lines.filter(({ type }) => type === 'refund_made').map(({ actor }) => actor);
    const [maker = '', ...others] = makers;
    if (others.length > 0 || !(askedFor.get(id) ?? ['stripe']).includes(maker))
      return lie(`the timeline says that ${makers} made ${id}`);
    const last = lines.at(-1)?.data.refundStatus;
    if (last !== status) return lie(`the timeline says that ${id} is ${last}, and it is ${status}`);
  }

  const { status, body } = await admin.get<OrderPayment>(`/api/orders/${orderId}/payment`);
  const dollars = { received: truth.receivedMinor, refunded: sum, onItsWay: expected.refundingMinor };
  for (const [name, amountMinor] of Object.entries(dollars)) {
    const shown = body[name as keyof typeof dollars];
    if (status !== 200 || shown !== amountMinor / 100)
      return lie(`the desk shows ${name} ${shown}, true ${amountMinor / 100}`);
  }
  const refundable = expected.paymentStatus === 'disputed' ? 0 : (truth.receivedMinor - sum) / 100;
  return body.refundable === refundable
    ? null
    : lie(`${body.refundable} can be refunded, in truth ${refundable}`);
}
