import type { Queryable } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { deliveryHeldUntil } from '../outbox/enqueue-mail.ts';
import type { OrderRow } from './order-repository.ts';

/** @returns whether the reading of an order is its customer's: its approval can no longer be undone */
export function isReadingSent(context: Context, db: Queryable, order: OrderRow): boolean {
  return order.status === 'approved' && deliveryHeldUntil(context, db, order.id) === null;
}
