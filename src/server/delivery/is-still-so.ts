import type { Queryable } from '../../../db/client.ts';
import { isAwaited, isToBeWritten, isWorkable } from '../../shared/orders/order-status.ts';
import type { NoticeKind } from '../../shared/people/notices.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';

/** @returns whether what a notice tells is still so: between its cause and its sending much can happen */
export function isStillSo(db: Queryable, kind: NoticeKind, order: OrderRow, userId: string): boolean {
  if (order.deletedAt !== null) return false;
  const isTheirs = order.assignedReaderId === userId;
  switch (kind) {
    case 'order_assigned':
    case 'due_soon':
      return isTheirs && isToWrite(order);
    case 'order_taken_away':
      return !isTheirs && order.status !== 'approved';
    case 'reading_rejected':
      return isTheirs && isToWrite(order) && order.status === 'rejected';
    case 'reading_submitted':
      return order.status === 'reading_uploaded';
    case 'mail_failed':
      return listMailsOfOrder(db, order.id).some(({ state }) => state === 'failed');
    case 'order_overdue':
      return isAwaited(order);
  }
}

/** Whether the order's reader has to write its reading, or to write it anew. */
function isToWrite({ status, paymentStatus }: OrderRow): boolean {
  return isToBeWritten(status) && isWorkable(paymentStatus);
}
