import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import type { Payment, PaymentDispute, PaymentRefund, PaymentWarning } from '../base/payment-gateway.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { issueRefundPaper } from '../orders/receipts.ts';
import { mailAboutDispute, mailAboutRefund } from './mail-about-money.ts';
import {
  findRefund,
  insertRefund,
  listDisputes,
  listWarnings,
  storeDispute,
  storeWarning,
  updateRefundIf,
} from './money-repository.ts';

interface PaymentUpdate {
  context: Context;
  tx: Transaction;
  order: OrderRow;
}

/** Stores the refunds, disputes and warnings of a payment. @returns whether any of them is news */
export function storePaymentFacts(update: PaymentUpdate, { refunds, disputes, warnings }: Payment): boolean {
  const hasChanged = [
    ...refunds.map((refund) => storePaymentRefund(update, refund)),
    ...(disputes ?? []).map((dispute) => storePaymentDispute(update, dispute)),
    ...(warnings ?? []).map((warning) => storePaymentWarning(update, warning)),
  ];
  return hasChanged.includes(true);
}

/** Stores a refund; one that was asked for here is found by our own id. @returns whether it is news */
export function storePaymentRefund({ context, tx, order }: PaymentUpdate, refund: PaymentRefund): boolean {
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
