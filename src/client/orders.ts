import { atom, type ReadableAtom } from 'nanostores';
import { limits } from '../shared/limits.ts';
import { type OrderStatus, orderStatuses, paymentStatuses } from '../shared/order-status.ts';
import {
  type Order,
  type OrderSort,
  orderSorts,
  type SortDirection,
  sortDirections,
} from '../shared/orders.ts';
import { messageOf } from './api.ts';
import type { OrderListRequest, PaymentFilter, StaffApi } from './staff-api.ts';
import type { showToast } from './toasts.ts';
import type { UrlParameters, UrlState } from './url-state.ts';
import type { Work } from './work.ts';

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
}

export interface OrderListState {
  orders: Order[];
  total: number;
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
  };
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
  filter(changes: { status?: string; payment?: string; reader?: string }): void;
  clearFilters(): void;
  loadMore(): Promise<void>;
  /** Fetches the rows on screen again. */
  refresh(): Promise<void>;
  remove(order: Order): Promise<boolean>;
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

  /** Loads the first page, and further ones until as many rows as asked for are there. */
  async function load(rows = 0): Promise<void> {
    newest += 1;
    const mine = newest;
    const view = $view.get();
    set({ isLoading: true, isLoadingMore: false, problem: '' });
    try {
      let page = await work.watch(
        api.listOrders(request(view, Math.min(Math.max(rows, pageSize), largestPage))),
      );
      const orders = [...page.orders];
      while (mine === newest && orders.length < rows && page.nextCursor) {
        page = await work.watch(api.listOrders(request(view, largestPage, page.nextCursor)));
        orders.push(...page.orders);
      }
      if (mine !== newest) return;
      set({ orders, total: page.total, nextCursor: page.nextCursor, view, isLoading: false });
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
    void load();
  });

  const put = (order: Order) =>
    set({ orders: $state.get().orders.map((row) => (row.id === order.id ? order : row)) });

  const refresh = () => load($state.get().orders.length);

  function searchNow(): void {
    clearTimeout(searchTimer);
    url.update({ q: $searchText.get().trim() });
  }

  async function restore(order: Order): Promise<void> {
    await work.perform({
      subject: `order:${order.id}`,
      name: 'restore',
      run: async () => {
        await api.restoreOrder(order.id);
        toast({ title: 'Order Restored', description: `Order ${order.orderNumber} is back.` });
        onChanged?.(order.id);
        void refresh();
      },
      failure: { title: 'Undo Failed', message: 'Failed to restore order' },
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
    sortBy: (column) => url.update(sortAfterClick($view.get(), column)),
    filter: (changes) => url.update(changes),
    clearFilters() {
      clearTimeout(searchTimer);
      $searchText.set('');
      url.update({ q: '', status: '', payment: '', reader: '' });
    },
    async loadMore() {
      const { nextCursor, isLoading, isLoadingMore } = $state.get();
      if (!nextCursor || isLoading || isLoadingMore) return;
      const mine = newest;
      set({ isLoadingMore: true, problem: '' });
      try {
        const page = await work.watch(api.listOrders(request($view.get(), pageSize, nextCursor)));
        if (mine !== newest) return;
        const { orders } = $state.get();
        const present = new Set(orders.map((order) => order.id));
        const added = page.orders.filter((order) => !present.has(order.id));
        set({
          orders: [...orders, ...added],
          total: page.total,
          nextCursor: page.nextCursor,
          isLoadingMore: false,
        });
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
          const { orders, total } = $state.get();
          set({ orders: orders.filter(({ id }) => id !== order.id), total: Math.max(0, total - 1) });
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
    put,
  };
}

function request(view: OrderView, limit: number, cursor?: string): OrderListRequest {
  const { q, sort, direction, status, payment, reader } = view;
  return {
    sort,
    direction,
    limit: String(limit),
    ...(q && { q }),
    ...(status && { status }),
    ...(payment && { payment }),
    ...(reader && { reader }),
    ...(cursor && { cursor }),
  };
}
