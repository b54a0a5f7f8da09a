import { limits } from '../../shared/limits.ts';
import {
  type OrderStatus,
  orderSorts,
  orderStatuses,
  paymentStatuses,
  sortDirections,
} from '../../shared/orders/order-status.ts';
import type { OrderSort, SortDirection } from '../../shared/orders/orders.ts';
import { isPeriod } from '../../shared/periods.ts';
import type { OrderListRequest, PaymentFilter } from '../desk/staff-api.ts';
import type { UrlParameters } from '../desk/url-state.ts';

/** Which orders are listed, and how; all of it lives in the address. */
export interface OrderView {
  q: string;
  sort: OrderSort;
  direction: SortDirection;
  /** Empty: every status */
  status: OrderStatus | '';
  /** Empty: all but unpaid orders */
  payment: PaymentFilter | '';
  /** A reader's id; empty: every reader */
  reader: string;
  /** Empty: all orders but deleted ones */
  show: OrderScope | '';
  /** When they were placed, as `isPeriod` knows it; empty: whenever */
  placed: string;
}

/** Orders that are looked for by something else than a column. */
export const orderScopes = ['overdue', 'deleted'] as const;
export type OrderScope = (typeof orderScopes)[number];

/** How many rows an address brings back at once. */
export const mostRows = 1_000;
const paymentFilters: readonly PaymentFilter[] = [...paymentStatuses, 'all'];

/** @returns the view an address asks for; what makes no sense is left out */
export function readOrderView(parameters: UrlParameters): OrderView {
  const sort = orderSorts.find((known) => known === parameters.sort) ?? 'date';
  const direction = sortDirections.find((known) => known === parameters.direction);
  return {
    q: (parameters.q ?? '').slice(0, limits.searchCharacters),
    sort,
    direction: direction ?? (sort === 'date' ? 'desc' : 'asc'),
    status: orderStatuses.find((known) => known === parameters.status) ?? '',
    payment: paymentFilters.find((known) => known === parameters.payment) ?? '',
    reader: parameters.reader ?? '',
    show: orderScopes.find((known) => known === parameters.show) ?? '',
    placed: isPeriod(parameters.placed ?? '') ? (parameters.placed ?? '') : '',
  };
}

/** @returns how many rows an address asks for, all of them loaded by hand before; 0 for the first page */
export function readRows({ rows }: UrlParameters): number {
  return /^\d{1,4}$/.test(rows ?? '') ? Math.min(Number(rows), mostRows) : 0;
}

/** @returns the order after a click on a column: the active one flips, a new one ascends (docs/product.md §7) */
export function sortAfterClick(
  view: OrderView,
  column: OrderSort,
): { sort: OrderSort; direction: SortDirection } {
  if (view.sort !== column) return { sort: column, direction: 'asc' };
  return { sort: column, direction: view.direction === 'asc' ? 'desc' : 'asc' };
}

/** @returns where the list can be downloaded as a file, all pages of it */
export function exportAddress(view: OrderView): string {
  const { limit: _limit, ...query } = listRequest(view, 0);
  return `/api/orders.csv?${new URLSearchParams(query)}`;
}

/** @returns what the server is asked for, so many orders at most */
export function listRequest(view: OrderView, limit: number, cursor?: string): OrderListRequest {
  const { q, sort, direction, status, payment, reader, show, placed } = view;
  return {
    sort,
    direction,
    limit: String(limit),
    ...(q && { q }),
    ...(status && { status }),
    ...(payment && { payment }),
    ...(reader && { reader }),
    ...(placed && { placed }),
    ...(show && { [show]: 'true' as const }),
    ...(cursor && { cursor }),
  };
}
