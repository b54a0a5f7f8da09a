import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { minutes } from '../../shared/durations.ts';
import {
  type DisputeState,
  type DisputeStatus,
  type Hold,
  isRefundLost,
  warningKinds,
} from '../../shared/orders/money-states.ts';
import { isActive, isSendable, type PaymentStatus } from '../../shared/orders/order-status.ts';
import type { Context } from '../base/context.ts';
import type { Payment, PaymentDispute, PaymentRefund, PaymentWarning } from '../base/payment-gateway.ts';
import { reassignFromClosedAccount } from '../orders/assign-orders.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { closeOpenQuestion } from '../orders/questions/close-question.ts';
import { findOpenQuestion } from '../orders/questions/question-repository.ts';
import { issueRefundPaper } from '../orders/receipts.ts';
import { recallDelivery } from '../readings/review-reading.ts';
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

/** Returns true if the answer to a later request is known already. */
export function isOutdated(context: Context, order: OrderRow, { askedAt }: Payment): boolean {
  const latest = context.clock.now() + clockTolerance;
  const knownTimes = [order.moneyAskedAt ?? 0, context.paymentCheckTimes.get(order.id) ?? 0];
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

interface PaymentUpdate {
  context: Context;
  tx: Transaction;
  order: OrderRow;
}

/** Stores the refunds, disputes and warnings of a payment. @returns whether any of them is news */
function storePaymentFacts(update: PaymentUpdate, { refunds, disputes, warnings }: Payment): boolean {
  const hasChanged = [
    ...refunds.map((refund) => storePaymentRefund(update, refund)),
    ...(disputes ?? []).map((dispute) => storePaymentDispute(update, dispute)),
    ...(warnings ?? []).map((warning) => storePaymentWarning(update, warning)),
  ];
  return hasChanged.includes(true);
}

/** Stores a refund that Stripe has just made. */
export function storeMadeRefund(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  made: PaymentRefund,
): void {
  if (!storePaymentRefund({ context, tx, order }, made)) return;
  const facts = readMoneyFacts(tx, order);
  const refundedMinor = facts.refundedMinor + (isRefundLost(made) ? 0 : made.amountMinor);
  applyMoney(context, tx, order, { ...facts, refundedMinor });
}

/** Stores a refund; one that was asked for here is found by our own id. @returns whether it is news */
function storePaymentRefund({ context, tx, order }: PaymentUpdate, refund: PaymentRefund): boolean {
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
    return true;
  }
  if (known.status === status) return false;
  updateRefundIf(tx, known.id, known.status, { stripeId, status, failure });
  issueRefundPaper(context, tx, order, { ...known, status });
  mailAboutRefund(context, tx, { ...known, status }, known.status);
  const isAnswer = known.stripeId === null;
  const type = isAnswer ? 'refund_made' : 'refund_changed';
  const actor = isAnswer && known.askedBy ? known.askedBy : 'stripe';
  recordEvent(tx, { orderId, type, actor, at: now, data });
  return true;
}

function storePaymentDispute(
  { context, tx, order: { id: orderId } }: PaymentUpdate,
  dispute: PaymentDispute,
): boolean {
  const known = listDisputes(tx, orderId).find(({ id }) => id === dispute.id);
  if (known && isDeepStrictEqual({ ...known, ...dispute }, known)) return false;
  storeDispute(tx, { ...dispute, orderId });
  if (known?.status === dispute.status && known.withdrawnMinor === dispute.withdrawnMinor) return true;
  const { id: disputeId, status: disputeStatus, reason, currency, amountMinor, withdrawnMinor } = dispute;
  const data = { disputeId, disputeStatus, reason, amountMinor, currency, withdrawnMinor };
  const at = context.clock.now();
  recordEvent(tx, { orderId, type: 'dispute_changed', actor: 'stripe', at, data });
  mailAboutDispute(context, tx, { orderId, ...dispute }, known?.status ?? null);
  return true;
}

