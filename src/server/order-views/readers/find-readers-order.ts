import { isOnReadersDesk } from '../../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { orderNotFound } from '../../orders/find-order.ts';
import { findOrder, findOrderByNumber } from '../../orders/order-repository.ts';
import { presentReaderOrder } from '../../orders/present-order.ts';
import { findOpenQuestion } from '../../questions/question-repository.ts';
import { findReadingOfOrder } from '../../readings/kept/reading-repository.ts';

/**
 * @param name an order's number or its id
 * @returns the order, if it is one of those that their reader's list has; null otherwise
 */
export function findReadersOrder(
  { db }: Context,
  reader: Pick<SignedIn, 'id'>,
  name: string,
): ReaderOrder | null {
  const order = findOrderByNumber(db, name) ?? findOrder(db, name);
  if (order?.assignedReaderId !== reader.id || !isOnReadersDesk(order)) return null;
  const { submittedAt = null, feedback = null } = findReadingOfOrder(db, order.id) ?? {};
  const waitsSince = findOpenQuestion(db, order.id)?.askedAt ?? null;
  return presentReaderOrder({ ...order, waitsSince, submittedAt, feedback });
}

/** @throws {DomainError} `order_not_found`, also for another reader's order */
export function requireReadersOrder(context: Context, reader: SignedIn, name: string): ReaderOrder {
  const order = findReadersOrder(context, reader, name);
  if (!order) throw orderNotFound();
  return order;
}
