import { orderStatuses } from '../../../shared/orders/order-status.ts';
import type { Bounds, OrderCursor, OrderListOptions, Sorting } from './order-list-conditions.ts';
import type { PlacedSeqs } from './placed-orders-repository.ts';

/* Which parts of an index a list is read from. */

/**
 * The rest of a list in parts that can each be found in an index from end to end. A list by status has one
 * for every status.
 */
export function stretches(
  list: OrderListOptions,
  cursor: OrderCursor | null,
  placed: PlacedSeqs | null,
): Bounds[] {
  if (list.sort !== 'status') return [{ status: null, after: startOf(list, cursor, placed), end: null }];
  const statuses = [...orderStatuses].sort();
  if (list.direction === 'desc') statuses.reverse();
  return statuses
    .filter(
      (status) =>
        !cursor?.value || (list.direction === 'asc' ? status >= cursor.value : status <= cursor.value),
    )
    .filter((status) => !list.status || status === list.status)
    .map((status) => {
      const after = cursor?.value === status ? cursor : null;
      return { status, after: startOf(list, after, placed), end: null };
    });
}

/** @returns after what a list goes on: where it was, but not before the first that was placed in time */
export function startOf(
  { sort, direction }: Sorting,
  cursor: OrderCursor | null,
  placed: PlacedSeqs | null,
): OrderCursor | null {
  if (!placed || sort === 'customer') return cursor;
  const seq =
    direction === 'asc'
      ? Math.max(cursor?.seq ?? 0, placed.first - 1)
      : Math.min(cursor?.seq ?? Number.MAX_SAFE_INTEGER, placed.last + 1);
  return { value: cursor?.value ?? null, seq };
}

/** @returns the end of a part of a list, but not after the last that was placed in time; null for its very end */
export function endOf(
  { sort, direction }: Sorting,
  end: OrderCursor | null,
  placed: PlacedSeqs | null,
): { end: OrderCursor | null; isLast: boolean } {
  if (!placed || sort === 'customer') return { end, isLast: end === null };
  const last = direction === 'asc' ? placed.last : placed.first;
  const isLast = !end || (direction === 'asc' ? end.seq >= last : end.seq <= last);
  return { end: isLast ? { value: null, seq: last } : end, isLast };
}
