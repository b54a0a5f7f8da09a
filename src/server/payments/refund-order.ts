import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import { chargeStep, toMajor, toMinor } from '../../shared/money.ts';
import { refundProblem } from '../../shared/orders/money-states.ts';
import {
  type OrderPayment,
  type RefundMade,
  type RefundRequest,
  refundedBeforeUnclear,
} from '../../shared/orders/refund-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { isoTime } from '../base/time/moments.ts';
import { readOrder, requireOrder } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import { refundableMinor } from './derive-money.ts';
import {
  findAskedRefund,
  insertRefund,
  listDisputes,
  listRefunds,
  listWarnings,
  markFailuresSeen,
  type RefundRow,
  updateRefund,
} from './money-repository.ts';
import { sendRefund } from './send-refund.ts';
import { refreshPayment } from './settle-payment.ts';
import { readMoneyFacts } from './sync-order-money.ts';

/** Asks Stripe for the money of an order, and stores any news; null when it was free, or Stripe does not know it. */
export async function readOrderPayment(context: Context, orderId: string): Promise<OrderPayment | null> {
  const order = requireOrder(context.db, orderId);
  const payment = await refreshPayment(context, order);
  return payment && presentPayment(context, requireOrder(context.db, orderId), payment);
}

function presentPayment({ db, config }: Context, order: OrderRow, payment: Payment): OrderPayment {
  const facts = readMoneyFacts(db, order);
  const inMajor = (amountMinor: number) => toMajor(amountMinor, order.currency);
  return {
    paymentIntentId: payment.id,
    link: linkTo(config, payment),
    currency: order.currency,
    received: inMajor(facts.receivedMinor),
    refunded: inMajor(facts.refundedMinor),
    onItsWay: inMajor(order.refundingMinor),
    refundable: inMajor(payment.status === 'succeeded' ? refundableMinor(facts) : 0),
    isDisputed: order.dispute === 'open' || order.dispute === 'lost',
    refunds: listRefunds(db, order.id).map((refund) => ({
      id: refund.id,
      refundId: refund.stripeId,
      amount: inMajor(refund.amountMinor),
      status: refund.status,
      askedBy: refund.askedBy,
      failure: refund.failure,
      createdAt: isoTime(refund.createdAt),
    })),
    disputes: listDisputes(db, order.id).map((dispute) => ({
      id: dispute.id,
      status: dispute.status,
      reason: dispute.reason,
      currency: dispute.currency,
      amount: toMajor(dispute.amountMinor, dispute.currency),
      withdrawn: toMajor(dispute.withdrawnMinor, dispute.currency),
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

function linkTo({ stripe, publicUrl }: Context['config'], { id, isLive }: Payment): string {
  if (stripe.mode === 'sandbox') return `${publicUrl}/sandbox/payments`;
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/${id}`;
}

/** What to refund; null is everything that is left, or no sum that was seen. */
export interface RefundAsked {
  amountMinor: number | null;
  refundedBeforeMinor: number | null;
}

/** Returns a request in minor units of the order's currency. @throws {DomainError} `invalid_request` for too many decimals */
export function readRefundAsked(
  { db }: Context,
  orderId: string,
  { amount, refundedBefore }: RefundRequest,
): RefundAsked {
  const { currency } = requireOrder(db, orderId);
  const inMinor = (given: number | undefined, problem: string) => {
    const minor = given === undefined ? null : toMinor(given, currency);
    const isInSteps = minor === null || minor % chargeStep(currency) === 0;
    if ((given !== undefined && minor === null) || !isInSteps)
      throw new DomainError('invalid_request', problem);
    return minor;
  };
  return {
    amountMinor: inMinor(amount, refundProblem(currency)),
    refundedBeforeMinor: inMinor(refundedBefore, refundedBeforeUnclear),
  };
}

/**
 * Refunds an order. The refund is stored first and made once, even when answers are lost.
 * @throws {DomainError} `order_conflict` when less or nothing can be refunded; `payment_conflict` when the caller saw
 *   another sum, a refund is unanswered, or Stripe refuses; `payment_provider_failed`: unknown outcome
 */
export async function refundOrder(
  context: Context,
  user: SignedIn,
  orderId: string,
  asked: RefundAsked,
): Promise<RefundMade> {
  const order = requireOrder(context.db, orderId);
  const payment = await refreshPayment(context, order, 'Nothing was refunded.');
  const known = findRepeatedRefund(context.db, orderId, asked);
  const request = { orderId, asked, payment };
  const stored =
    known ?? (await writeTransaction(context.db, (tx) => storeRefund(context, tx, user, request)));
  const refund = known ?? (await sendRefund(context, stored));
  await writeTransaction(context.db, (tx) => updateRefund(tx, refund.id, { toldAt: context.clock.now() }));
  return {
    order: readOrder(context, orderId),
    amount: toMajor(refund.amountMinor, order.currency),
    refundId: refund.stripeId ?? '',
    refundStatus: refund.status,
  };
}

/** Returns a refund that was made but whose caller never got the answer, and now asks again. */
function findRepeatedRefund(db: Queryable, orderId: string, asked: RefundAsked): RefundRow | undefined {
  if (asked.refundedBeforeMinor !== null) return undefined;
  const { receivedMinor } = readMoneyFacts(db, requireOrder(db, orderId));
  return listRefunds(db, orderId).find(
    ({ amountMinor, refundedBeforeMinor, status, askedBy, toldAt }) =>
      ['succeeded', 'pending', 'requires_action'].includes(status) &&
      askedBy !== null &&
      toldAt === null &&
      amountMinor === (asked.amountMinor ?? receivedMinor - refundedBeforeMinor),
  );
}

function storeRefund(
  { random, clock }: Context,
  tx: Transaction,
  user: SignedIn,
  request: { orderId: string; asked: RefundAsked; payment: Payment | null },
): RefundRow {
  const { orderId, payment } = request;
  const { amountMinor, refundedBeforeMinor } = request.asked;
  const now = clock.now();
  const order = requireOrder(tx, orderId);
  const money = moneyFormatter(tx, order.currency);
  const facts = readMoneyFacts(tx, order);
  const left = payment?.status === 'succeeded' ? refundableMinor(facts) : 0;
  const sawOthers = refundedBeforeMinor !== null && refundedBeforeMinor !== facts.refundedMinor;
  // Another refund was made between Stripe's answer and now.
  if (sawOthers || (payment && payment.refundedMinor !== facts.refundedMinor)) {
    throw new DomainError(
      'payment_conflict',
      `${money(facts.refundedMinor)} of this order has already been refunded, and ${money(left)} is left. Nothing was refunded.`,
    );
  }
  if (left === 0) {
    throw new DomainError('order_conflict', 'There is nothing to refund on this order.');
  }
  const amount = amountMinor ?? left;
  if (amount > left) {
    throw new DomainError('order_conflict', `At most ${money(left)} can be refunded.`);
  }
  const open = findAskedRefund(tx, orderId);
  if (open && open.amountMinor !== amount) {
    throw new DomainError(
      'payment_conflict',
      `${open.askedBy} has asked to refund ${money(open.amountMinor)}, and Stripe has not answered yet. We ask again every minute; nothing was refunded.`,
    );
  }
  markFailuresSeen(tx, orderId, now);
  if (open) return open;
  const details = { amount: money(amount) };
  recordAudit(tx, { actor: user, at: now, action: 'refund_asked', subject: aboutOrder(order), details });
  return insertRefund(tx, {
    id: random.newId(),
    orderId,
    amountMinor: amount,
    status: 'asked',
    askedBy: user.username,
    refundedBeforeMinor: facts.refundedMinor,
    createdAt: now,
  });
}
