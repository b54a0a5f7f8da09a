import type { Queryable, Transaction } from '../../../../db/client.ts';
import { minutes } from '../../../shared/durations.ts';
import { isRefundLost } from '../../../shared/orders/money-states.ts';
import { isGoingOn, isSendable, type PaymentStatus } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { leaveClosedAccount } from '../../orders/leave-closed-account.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import {
  findPlainOrder,
  type OrderRow,
  type PlainOrder,
  updateOrderIf,
} from '../../orders/order-repository.ts';
import { findWithdrawal, reopen } from '../../orders/withdrawal-repository.ts';
import { closeOpenQuestion } from '../../questions/close-question.ts';
import { findOpenQuestion } from '../../questions/question-repository.ts';
import { recallDelivery } from '../../readings/recall-delivery.ts';
import { hasAll, keepFacts } from './keep-facts.ts';
import { leftOf, type MoneyFacts, moneyOf } from './money-of.ts';
import { listDisputes, listRefunds, listWarnings } from './money-repository.ts';

/** A time of a question that is further ahead is of before the clock was put back. */
const clockTolerance = minutes(1);

/**
 * Of two concurrent questions, the answer to the later one is the truth. When the clock was put back, a running service
 * counts on from its earlier time, and a restarted one has nothing to compare with.
 */
function isOvertaken(askedAt: number, known: number, now: number): boolean {
  const isAhead = (time: number) => time > now + clockTolerance;
  return askedAt < known && (isAhead(askedAt) || !isAhead(known));
}

/** What came of what the payment provider said of an order's money. */
export interface Followed {
  paymentStatus: PaymentStatus;
  /** Whether it told something that was not known. */
  isNews: boolean;
  /** Whether the answer to a later question had come before, so that this one counts for nothing. */
  isOvertaken: boolean;
}

/**
 * Records what became of the money that came for an order: refunds, disputes and warnings from any source. An answer
 * without news writes nothing.
 *
 * @param order paid once, or in review
 * @param payment as the payment provider reported it
 */
export function followMoney(context: Context, tx: Transaction, order: OrderRow, payment: Payment): Followed {
  const { paymentStatus } = order;
  if (isOutdated(context, tx, order, payment)) return { paymentStatus, isNews: false, isOvertaken: true };
  const followed =
    isPlain(order, payment) && isUneventful(payment)
      ? { paymentStatus, isNews: false }
      : keepMoney(context, tx, order, payment);
  if (!followed.isNews) context.heardAnswers.set(order.id, payment.askedAt);
  return { ...followed, isOvertaken: false };
}

/**
 * Hears what is said of most payments most of the time: the money is there, and nothing has become of it. As
 * `followMoney` does it, and without a transaction: every payment of the last days is asked about again and again.
 *
 * @returns whether it was that, and an order knows it already; otherwise it is to be followed
 */
export function hearNothingNew(context: Context, payment: Payment): boolean {
  if (!isUneventful(payment)) return false;
  const order = findPlainOrder(context.db, payment.id);
  if (!order || order.receivedCents !== payment.amountReceivedCents) return false;
  if (isOvertakenBy(context, order, payment)) return false;
  context.heardAnswers.set(order.id, payment.askedAt);
  return true;
}

function isOutdated(context: Context, tx: Queryable, order: OrderRow, payment: Payment): boolean {
  return isOvertakenBy(context, order, payment) || isFromBeforeRefund(tx, order, payment);
}

/** @returns whether the answer to a later question about an order is known */
function isOvertakenBy({ clock, heardAnswers }: Context, order: PlainOrder, { askedAt }: Payment): boolean {
  const now = clock.now();
  const heard = heardAnswers.get(order.id)?.value ?? 0;
  return isOvertaken(askedAt, order.moneyAskedAt ?? 0, now) || isOvertaken(askedAt, heard, now);
}

/** Whether an order was paid with what came, and nothing has become of it: `findPlainOrder` finds those. */
function isPlain(order: OrderRow, { amountReceivedCents }: Payment): boolean {
  const { paymentStatus, receivedCents, refundedCents, refundingCents, dispute, hold } = order;
  return (
    paymentStatus === 'paid' &&
    receivedCents === amountReceivedCents &&
    refundedCents + refundingCents === 0 &&
    dispute === null &&
    hold === null
  );
}

/** Whether it was only told that the money is there. */
function isUneventful({ refunds, disputes, warnings, refundedCents, isDisputed }: Payment): boolean {
  const told = refunds.length + (disputes?.length ?? 0) + (warnings?.length ?? 0);
  return told === 0 && refundedCents === 0 && !isDisputed;
}

function keepMoney(context: Context, tx: Transaction, order: OrderRow, payment: Payment) {
  const isNews = keepFacts({ context, tx, orderId: order.id }, payment);
  const facts = factsOf(tx, order, payment);
  return applyMoney(context, tx, order, facts, { askedAt: payment.askedAt, isNews });
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
    isWithdrawn: findWithdrawal(tx, order.id) !== undefined,
  };
}

/**
 * Brings an order in line with what its money is. A paid order never becomes unpaid. An order that was never accepted
 * as paid (it has no due date, and no open question that suspends one) stays in review until all its money went back.
 *
 * @param told when the provider was asked for it, and whether it told something that was not known
 */
export function applyMoney(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  facts: MoneyFacts,
  told?: { askedAt: number; isNews: boolean },
): Pick<Followed, 'paymentStatus' | 'isNews'> {
  const { paymentStatus: comesTo, ...money } = moneyOf(facts);
  const isAccepted = order.dueAt !== null || findOpenQuestion(tx, order.id) !== undefined;
  const paymentStatus: PaymentStatus = !isAccepted && comesTo !== 'refunded' ? 'review' : comesTo;
  const changes = { ...money, paymentStatus, receivedCents: facts.receivedCents };
  const isNews = told?.isNews === true || !hasAll(order, changes);
  if (isNews) {
    const asked = told ? { moneyAskedAt: told.askedAt } : {};
    updateOrderIf(tx, order.id, { paymentStatus: order.paymentStatus }, { ...changes, ...asked });
    // Whether its customer's words stand on the site, and whether its reading is to be written, may be otherwise now.
    context.publicChanged();
  }
  const changed = { ...order, ...changes };
  if (paymentStatus === 'refunded') closeOpenQuestion(context, tx, order.id, { actor: 'stripe' });
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
  if (money.refundedCents < order.refundedCents) reopenWithdrawal(context, tx, changed);
  if (isGoingOn(changed) && !isGoingOn(order)) {
    leaveClosedAccount(context, tx, order.id);
  }
  return { paymentStatus, isNews };
}

/** Reopens a withdrawal whose refund did not arrive; otherwise the money that is still due would be forgotten. */
function reopenWithdrawal({ clock }: Context, tx: Transaction, order: OrderRow): void {
  const known = findWithdrawal(tx, order.id);
  if (!known || known.settledAt === null) return;
  reopen(tx, known.id);
  recordEvent(tx, {
    orderId: order.id,
    type: 'withdrawal_reopened',
    actor: 'stripe',
    at: clock.now(),
    data: { amountCents: leftOf(order), currency: order.currency },
  });
}
