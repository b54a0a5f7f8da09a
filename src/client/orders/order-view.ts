import { limits } from '../../shared/limits.ts';
import {
  orderSorts,
  orderStatuses,
  paymentStatuses,
  sortDirections,
} from '../../shared/orders/order-status.ts';
import type { OrderSort } from '../../shared/orders/orders.ts';
import { isPeriod } from '../../shared/periods.ts';
import type { OrderListRequest } from '../desk/staff-api.ts';
import type { UrlParameters } from '../desk/url-state.ts';

const orderScopes = ['overdue', 'deleted'] as const;
const paymentFilters = [...paymentStatuses, 'all'] as const;

export const mostRows = 1_000;

export type OrderView = ReturnType<typeof readOrderView>;

/** Reads the view from an address, and leaves out invalid values. */
export function readOrderView(parameters: UrlParameters) {
  const sort = orderSorts.find((known) => known === parameters.sort) ?? 'date';
  const direction = sortDirections.find((known) => known === parameters.direction);
  return {
    q: (parameters.q ?? '').slice(0, limits.searchCharacters),
    sort,
    direction: direction ?? (sort === 'date' ? 'desc' : 'asc'),
    status: orderStatuses.find((known) => known === parameters.status) ?? ('' as const),
    /** Empty: all but unpaid orders */
    payment: paymentFilters.find((known) => known === parameters.payment) ?? ('' as const),
    /** A reader's id, or `none` */
    reader: parameters.reader ?? '',
    show: orderScopes.find((known) => known === parameters.show) ?? ('' as const),
    placed: isPeriod(parameters.placed ?? '') ? (parameters.placed ?? '') : '',
  };
}

export function readRows({ rows }: UrlParameters): number {
  return /^\d{1,4}$/.test(rows ?? '') ? Math.min(Number(rows), mostRows) : 0;
}

/** A click on the active column flips its direction, on another one sorts ascending (docs/product.md §7). */
export function sortAfterClick(view: OrderView, sort: OrderSort) {
  return { sort, direction: view.sort === sort && view.direction === 'asc' ? 'desc' : 'asc' };
}

export function exportAddress(view: OrderView): string {
  const { limit: _limit, ...query } = listRequest(view, 0);
  return `/api/orders.csv?${new URLSearchParams(query)}`;
}

export function listRequest({ show, ...view }: OrderView, limit: number, cursor = ''): OrderListRequest {
  const query = { ...view, limit: String(limit), cursor, ...(show && { [show]: 'true' }) };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}

/** @returns the page of the customer who placed an order: no URL contains their address */
export function customerPath(orderId: string): string {
  return `/admin/orders/${encodeURIComponent(orderId)}/customer`;
}
