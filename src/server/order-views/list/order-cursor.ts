import { z } from 'zod';
import type { OrderSort, SortDirection } from '../../../shared/orders/orders.ts';
import { decodeCursor, encodeCursor, wrongCursor } from '../../basics/paging.ts';
import type { OrderCursor } from './order-list-conditions.ts';

interface ListOrder {
  sort: OrderSort;
  direction: SortDirection;
}

const cursorSchema = z.tuple([z.string(), z.string(), z.string().max(200).nullable(), z.int().min(0)]);

/** @returns the cursor as an opaque text for the next call; it belongs to one sort order */
export function encodeOrderCursor(cursor: OrderCursor, list: ListOrder): string {
  return encodeCursor([list.sort, list.direction, cursor.value, cursor.seq]);
}

/**
 * Reads a cursor that `encodeOrderCursor` wrote.
 *
 * @throws {DomainError} `invalid_request` when it is not one, or belongs to another sort order
 */
export function decodeOrderCursor(text: string, list: ListOrder): OrderCursor {
  const result = cursorSchema.safeParse(decodeCursor(text));
  if (!result.success || result.data[0] !== list.sort || result.data[1] !== list.direction) {
    throw wrongCursor();
  }
  const [, , value, seq] = result.data;
  return { value, seq };
}
