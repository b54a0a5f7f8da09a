import type { Queryable, Transaction } from '../../../db/client.ts';
import type { Hold } from '../../shared/orders/money-states.ts';
import {
  endedReason,
  hasEnded,
  isWorkable,
  type OrderStatus,
  paymentStatusLabels,
  type TransitionName,
  transitions,
  transitionsFrom,
} from '../../shared/orders/order-status.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { isVisibleToReader, requireOrderFor } from '../orders/find-order.ts';
import { findAssignment } from '../orders/order-events-repository.ts';
import { findOrderEvenDeleted, type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import type { ReadingRow } from './reading-repository.ts';

export const writingEnds = {
  refunded: 'This order was refunded, so its reading is no longer needed.',
  refunding: 'This order is being refunded, so its reading is not needed.',
  withdrawn: 'The customer has withdrawn from this order, so its reading is not needed.',
  disputed: 'The customer disputes the payment of this order, so work on it stops until that is settled.',
  deleted: 'This order was deleted, so its reading is no longer needed.',
  reassigned: 'This order was given to another reader.',
  takenBack: 'This order was unassigned and is waiting for a reader.',
} as const;

/** Shown to the writer, without the doubt that a bank or Stripe has. */
export const paymentHoldNotice =
  'The payment of this order is being checked. You can keep writing; the reading waits until that is settled.';

/** Returns an order the user may write. @throws {DomainError} `order_not_found`; `order_conflict`: unpaid or ended */
export function requireOrderToWrite(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const end = user.role === 'reader' ? endOfWriting(db, user, orderId) : null;
  if (end) throw end;
  const order = requireOrderFor(db, user, orderId);
  refuseUnlessWorkable(order);
  return order;
}

export function refuseUnlessWorkable(order: OrderRow): void {
  refuseUnlessPaid(order);
  refuseOnceEnded(order);
}

function refuseUnlessPaid({ paymentStatus }: OrderRow): void {
  if (isWorkable(paymentStatus)) return;
  const { label } = paymentStatusLabels[paymentStatus];
  throw new DomainError('order_conflict', `This order cannot be worked on: its payment is "${label}".`);
}

const holdWords: Record<Hold, string> = {
  refund: 'the order is being refunded',
  withdrawal: 'its customer has withdrawn from the contract',
  early_fraud_warning: 'the card’s bank warns of fraud',
  review: 'Stripe is reviewing its payment',
};

/** Refuses an order whose money all goes or went back, or whose customer has withdrawn. @throws {DomainError} */
export function refuseOnceEnded(order: OrderRow): void {
  if (!hasEnded(order)) return;
  throw new DomainError('order_conflict', `${endedReason(order)}, so work on it has stopped.`);
}

export function refuseUnlessSendable(order: OrderRow): void {
  refuseUnlessPaid(order);
  if (order.hold === null) return;
  throw new DomainError(
    'order_conflict',
    `This reading cannot be sent: ${holdWords[order.hold]}. Please decide about the payment first.`,
  );
}

/** @returns the change that took an order away from its reader, and no later one */
function endOfWriting(db: Queryable, reader: SignedIn, orderId: string): DomainError | null {
  const order = findOrderEvenDeleted(db, orderId);
  if (!order || !isVisibleToReader(order)) return null;
  if (order.assignedReaderId !== reader.id) {
    if (!findAssignment(db, orderId, reader.username)) return null;
    return new DomainError(
      'order_not_found',
      order.assignedReaderId ? writingEnds.reassigned : writingEnds.takenBack,
    );
  }
  if (order.deletedAt !== null) return new DomainError('order_not_found', writingEnds.deleted);
  if (order.paymentStatus === 'refunded') return new DomainError('order_conflict', writingEnds.refunded);
  if (order.hold === 'refund') return new DomainError('order_conflict', writingEnds.refunding);
  if (order.hold === 'withdrawal') return new DomainError('order_conflict', writingEnds.withdrawn);
  return order.paymentStatus === 'disputed' ? new DomainError('order_conflict', writingEnds.disputed) : null;
}

/** Changes an order's status by the table of transitions. @throws {DomainError} `reading_conflict` if too late */
export function applyTransition(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  name: TransitionName,
  user: SignedIn,
): void {
  const { from, to } = transitions[name];
  const isAllowed = transitionsFrom(order.status, user.role).includes(name);
  if (isAllowed && updateOrderIf(tx, order.id, { status: from }, { status: to })) return;
  context.log.info({ orderId: order.id, transition: name, status: order.status }, 'a change came too late');
  throw new DomainError('reading_conflict', lateMessages[order.status]);
}

/** Refuses a decision on an older version of a reading; `undefined` passes. @throws {DomainError} `reading_conflict` */
export function requireLatestRevision(reading: ReadingRow, seen: number | undefined): void {
  if (seen === undefined || seen === reading.revision) return;
  throw new DomainError(
    'reading_conflict',
    'There is now a newer version of this reading. Please read it first; nothing was changed.',
  );
}

const lateMessages: Record<OrderStatus, string> = {
  pending: 'Nothing has been written for this order yet.',
  reading_uploaded: 'A reading of this order was submitted in the meantime and is under review.',
  approved: 'The reading was approved in the meantime; its text can no longer be changed.',
  rejected: 'The reading was rejected in the meantime and is back with its reader.',
};