function storePaymentWarning(
  { context, tx, order: { id: orderId } }: PaymentUpdate,
  warning: PaymentWarning,
): boolean {
  const known = listWarnings(tx, orderId).find(({ id }) => id === warning.id);
  if (known && isDeepStrictEqual({ ...known, ...warning }, known)) return false;
  storeWarning(tx, { ...warning, orderId });
  if (known?.isOpen === warning.isOpen) return true;
  const { kind, reason, isOpen } = warning;
  const data = { kind, reason, isOpen };
  recordEvent(tx, { orderId, type: 'payment_warning', actor: 'stripe', at: context.clock.now(), data });
  return true;
}

export interface MoneyFacts {
  receivedMinor: number;
  refundedMinor: number;
  refunds: Pick<RefundRow, 'amountMinor' | 'status'>[];
  /** Whether the payment was ever disputed, for callers that did not ask for the disputes. */
  isDisputed: boolean;
  disputes: Pick<PaymentDispute, 'status'>[];
  warnings: (Pick<PaymentWarning, 'kind' | 'isOpen'> & { isDismissed: boolean })[];
  isWithdrawn?: boolean;
}

/** Derives an order's money from the facts, in whichever order they became known (docs/product.md §4). */
export function deriveMoney(facts: MoneyFacts) {
  const underWay = facts.refunds.filter(isUnderWay).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const refundedMinor = Math.max(0, facts.refundedMinor - underWay);
  const dispute = disputeOf(facts);
  return {
    paymentStatus: paymentStatusOf(facts.receivedMinor, refundedMinor, dispute),
    refundedMinor,
    /** What is on its way back and can still fail. */
    refundingMinor: facts.refundedMinor - refundedMinor,
    dispute,
    hold: holdOf(facts),
  };
}

const meanings: [DisputeState, readonly DisputeStatus[]][] = [
  ['lost', ['lost']],
  ['open', ['needs_response', 'under_review']],
  ['inquiry', ['warning_needs_response', 'warning_under_review']],
  ['closed', ['won', 'warning_closed', 'prevented']],
];

/** A payment can be disputed several times: the gravest counts. */
function disputeOf({ disputes, isDisputed }: MoneyFacts): DisputeState | null {
  const found = meanings.find(([, statuses]) => disputes.some(({ status }) => statuses.includes(status)));
  return found?.[0] ?? (isDisputed ? 'open' : null);
}

function paymentStatusOf(
  receivedMinor: number,
  refundedMinor: number,
  dispute: DisputeState | null,
): Extract<PaymentStatus, 'paid' | 'partially_refunded' | 'refunded' | 'disputed'> {
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (refundedMinor === 0) return 'paid';
  return refundedMinor >= receivedMinor ? 'refunded' : 'partially_refunded';
}

function holdOf({ receivedMinor, refundedMinor, refunds, warnings, isWithdrawn }: MoneyFacts): Hold | null {
  if (refundedMinor >= receivedMinor && refunds.some(isUnderWay)) return 'refund';
  // A free order has no money to refund, but a withdrawal stops its reading all the same.
  if (isWithdrawn && (refundedMinor < receivedMinor || receivedMinor === 0)) return 'withdrawal';
  const undecided = warnings.filter(({ isOpen, isDismissed }) => isOpen && !isDismissed);
  return warningKinds.find((kind) => undecided.some((warning) => warning.kind === kind)) ?? null;
}

function isUnderWay({ status }: Pick<RefundRow, 'status'>): boolean {
  return status === 'pending' || status === 'requires_action';
}

/** @returns how many minor units can be refunded: none that a bank has taken back, but an inquiry stops no refund */
export function refundableMinor(facts: MoneyFacts): number {
  const { dispute } = deriveMoney(facts);
  return dispute === 'open' || dispute === 'lost' ? 0 : facts.receivedMinor - facts.refundedMinor;
}

/** @returns the minor units of an order that did not go back yet; pending refunds still count */
export function remainingMinor(order: {
  amountMinor: number;
  receivedMinor: number | null;
  refundedMinor: number;
}): number {
  return (order.receivedMinor ?? order.amountMinor) - order.refundedMinor;
}
