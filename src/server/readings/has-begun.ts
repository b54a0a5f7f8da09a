import type { Queryable } from '../../../db/client.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { hasDraft } from './draft-repository.ts';
import { findReadingOfOrder } from './kept/reading-repository.ts';

/** @returns whether somebody has begun to write the reading of an order: a first word of it is saved, or it is there */
export function hasBegun(db: Queryable, { id, status }: Pick<OrderRow, 'id' | 'status'>): boolean {
  return status !== 'pending' || hasDraft(db, id) || findReadingOfOrder(db, id) !== undefined;
}
