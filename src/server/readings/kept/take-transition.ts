import type { Transaction } from '../../../../db/client.ts';
import {
  type OrderStatus,
  type TransitionName,
  transitions,
  transitionsFrom,
} from '../../../shared/orders/order-status.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { type OrderRow, updateOrderIf } from '../../orders/order-repository.ts';
import type { ReadingRow } from './reading-repository.ts';

/** Changes an order's status by the table of transitions, if it is still the one the transition starts from. */
export function takeTransition(
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

export function refuseUnlessSeen(reading: ReadingRow, seen: number | undefined): void {
  if (seen === undefined || seen === reading.revision) return;
  throw new DomainError(
    'reading_conflict',
    'Meanwhile there is a newer version of this reading. Please read it first; nothing was changed.',
  );
}

const lateMessages: Record<OrderStatus, string> = {
  pending: 'Nothing has been written for this order yet.',
  reading_uploaded: 'Meanwhile a reading of this order was handed in and is under review.',
  approved: 'Meanwhile the reading was approved; its text can no longer be changed.',
  rejected: 'Meanwhile the reading was rejected and is with its reader again.',
};
