import { atom } from 'nanostores';
import { errorMessage } from '../../lib/answers.ts';
import type { UrlParameters } from '../../lib/url-state.ts';
import { limits } from '../../shared/limits.ts';
import type { Order, OrderSort } from '../../shared/orders/order-schema.ts';
import {
  orderSorts,
  orderStatuses,
  paymentStatuses,
  sortDirections,
} from '../../shared/orders/order-status.ts';
import { isPeriod } from '../../shared/periods.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderListRequest } from '../desk/staff-api.ts';

export const searchPauseMs = 50;

const pageSize = 50;
const largestPage = 200;

export type OrderList = ReturnType<typeof createOrderList>;

/** Creates the list of orders with the filters and sorting in the address; fetches it at once and after changes. */
export function createOrderList({ api, url, work, fetching }: DeskBase) {
  const $view = atom(readOrderView(url.$parameters.get()));
  const $searchText = atom($view.get().q);
  const $state = atom({
    orders: [] as Order[],
    total: 0,
    /** Whether there may be more than `total`. */
    isTotalAtLeast: false,
    nextCursor: null as string | null,
    /** The view of these orders; null before the first answer. */
    view: null as OrderView | null,
    isLoading: true,
    isLoadingMore: false,
    problem: '',
  });
  let searchTimer: ReturnType<typeof setTimeout> | undefined;
  // Answers to anything but the newest request are dropped.
  let newest = 0;
  let running = Promise.resolve();
  let isStale = false;

  const set = (changes: Partial<ReturnType<typeof $state.get>>) =>
    $state.set({ ...$state.get(), ...changes });

  /** Fetches pages until there are enough rows: a page may be short or empty without being the last. */
  async function fetchRows(enough: number, cursor?: string, onRows?: (orders: Order[]) => void) {
    const mine = newest;
    const view = $view.get();
    const limit = Math.min(enough, largestPage);
    let page = await work.watch(api.listOrders(listRequest(view, limit, cursor)));
    const { total, isTotalAtLeast = false } = page;
    let orders = page.orders;
    while (mine === newest && page.nextCursor && orders.length < enough) {
      onRows?.(orders);
      page = await work.watch(api.listOrders(listRequest(view, limit, page.nextCursor)));
      orders = joined(orders, page.orders);
    }
    return mine === newest ? { orders, total, isTotalAtLeast, nextCursor: page.nextCursor } : null;
  }

  /** Loads the list from the start with at least this many rows; 0 loads the first page. */
  function load(rows = 0): Promise<void> {
    running = loadNow(rows);
    return running;
  }

  async function loadNow(rows: number): Promise<void> {
    newest += 1;
    const mine = newest;
    const view = $view.get();
    isStale = false;
    set({ isLoading: true, isLoadingMore: false, problem: '' });
    try {
      const found = await fetchRows(Math.max(rows, pageSize), undefined, (orders) => {
        // With very many orders a search takes several calls, so the rows found so far are shown.
        if (rows === 0) set({ orders, view });
      });
      if (!found) return;
      const orders = kept($state.get().orders, found.orders);
      set({ ...withCount({ ...found, orders }), view, isLoading: false });
    } catch (error) {
      if (mine !== newest) return;
      set({ isLoading: false, problem: errorMessage(error, 'The orders could not be loaded.') });
    }
    if (isStale) await load($state.get().orders.length);
  }

  /** Waits for a running fetch before the next: if each change restarted it, a slow list would never load. */
  function refresh(): Promise<void> {
    if (!$state.get().isLoading) return load($state.get().orders.length);
    isStale = true;
    return running;
  }
  fetching.follow('orders', refresh);

  url.$parameters.subscribe((parameters) => {
    const view = readOrderView(parameters);
    if (newest > 0 && JSON.stringify(view) === JSON.stringify($view.get())) return;
    if (view.q !== $view.get().q && view.q !== $searchText.get().trim()) $searchText.set(view.q);
    $view.set(view);
    void load(readRowCount(parameters));
  });

  /** Shows another list from its start; Back returns to the previous one unless it is replaced. */
  function update(changes: Record<string, string | undefined>, how: 'push' | 'replace' = 'push'): void {
    const parameters = { ...url.$parameters.get(), ...changes } as Record<string, string>;
    if (JSON.stringify(readOrderView(parameters)) === JSON.stringify($view.get())) return;
    url.update({ ...changes, rows: '' }, how);
  }

  function searchNow(): void {
    clearTimeout(searchTimer);
    update({ q: $searchText.get().trim() }, 'replace');
  }

  return {
    $state,
    $view,
    $searchText,
    search(text: string) {
      $searchText.set(text);
      clearTimeout(searchTimer);
      searchTimer = setTimeout(searchNow, searchPauseMs);
    },
    searchNow,
    sortBy: (column: OrderSort) => update(sortAfterClick($view.get(), column)),
    filter: (
      changes: Partial<Record<'status' | 'payment' | 'reader' | 'offer' | 'show' | 'placed', string>>,
    ) => update(changes),
    clearFilters() {
      $searchText.set('');
      update({ q: '', status: '', payment: '', reader: '', offer: '', show: '', placed: '' });
    },
    async loadMore() {
      const { nextCursor, isLoading, isLoadingMore } = $state.get();
      if (!nextCursor || isLoading || isLoadingMore) return;
      const mine = newest;
      set({ isLoadingMore: true, problem: '' });
      try {
        const found = await fetchRows(pageSize, nextCursor);
        if (!found) return;
        const { total, isTotalAtLeast, orders: before } = $state.get();
        const orders = joined(before, found.orders);
        set({ ...withCount({ ...found, total, isTotalAtLeast, orders }), isLoadingMore: false });
        url.update({ rows: String(Math.min(orders.length, mostRows)) });
      } catch (error) {
        if (mine !== newest) return;
        set({ isLoadingMore: false, problem: errorMessage(error, 'More orders could not be loaded.') });
      }
    },
    refresh,
  };
}

