import type { Order } from '../../shared/orders/orders.ts';
import type { OrderView } from './order-view.ts';

/* What becomes of the rows of a list, and of their number, as answers come in. */

/** Rows that come again as they were stay the same objects: what shows them is not drawn again. */
export function kept(before: Order[], now: Order[]): Order[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return now.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
}

/** @returns rows as they are after what has become of them since they were asked for */
export function followed(rows: Order[], since: ReadonlyMap<string, Order | null>): Order[] {
  return rows.flatMap((row) => {
    const now = since.get(row.id);
    return now === null ? [] : [now ?? row];
  });
}

export function isSame(a: Order, b: Order): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @returns what decides in a view whether an order is listed, and where: the time it was placed never changes */
export function placeOf(order: Order, { q, sort, status, payment, reader, show }: OrderView): string {
  return JSON.stringify([
    payment || show ? order.paymentStatus : order.paymentStatus === 'unpaid',
    (status || show || sort === 'status') && order.status,
    reader && order.assignedReader?.id,
    show && order.dueAt,
    (q || sort === 'customer') && order.customerName,
    q && order.customerEmail,
  ]);
}

/** Rows and those that follow; one that has moved meanwhile is not there twice. */
export function joined(rows: Order[], following: Order[]): Order[] {
  const present = new Set(rows.map(({ id }) => id));
  return [...rows, ...following.filter(({ id }) => !present.has(id))];
}

/** What is known of the total once so many rows are there. */
export function exactOrAtLeast(
  rows: number,
  { total, isTotalAtLeast }: { total: number; isTotalAtLeast: boolean },
  nextCursor: string | null,
): { total: number; isTotalAtLeast: boolean } {
  if (!isTotalAtLeast) return { total, isTotalAtLeast };
  return nextCursor
    ? { total: Math.max(total, rows), isTotalAtLeast }
    : { total: rows, isTotalAtLeast: false };
}
