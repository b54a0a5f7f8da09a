import { atom, type ReadableAtom } from 'nanostores';
import { limits } from '../../shared/limits.ts';
import { type OrderStatus, orderStatuses, paymentStatuses } from '../../shared/order-status.ts';
import {
  type Order,
  type OrderSort,
  orderSorts,
  type SortDirection,
  sortDirections,
} from '../../shared/orders.ts';
import { messageOf } from '../api.ts';
import type { OrderListRequest, PaymentFilter, StaffApi } from '../desk/staff-api.ts';
import type { UrlParameters, UrlState } from '../desk/url-state.ts';
import type { Work } from '../desk/work.ts';
import type { showToast } from '../toasts.ts';

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
  show: OrderSelection | '';
}

/** Orders that are looked for by something else than a column. */
export const orderSelections = ['overdue', 'deleted'] as const;
export type OrderSelection = (typeof orderSelections)[number];

export interface OrderListState {
  orders: Order[];
  total: number;
  /** Whether there may be more than `total`. */
  isTotalAtLeast: boolean;
  nextCursor: string | null;
  /** Null until the first answer. */
  view: OrderView | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  /** Why the list could not be loaded; empty when it could. */
  problem: string;
}

/** How long after the last key stroke a search starts, in milliseconds. */
export const searchDelay = 250;

const pageSize = 50;
const largestPage = 200;
/** How many rows an address brings back at once. */
const mostRows = 1_000;
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
    show: orderSelections.find((known) => known === parameters.show) ?? '',
  };
}

/** @returns how many rows an address asks for, all of them loaded by hand before; 0 for the first page */
export function readRows({ rows }: UrlParameters): number {
  return /^\d{1,4}$/.test(rows ?? '') ? Math.min(Number(rows), mostRows) : 0;
}

/** @returns the order after a click on a column: the active one flips, a new one starts ascending (spec/product.md §2) */
export function sortAfterClick(
  view: OrderView,
  column: OrderSort,
): { sort: OrderSort; direction: SortDirection } {
  if (view.sort !== column) return { sort: column, direction: 'asc' };
  return { sort: column, direction: view.direction === 'asc' ? 'desc' : 'asc' };
}

export interface OrderList {
  readonly $state: ReadableAtom<OrderListState>;
  readonly $view: ReadableAtom<OrderView>;
  /** What stands in the search box; the search follows it after a moment. */
  readonly $searchText: ReadableAtom<string>;
  search(text: string): void;
  /** Searches at once for what stands in the box. */
  searchNow(): void;
  sortBy(column: OrderSort): void;
  /** Values that make no sense filter nothing. */
  filter(changes: { status?: string; payment?: string; reader?: string; show?: string }): void;
  clearFilters(): void;
  loadMore(): Promise<void>;
  /** Fetches the rows on screen again. */
  refresh(): Promise<void>;
  remove(order: Order): Promise<boolean>;
  restore(order: Order): Promise<boolean>;
  assign(order: Order, readerId: string | null): Promise<boolean>;
  /** Takes a payment in review as it is: the order is paid. */
  acceptPayment(order: Order): Promise<boolean>;
  /** Puts a changed order into its row. */
  put(order: Order): void;
}

