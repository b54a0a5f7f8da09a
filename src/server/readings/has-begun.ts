import type { Queryable } from '../../../db/client.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { hasDraft } from './draft-repository.ts';
import { findReadingOfOrder } from './kept/reading-repository.ts';

/** @returns whether the writing of an order's reading has begun: a draft or the reading is stored */
export function hasBegun(db: Queryable, { id, status }: Pick<OrderRow, 'id' | 'status'>): boolean {
  return status !== 'pending' || hasDraft(db, id) || findReadingOfOrder(db, id) !== undefined;
}
