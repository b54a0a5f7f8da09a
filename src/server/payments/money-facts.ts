import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { minutes } from '../../shared/durations.ts';
import { isRefundLost } from '../../shared/orders/money-states.ts';
import { isActive, isSendable, type PaymentStatus } from '../../shared/orders/order-status.ts';
import type { Context } from '../base/context.ts';
import type { Payment, PaymentDispute, PaymentRefund, PaymentWarning } from '../base/payment-gateway.ts';
import { reassignFromClosedAccount } from '../orders/assign-orders.ts';
import { findOpenQuestion } from '../orders/messages/message-repository.ts';
import { closeOpenQuestion } from '../orders/messages/questions.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { issueRefundPaper } from '../orders/receipts.ts';
import { recallDelivery } from '../readings/review-reading.ts';
import { deriveMoney, type MoneyFacts, remainingMinor } from './derive-money.ts';
import { mailAboutDispute, mailAboutRefund } from './mail-about-money.ts';
import {
  findRefund,
  insertRefund,
  listDisputes,
  listRefunds,
  listWarnings,
  type RefundRow,
  storeDispute,
  storeWarning,
  updateRefundIf,
} from './money-repository.ts';
import { findWithdrawal, updateWithdrawal } from './withdrawal-repository.ts';

/* What Stripe says of an order's money: stored as it says it, and derived into the order's own columns (decision 015). */

/** A request time this far in the future, in milliseconds, means that the clock was set back since. */
const clockTolerance = minutes(1);

/**
 * Stores a fetched payment's facts on its order, which `settlePayment` marked paid; may put the order under review and
 * recall its reading. Ignores a payment fetched before the one stored, and returns `isOutdated`.
 */
export function syncPaidOrder(context: Context, tx: Transaction, order: OrderRow, payment: Payment) {
  const { askedAt } = payment;
  if (isOutdated(context, order, payment) || isFromBeforeRefund(tx, order, payment)) {
    return { paymentStatus: order.paymentStatus, hasChanged: false, isOutdated: true };
  }
  const hasChanged = hasMoneyNews(tx, order, payment);
  storePaymentFacts({ context, tx, order }, payment);
  const facts = readMoneyFacts(tx, order, payment);
  const applied = applyMoney(context, tx, order, facts, { askedAt, hasChanged });
  if (!applied.hasChanged) context.paymentCheckTimes.set(order.id, askedAt);
  return { ...applied, isOutdated: false };
}

/** Returns whether this answer is older than one already stored for the order. */
export function isOutdated(context: Context, order: OrderRow, { askedAt }: Payment): boolean {
  const latest = context.clock.now() + clockTolerance;
  const knownTimes = [order.moneyAskedAt ?? 0, context.paymentCheckTimes.get(order.id) ?? 0];
  return knownTimes.some((known) => askedAt < known && (askedAt > latest || known <= latest));
}

/** Returns whether a payment has fewer refunds than are stored: refunds do not vanish. */
function isFromBeforeRefund(tx: Queryable, order: OrderRow, { refundedMinor, refunds }: Payment): boolean {
  if (refundedMinor >= order.refundedMinor + order.refundingMinor) return false;
  const named = new Set(refunds.map(({ id }) => id));
  return listRefunds(tx, order.id).some(
    (refund) => refund.stripeId !== null && !named.has(refund.stripeId) && !isRefundLost(refund),
  );
}

/** Reads the facts from which an order's money is derived. @param latest the fetched payment; default: as stored */
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
    refunds: listRefunds(tx, order.id),
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

/** Returns whether a paid order's fetched payment shows refunds, disputes or warnings that are not stored yet. */
export function hasMoneyNews(db: Queryable, order: OrderRow, payment: Payment): boolean {
  const { refunds, disputes, warnings } = payment;
  return (
    refunds.some((refund) => isRefundNews(db, refund)) ||
    (disputes ?? []).some((dispute) => isNews(dispute, listDisputes(db, order.id))) ||
    (warnings ?? []).some((warning) => isNews(warning, listWarnings(db, order.id))) ||
    differs(order, deriveColumns(db, order, readMoneyFacts(db, order, payment)))
  );
}

function isRefundNews(db: Queryable, { id, ourId, status }: PaymentRefund): boolean {
  return findRefund(db, id, ourId)?.status !== status;
}

function isNews<Fact extends { id: string }>(said: Fact, stored: Fact[]): boolean {
  const known = stored.find(({ id }) => id === said.id);
  return !known || differs(known, said);
}

function differs(stored: object, said: object): boolean {
  return !isDeepStrictEqual({ ...stored, ...said }, stored);
}

/** Derives an order's columns. One never accepted as paid stays in review until all its money is refunded. */
function deriveColumns(db: Queryable, order: OrderRow, facts: MoneyFacts) {
  const { paymentStatus: derived, ...money } = deriveMoney(facts);
  const isAccepted = order.dueAt !== null || findOpenQuestion(db, order.id) !== undefined;
  const paymentStatus: PaymentStatus = !isAccepted && derived !== 'refunded' ? 'review' : derived;
  return { ...money, paymentStatus, receivedMinor: facts.receivedMinor };
}