export function createOrderList(dependencies: {
  api: StaffApi;
  url: UrlState;
  work: Work;
  toast: typeof showToast;
  /** Called after an order was deleted, restored, reassigned or accepted as paid. */
  onChanged?: (orderId: string) => void;
}): OrderList {
  const { api, url, work, toast, onChanged } = dependencies;
  const $view = atom<OrderView>(readOrderView(url.$parameters.get()));
  const $searchText = atom($view.get().q);
  const $state = atom<OrderListState>({
    orders: [],
    total: 0,
    isTotalAtLeast: false,
    nextCursor: null,
    view: null,
    isLoading: true,
    isLoadingMore: false,
    problem: '',
  });
  let searchTimer: ReturnType<typeof setTimeout> | undefined;
  // Answers to anything but the newest request are dropped.
  let newest = 0;

  const set = (changes: Partial<OrderListState>) => $state.set({ ...$state.get(), ...changes });

  /**
   * Asks for pages until there are enough rows: a page may be short, or even empty, and not the last one.
   *
   * @param goOn told of what is there after each call; false ends it
   */
  async function collect(
    view: OrderView,
    enough: number,
    cursor: string | undefined,
    goOn: (orders: Order[]) => boolean,
  ): Promise<Pick<OrderListState, 'orders' | 'total' | 'isTotalAtLeast' | 'nextCursor'>> {
    const limit = Math.min(enough, largestPage);
    let page = await work.watch(api.listOrders(request(view, limit, cursor)));
    const { total, isTotalAtLeast = false } = page;
    let orders = page.orders;
    while (orders.length < enough && page.nextCursor && goOn(orders)) {
      page = await work.watch(api.listOrders(request(view, limit, page.nextCursor)));
      orders = joined(orders, page.orders);
    }
    return { orders, total, isTotalAtLeast, nextCursor: page.nextCursor };
  }

  /** Loads the first page, and further ones until as many rows as asked for are there. */
  async function load(rows = 0): Promise<void> {
    newest += 1;
    const mine = newest;
    const view = $view.get();
    set({ isLoading: true, isLoadingMore: false, problem: '' });
    try {
      const enough = Math.max(rows, pageSize);
      const found = await collect(view, enough, undefined, (orders) => {
        // Among very many orders a search takes several calls: what is found already is shown.
        if (mine === newest && rows === 0) set({ orders, view });
        return mine === newest;
      });
      if (mine !== newest) return;
      set({
        ...found,
        ...exactOrAtLeast(found.orders.length, found, found.nextCursor),
        view,
        isLoading: false,
      });
    } catch (error) {
      if (mine !== newest) return;
      set({ isLoading: false, problem: messageOf(error, 'The orders could not be loaded.') });
    }
  }

  url.$parameters.subscribe((parameters) => {
    const view = readOrderView(parameters);
    const isFirst = newest === 0;
    if (!isFirst && JSON.stringify(view) === JSON.stringify($view.get())) return;
    if (view.q !== $view.get().q && view.q !== $searchText.get().trim()) $searchText.set(view.q);
    $view.set(view);
    void load(readRows(parameters));
  });

  const put = (order: Order) =>
    set({ orders: $state.get().orders.map((row) => (row.id === order.id ? order : row)) });

  function takeOff(order: Order): void {
    const { orders, total } = $state.get();
    set({ orders: orders.filter(({ id }) => id !== order.id), total: Math.max(0, total - 1) });
  }

  const refresh = () => load($state.get().orders.length);

  /** Shows another list, from its beginning; Back returns to the one before unless it is replaced. */
  function update(changes: Record<string, string | undefined>, how: 'push' | 'replace' = 'push'): void {
    const view = readOrderView({ ...url.$parameters.get(), ...changes } as UrlParameters);
    if (JSON.stringify(view) !== JSON.stringify($view.get())) url.update({ ...changes, rows: '' }, how);
  }

  function searchNow(): void {
    clearTimeout(searchTimer);
    // One entry in the history for every pause in typing would bury what was there before.
    update({ q: $searchText.get().trim() }, 'replace');
  }

  function restore(order: Order): Promise<boolean> {
    return work.perform({
      subject: `order:${order.id}`,
      name: 'restore',
      run: async () => {
        await api.restoreOrder(order.id);
        if ($view.get().show === 'deleted') takeOff(order);
        toast({ title: 'Order Restored', description: `Order ${order.orderNumber} is back.` });
        onChanged?.(order.id);
        void refresh();
      },
      failure: { title: 'Restore Failed', message: 'Failed to restore order' },
      onConflict: () => void refresh(),
    });
  }

  return {
    $state,
    $view,
    $searchText,
    search(text) {
      $searchText.set(text);
      clearTimeout(searchTimer);
      searchTimer = setTimeout(searchNow, searchDelay);
    },
    searchNow,
    sortBy: (column) => update({ ...sortAfterClick($view.get(), column) }),
    filter: (changes) => update(changes),
    clearFilters() {
      clearTimeout(searchTimer);
      $searchText.set('');
      update({ q: '', status: '', payment: '', reader: '', show: '' });
    },
    async loadMore() {
      const { nextCursor, isLoading, isLoadingMore } = $state.get();
      if (!nextCursor || isLoading || isLoadingMore) return;
      const mine = newest;
      set({ isLoadingMore: true, problem: '' });
      try {
        const found = await collect($view.get(), pageSize, nextCursor, () => mine === newest);
        if (mine !== newest) return;
        const { orders, total, isTotalAtLeast } = $state.get();
        const all = joined(orders, found.orders);
        set({
          orders: all,
          ...exactOrAtLeast(all.length, { total, isTotalAtLeast }, found.nextCursor),
          nextCursor: found.nextCursor,
          isLoadingMore: false,
        });
        url.update({ rows: String(Math.min(all.length, mostRows)) });
      } catch (error) {
        if (mine !== newest) return;
        set({ isLoadingMore: false, problem: messageOf(error, 'More orders could not be loaded.') });
      }
    },
    refresh,
    remove: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'delete',
        run: async () => {
          await api.deleteOrder(order.id);
          takeOff(order);
          toast({
            title: 'Order Deleted',
            description: `Order ${order.orderNumber} is no longer listed.`,
            action: { label: 'Undo', run: () => void restore(order) },
          });
          onChanged?.(order.id);
          void refresh();
        },
        failure: { title: 'Delete Failed', message: 'Failed to delete order' },
        onConflict: () => void refresh(),
      }),
    assign: (order, readerId) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'assign',
        run: async () => {
          const changed = await api.assignOrder(order.id, readerId);
          const reader = changed.assignedReader?.username;
          put(changed);
          toast({
            title: 'Order Reassigned',
            description: reader
              ? `${order.orderNumber} is now with ${reader}.`
              : `${order.orderNumber} is with nobody now.`,
          });
          onChanged?.(order.id);
          // What the list is filtered by may not be so any more.
          if ($view.get().reader) void refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to reassign order' },
        onConflict: () => {
          onChanged?.(order.id);
          void refresh();
        },
      }),
    acceptPayment: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'accept',
        run: async () => {
          put(await api.acceptPayment(order.id));
          toast({
            title: 'Payment Accepted',
            description: `${order.orderNumber} is paid. Its confirmation is on its way.`,
          });
          onChanged?.(order.id);
          void refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to accept the payment' },
        onConflict: () => {
          onChanged?.(order.id);
          void refresh();
        },
      }),
    restore,
    put,
  };
}

