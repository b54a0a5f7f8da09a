import { csvHeader, csvLines } from '../../shared/orders/csv.ts';
import type { OrderExportQuery, OrderListQuery, OrderPage } from '../../shared/orders/orders.ts';
import type { Context } from '../context/context.ts';
import { presentOrder } from '../orders/present-order.ts';
import { decodeOrderCursor, encodeOrderCursor } from './order-cursor.ts';
import { listOrders } from './order-list-repository.ts';

/** How many orders of an export are read at once. */
const exportedAtOnce = 200;

/** @returns a page of the admin's list */
export function listOrdersForAdmin(context: Context, query: OrderListQuery): OrderPage {
  const direction = query.direction ?? (query.sort === 'date' ? 'desc' : 'asc');
  const list = { ...query, direction, now: context.clock.now() };
  const page = listOrders(context.db, list, query.cursor ? decodeOrderCursor(query.cursor, list) : null);
  return {
    orders: page.rows.map(presentOrder),
    total: page.total,
    ...(page.isTotalExact ? {} : { isTotalAtLeast: true }),
    nextCursor: page.next && encodeOrderCursor(page.next, list),
  };
}

/**
 * Writes a whole list as CSV, page by page, so that others are served in between.
 *
 * @returns parts of the file
 */
export function* exportOrders(context: Context, query: OrderExportQuery): Generator<string> {
  yield csvHeader();
  let cursor: string | undefined;
  do {
    const page = listOrdersForAdmin(context, { ...query, limit: exportedAtOnce, cursor });
    yield csvLines(page.orders);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
