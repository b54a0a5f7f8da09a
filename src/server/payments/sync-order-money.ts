import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { minutes } from '../../shared/durations.ts';
import { isRefundLost } from '../../shared/orders/money-states.ts';
import { isActive, isSendable, type PaymentStatus } from '../../shared/orders/order-status.ts';
import type { Context } from '../base/context.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { reassignFromClosedAccount } from '../orders/assign-to-free-reader.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { closeOpenQuestion } from '../orders/questions/close-question.ts';
import { findOpenQuestion } from '../orders/questions/question-repository.ts';
import { findWithdrawal, updateWithdrawal } from '../orders/withdrawal-repository.ts';
import { recallDelivery } from '../readings/review-reading.ts';
import { deriveMoney, type MoneyFacts, remainingMinor } from './derive-money.ts';
import { listDisputes, listRefunds, listWarnings } from './money-repository.ts';
import { storePaymentFacts } from './store-payment-facts.ts';

/** A request time this far in the future, in milliseconds, means that the clock was set back since. */
const clockTolerance = minutes(1);

/**
 * Stores what Stripe says of the money of an order that `settlePayment` has marked paid; it may put the order under review
 * and recall its reading. An answer older than what is known is ignored, and `isOutdated`.
 */
export function syncPaidOrder(context: Context, tx: Transaction, order: OrderRow, payment: Payment) {
  const { askedAt } = payment;
  if (isOutdated(context, order, payment) || isFromBeforeRefund(tx, order, payment)) {
    return { paymentStatus: order.paymentStatus, hasChanged: false, isOutdated: true };
  }
  const hasNewFacts = storePaymentFacts({ context, tx, order }, payment);
  const facts = readMoneyFacts(tx, order, payment);
  const applied = applyMoney(context, tx, order, facts, { askedAt, hasChanged: hasNewFacts });
  if (!applied.hasChanged) context.paymentCheckTimes.set(order.id, askedAt);
  return { ...applied, isOutdated: false };
}

/** Returns true if an order is paid and neither side knows of refunds, disputes or warnings. False says nothing. */
export function isPlainlyPaid(order: OrderRow, payment: Payment): boolean {
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

/** Returns true if the answer to a later request is known already. */
export function isOutdated(context: Context, order: OrderRow, { askedAt }: Payment): boolean {
  const latest = context.clock.now() + clockTolerance;
  const knownTimes = [order.moneyAskedAt ?? 0, context.paymentCheckTimes.get(order.id)?.value ?? 0];
  return knownTimes.some((known) => askedAt < known && (askedAt > latest || known <= latest));
}

/** @returns whether an answer names fewer refunds than are known: refunds do not vanish */
function isFromBeforeRefund(tx: Queryable, order: OrderRow, { refundedMinor, refunds }: Payment): boolean {
  if (refundedMinor >= order.refundedMinor + order.refundingMinor) return false;
  const named = new Set(refunds.map(({ id }) => id));
  return listRefunds(tx, order.id).some(
    (refund) => refund.stripeId !== null && !named.has(refund.stripeId) && !isRefundLost(refund),
  );
}

/** Reads what an order's money is derived from. @param latest what Stripe has just said; its last answer by default */
export function readMoneyFacts(
  tx: Queryable,
  order: OrderRow,
  latest: Pick<Payment, 'amountReceivedMinor' | 'refundedMinor' | 'isDisputed'> = {
    amountReceivedMinor: order.receivedMinor ?? order.amountMinor,
    refundedMinor: order.refundedMinor + order.refundingMinor,
    isDisputed: order.dispute !== null,
  },
): MoneyFacts {
  return {
    receivedMinor: latest.amountReceivedMinor,
    refundedMinor: latest.refundedMinor,
    refunds: listRefunds(tx, order.id).flatMap(({ status, amountMinor }) =>
      status === 'asked' || status === 'refused' ? [] : [{ status, amountMinor }],
    ),
    isDisputed: latest.isDisputed,
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
 * Stores an order's derived money; that may put it on hold, recall its reading or make a withdrawal due again.
 * An order that was never accepted as paid stays in review until all its money went back.
 */
export function applyMoney(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  facts: MoneyFacts,
  latest?: { askedAt: number; hasChanged: boolean },
): { paymentStatus: PaymentStatus; hasChanged: boolean } {
  const { paymentStatus: comesTo, ...money } = deriveMoney(facts);
  const isAccepted = order.dueAt !== null || findOpenQuestion(tx, order.id) !== undefined;
  const paymentStatus: PaymentStatus = !isAccepted && comesTo !== 'refunded' ? 'review' : comesTo;
  const changes = { ...money, paymentStatus, receivedMinor: facts.receivedMinor };
  const hasChanged = latest?.hasChanged === true || !isDeepStrictEqual({ ...order, ...changes }, order);
  if (hasChanged) {
    const asked = latest ? { moneyAskedAt: latest.askedAt } : {};
    updateOrderIf(tx, order.id, { paymentStatus: order.paymentStatus }, { ...changes, ...asked });
    context.signals.invalidatePublicPages();
  }
  const changed = { ...order, ...changes };
  if (paymentStatus === 'refunded') closeOpenQuestion(context, tx, order.id, { actor: 'stripe' });
  if (!isSendable(changed)) recallDelivery(context, tx, changed, 'stripe');
  if (paymentStatus !== order.paymentStatus || money.refundedMinor !== order.refundedMinor) {
    const at = context.clock.now();
    const { refundedMinor } = money;
    const data = { from: order.paymentStatus, to: paymentStatus, refundedMinor, currency: order.currency };
    recordEvent(tx, { orderId: order.id, type: 'payment_changed', actor: 'stripe', at, data });
  }
  if (money.refundedMinor < order.refundedMinor) reopenWithdrawal(context, tx, changed);
  if (isActive(changed) && !isActive(order)) reassignFromClosedAccount(context, tx, order.id);
  return { paymentStatus, hasChanged };
}

/** Reopens a settled withdrawal whose refund failed: its money is due again. */
function reopenWithdrawal({ clock }: Context, tx: Transaction, order: OrderRow): void {
  const known = findWithdrawal(tx, order.id);
  if (!known || known.settledAt === null) return;
  updateWithdrawal(tx, known.id, { settledAt: null, settledById: null });
  const data = { amountMinor: remainingMinor(order), currency: order.currency };
  recordEvent(tx, { orderId: order.id, type: 'withdrawal_reopened', actor: 'stripe', at: clock.now(), data });
}