/** Keeps the objects of unchanged rows, so that they are not rendered again. */
function kept(before: Order[], now: Order[]): Order[] {
  const known = new Map(before.map((row) => [JSON.stringify(row), row]));
  return now.map((row) => known.get(JSON.stringify(row)) ?? row);
}

/** Appends rows, skipping those that moved there from earlier rows. */
function joined(rows: Order[], following: Order[]): Order[] {
  const present = new Set(rows.map(({ id }) => id));
  return [...rows, ...following.filter(({ id }) => !present.has(id))];
}

type Found = { orders: Order[]; total: number; isTotalAtLeast: boolean; nextCursor: string | null };

function withCount(found: Found): Found {
  const { length } = found.orders;
  if (found.nextCursor === null) return { ...found, total: length, isTotalAtLeast: false };
  return { ...found, total: Math.max(found.total, length) };
}

const orderScopes = ['overdue', 'deleted'] as const;
const paymentFilters = [...paymentStatuses, 'all'] as const;

const mostRows = 1_000;

type OrderView = ReturnType<typeof readOrderView>;

/** Returns the list's filters and sorting in an address; invalid values become defaults. */
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
    /** An offer's id */
    offer: parameters.offer ?? '',
    show: orderScopes.find((known) => known === parameters.show) ?? ('' as const),
    placed: isPeriod(parameters.placed ?? '') ? (parameters.placed ?? '') : '',
  };
}

/** Returns the number of rows in an address, at most 1,000; 0 without one. */
export function readRowCount({ rows }: UrlParameters): number {
  return /^\d{1,4}$/.test(rows ?? '') ? Math.min(Number(rows), mostRows) : 0;
}

/** Returns `sort` and `direction` after a click: reversed if active, else ascending (docs/product.md §7). */
export function sortAfterClick(view: OrderView, sort: OrderSort) {
  return { sort, direction: view.sort === sort && view.direction === 'asc' ? 'desc' : 'asc' };
}

/** Returns the address of the CSV file of all orders in a view, not only the loaded ones. */
export function exportAddress(view: OrderView): string {
  const { limit: _limit, ...query } = listRequest(view, 0);
  return `/api/orders.csv?${new URLSearchParams(query)}`;
}

function listRequest({ show, ...view }: OrderView, limit: number, cursor = ''): OrderListRequest {
  const query = { ...view, limit: String(limit), cursor, ...(show && { [show]: 'true' }) };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}

/** Returns the path of the customer page. It names an order, because no URL may contain an email address. */
export function customerPath(orderId: string): string {
  return `/admin/orders/${encodeURIComponent(orderId)}/customer`;
}
