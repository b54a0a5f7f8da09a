import type { Transaction } from '../../../db/client.ts';
import { columnsOf } from '../../../db/prepared.ts';
import type { Context } from '../base/context.ts';
import type { Payment, PaymentDispute, PaymentRefund, PaymentWarning } from '../base/payment-gateway.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import {
  findRefund,
  insertRefund,
  keepDispute,
  keepWarning,
  listDisputes,
  listWarnings,
  updateRefundIf,
} from './money-repository.ts';
import { mailAboutDispute, mailAboutRefund } from './tell-customer.ts';

interface Told {
  context: Context;
  tx: Transaction;
  orderId: string;
}

/** Stores the refunds, disputes and warnings of a payment. @returns whether any of them is news */
export function keepFacts(told: Told, { refunds, disputes, warnings }: Payment): boolean {
  const isNews = [
    ...refunds.map((refund) => keepRefund(told, refund)),
    ...(disputes ?? []).map((dispute) => noteDispute(told, dispute)),
    ...(warnings ?? []).map((warning) => noteWarning(told, warning)),
  ];
  return isNews.includes(true);
}

/** Stores a refund; one that was asked for here is found by our own id. @returns whether it is news */
export function keepRefund({ context, tx, orderId }: Told, refund: PaymentRefund): boolean {
  const now = context.clock.now();
  const { id: stripeId, amountCents, status, failure, ourId, createdAt } = refund;
  const known = findRefund(tx).get({ stripeId, id: ourId });
  const data = { amountCents, refundId: stripeId, refundStatus: status, failure };
  if (!known) {
    const made = { id: context.random.newId(), orderId, stripeId, amountCents, status, failure, createdAt };
    insertRefund(tx, made);
    recordEvent(tx, { orderId, type: 'refund_made', actor: 'stripe', at: now, data });
    mailAboutRefund(context, tx, made, null);
    return true;
  }
  if (known.status === status) return false;
  updateRefundIf(tx, known.id, known.status, { stripeId, status, failure });
  mailAboutRefund(context, tx, { ...known, status }, known.status);
  const isAnswer = known.stripeId === null;
  recordEvent(tx, {
    orderId,
    type: isAnswer ? 'refund_made' : 'refund_changed',
    actor: isAnswer && known.askedBy ? known.askedBy : 'stripe',
    at: now,
    data,
  });
  return true;
}

function noteDispute({ context, tx, orderId }: Told, dispute: PaymentDispute): boolean {
  const known = listDisputes(tx, orderId).find(({ id }) => id === dispute.id);
  if (known && hasAll(known, dispute)) return false;
  keepDispute(tx, { ...dispute, orderId });
  if (known?.status === dispute.status && known.withdrawnCents === dispute.withdrawnCents) return true;
  const { id: disputeId, status: disputeStatus, reason, amountCents, withdrawnCents } = dispute;
  const data = { disputeId, disputeStatus, reason, amountCents, withdrawnCents };
  const at = context.clock.now();
  recordEvent(tx, { orderId, type: 'dispute_changed', actor: 'stripe', at, data });
  mailAboutDispute(context, tx, { orderId, ...dispute }, known?.status ?? null);
  return true;
}

function noteWarning({ context, tx, orderId }: Told, warning: PaymentWarning): boolean {
  const known = listWarnings(tx, orderId).find(({ id }) => id === warning.id);
  if (known && hasAll(known, warning)) return false;
  keepWarning(tx, { ...warning, orderId });
  if (known?.isOpen === warning.isOpen) return true;
  const { kind, reason, isOpen } = warning;
  recordEvent(tx, {
    orderId,
    type: 'payment_warning',
    actor: 'stripe',
    at: context.clock.now(),
    data: { kind, reason, isOpen },
  });
  return true;
}

export function hasAll<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return columnsOf(values).every((column) => row[column] === values[column]);
}