/** Rows and those that follow; one that has moved meanwhile is not there twice. */
function joined(rows: Order[], following: Order[]): Order[] {
  const present = new Set(rows.map(({ id }) => id));
  return [...rows, ...following.filter(({ id }) => !present.has(id))];
}

/** What is known of the total once so many rows are there. */
function exactOrAtLeast(
  rows: number,
  { total, isTotalAtLeast }: { total: number; isTotalAtLeast: boolean },
  nextCursor: string | null,
): { total: number; isTotalAtLeast: boolean } {
  if (!isTotalAtLeast) return { total, isTotalAtLeast };
  return nextCursor
    ? { total: Math.max(total, rows), isTotalAtLeast }
    : { total: rows, isTotalAtLeast: false };
}

/** @returns where the list can be downloaded as a file, all pages of it */
export function exportAddress(view: OrderView): string {
  const { limit: _limit, ...query } = request(view, 0);
  return `/api/orders.csv?${new URLSearchParams(query)}`;
}

function request(view: OrderView, limit: number, cursor?: string): OrderListRequest {
  const { q, sort, direction, status, payment, reader, show } = view;
  return {
    sort,
    direction,
    limit: String(limit),
    ...(q && { q }),
    ...(status && { status }),
    ...(payment && { payment }),
    ...(reader && { reader }),
    ...(show && { [show]: 'true' as const }),
    ...(cursor && { cursor }),
  };
}