/** Stores an order's derived money, which may put it on hold, recall its reading or make a withdrawal due again. */
export function applyMoney(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  facts: MoneyFacts,
  latest?: { askedAt: number; hasChanged: boolean },
): { paymentStatus: PaymentStatus; hasChanged: boolean } {
  const changes = deriveColumns(tx, order, facts);
  const { paymentStatus, refundedMinor } = changes;
  const hasChanged = latest?.hasChanged === true || differs(order, changes);
  if (hasChanged) {
    const asked = latest ? { moneyAskedAt: latest.askedAt } : {};
    updateOrderIf(tx, order.id, { paymentStatus: order.paymentStatus }, { ...changes, ...asked });
    context.signals.invalidatePublicPages();
  }
  const changed = { ...order, ...changes };
  if (paymentStatus === 'refunded') closeOpenQuestion(context, tx, order.id, { actor: 'stripe' });
  if (!isSendable(changed)) recallDelivery(context, tx, changed, 'stripe');
  if (paymentStatus !== order.paymentStatus || refundedMinor !== order.refundedMinor) {
    const at = context.clock.now();
    const data = { from: order.paymentStatus, to: paymentStatus, refundedMinor, currency: order.currency };
    recordEvent(tx, { orderId: order.id, type: 'payment_changed', actor: 'stripe', at, data });
  }
  if (refundedMinor < order.refundedMinor) reopenWithdrawal(context, tx, changed);
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

interface PaymentUpdate {
  context: Context;
  tx: Transaction;
  order: OrderRow;
}

function storePaymentFacts(update: PaymentUpdate, { refunds, disputes, warnings }: Payment): void {
  for (const refund of refunds) storePaymentRefund(update, refund);
  for (const dispute of disputes ?? []) storePaymentDispute(update, dispute);
  for (const warning of warnings ?? []) storePaymentWarning(update, warning);
}

/** Stores a refund that Stripe just made, unless a webhook was faster and stored a newer state. */
export function storeMadeRefund(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  made: PaymentRefund,
): void {
  const asked = findRefund(tx, made.id, made.ourId);
  if (asked && asked.stripeId !== null) return;
  storePaymentRefund({ context, tx, order }, made);
  const facts = readMoneyFacts(tx, order);
  const isCounted = isRefundLost(made) || isInTotal(tx, order.id, facts.refundedMinor, asked);
  const refundedMinor = facts.refundedMinor + (isCounted ? 0 : made.amountMinor);
  applyMoney(context, tx, order, { ...facts, refundedMinor });
}

/** Returns whether a total already includes a refund: Stripe may send a total without listing its refunds. */
function isInTotal(tx: Queryable, orderId: string, totalMinor: number, asked: RefundRow | undefined) {
  if (!asked) return false;
  const made = listRefunds(tx, orderId).filter((row) => row.stripeId !== null && !isRefundLost(row));
  const madeMinor = made.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return totalMinor >= Math.max(madeMinor, asked.refundedBeforeMinor + asked.amountMinor);
}

/** Stores a refund from Stripe, found by our own id if it was requested here. */
function storePaymentRefund({ context, tx, order }: PaymentUpdate, refund: PaymentRefund): void {
  const { id: orderId, currency } = order;
  const now = context.clock.now();
  const { id: stripeId, amountMinor, status, failure, ourId, createdAt } = refund;
  const known = findRefund(tx, stripeId, ourId);
  const data = { amountMinor, currency, refundId: stripeId, refundStatus: status, failure };
  if (!known) {
    const made = { id: context.random.newId(), orderId, stripeId, amountMinor, status, failure, createdAt };
    insertRefund(tx, made);
    recordEvent(tx, { orderId, type: 'refund_made', actor: 'stripe', at: now, data });
    issueRefundPaper(context, tx, order, made);
    mailAboutRefund(context, tx, made, null);
    return;
  }
  if (known.status === status) return;
  updateRefundIf(tx, known.id, known.status, { stripeId, status, failure });
  issueRefundPaper(context, tx, order, { ...known, status });
  mailAboutRefund(context, tx, { ...known, status }, known.status);
  const isAnswer = known.stripeId === null;
  const type = isAnswer ? 'refund_made' : 'refund_changed';
  const actor = isAnswer && known.askedBy ? known.askedBy : 'stripe';
  recordEvent(tx, { orderId, type, actor, at: now, data });
}

function storePaymentDispute(
  { context, tx, order: { id: orderId } }: PaymentUpdate,
  dispute: PaymentDispute,
): void {
  const stored = listDisputes(tx, orderId);
  if (!isNews(dispute, stored)) return;
  const known = stored.find(({ id }) => id === dispute.id);
  storeDispute(tx, { ...dispute, orderId });
  if (known?.status === dispute.status && known.withdrawnMinor === dispute.withdrawnMinor) return;
  const { id: disputeId, status: disputeStatus, reason, currency, amountMinor, withdrawnMinor } = dispute;
  const data = { disputeId, disputeStatus, reason, amountMinor, currency, withdrawnMinor };
  const at = context.clock.now();
  recordEvent(tx, { orderId, type: 'dispute_changed', actor: 'stripe', at, data });
  mailAboutDispute(context, tx, { orderId, ...dispute }, known?.status ?? null);
}

function storePaymentWarning(
  { context, tx, order: { id: orderId } }: PaymentUpdate,
  warning: PaymentWarning,
): void {
  const stored = listWarnings(tx, orderId);
  if (!isNews(warning, stored)) return;
  storeWarning(tx, { ...warning, orderId });
  const { id, kind, reason, isOpen } = warning;
  if (stored.find((known) => known.id === id)?.isOpen === isOpen) return;
  const data = { kind, reason, isOpen };
  recordEvent(tx, { orderId, type: 'payment_warning', actor: 'stripe', at: context.clock.now(), data });
}
