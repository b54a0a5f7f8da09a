import { atom, type ReadableAtom } from 'nanostores';
import type { Order, OrderSort } from '../../shared/orders/orders.ts';
import { messageOf } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { UrlParameters } from '../desk/url-state.ts';
import { exactOrAtLeast, followed, isSame, joined, kept, placeOf } from './order-rows.ts';
import {
  listRequest,
  mostRows,
  type OrderView,
  readOrderView,
  readRows,
  sortAfterClick,
} from './order-view.ts';

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

/** While the admin types, searches run this often: for the first key at once, for the last one after this at most. */
export const searchPauseMs = 80;

const ordersKey = 'orders/';
const pageSize = 50;
const largestPage = 200;

export interface OrderList {
  readonly $state: ReadableAtom<OrderListState>;
  readonly $view: ReadableAtom<OrderView>;
  /** What stands in the search box; the search follows it, at once or after a moment. */
  readonly $searchText: ReadableAtom<string>;
  search(text: string): void;
  /** Searches at once for what stands in the box. */
  searchNow(): void;
  sortBy(column: OrderSort): void;
  /** Ignores invalid values. */
  filter(changes: {
    status?: string;
    payment?: string;
    reader?: string;
    show?: string;
    placed?: string;
  }): void;
  clearFilters(): void;
  loadMore(): Promise<void>;
  /** Fetches the rows on screen again. */
  refresh(): Promise<void>;
  /** Puts a changed order into its row. */
  put(order: Order): void;
  /** Takes the row of an order that does not belong into the list any more. */
  takeOff(order: Order): void;
}

export function createOrderList(desk: DeskBase): OrderList {
  const { api, url, work, fetching } = desk;
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
  let searchRest: ReturnType<typeof setTimeout> | undefined;
  // Whether something was typed meanwhile.
  let isTypedOn = false;
  // Answers to anything but the newest request are dropped; so are those about one row.
  let newest = 0;
  const newestOfRow = new Map<string, number>();
  // Whether a row has changed so that it belongs elsewhere, or not into the list any more.
  let isOutOfPlace = false;
  // What has become of rows since the newest request; null for one that was taken off.
  const since = new Map<string, Order | null>();
  let running: Promise<void> | null = null;
  // Whether something has changed after what is on its way was asked for.
  let isAskedAgain = false;

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
    let page = await work.watch(api.listOrders(listRequest(view, limit, cursor)));
    const { total, isTotalAtLeast = false } = page;
    let orders = page.orders;
    while (orders.length < enough && page.nextCursor && goOn(orders)) {
      page = await work.watch(api.listOrders(listRequest(view, limit, page.nextCursor)));
      orders = joined(orders, page.orders);
    }
    return { orders, total, isTotalAtLeast, nextCursor: page.nextCursor };
  }

  /** Loads the first page, and further ones until as many rows as asked for are there. */
  function load(rows = 0): Promise<void> {
    newest += 1;
    const mine = newest;
    isAskedAgain = false;
    running = loadAs(mine, rows).then(() => {
      if (mine !== newest) return;
      running = null;
      return isAskedAgain ? refresh() : undefined;
    });
    return running;
  }

  async function loadAs(mine: number, rows: number): Promise<void> {
    const view = $view.get();
    isOutOfPlace = false;
    since.clear();
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
        orders: kept($state.get().orders, followed(found.orders, since)),
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

  function put(order: Order): void {
    const { orders, isLoading } = $state.get();
    if (isLoading) since.set(order.id, order);
    const before = orders.find(({ id }) => id === order.id);
    if (!before || isSame(before, order)) return;
    isOutOfPlace ||= placeOf(before, $view.get()) !== placeOf(order, $view.get());
    set({ orders: orders.map((row) => (row === before ? order : row)) });
  }

  function takeOff(order: Order): void {
    const { orders, total } = $state.get();
    since.set(order.id, null);
    set({ orders: orders.filter(({ id }) => id !== order.id), total: Math.max(0, total - 1) });
  }

  /** Waits for a running fetch before the next: if each change restarted it, a slow list would never load. */
  function refresh(): Promise<void> {
    if (!running) return load($state.get().orders.length);
    isAskedAgain = true;
    return running;
  }

  /** One row that stays where it is is fetched alone; else all that are on screen are. */
  async function follow(changed: string[]): Promise<void> {
    const [key = '', ...others] = changed;
    const id = key.slice(ordersKey.length);
    const { orders, nextCursor, isLoading } = $state.get();
    const isAlone = others.length === 0 && !isLoading && !isOutOfPlace;
    // When nothing is left on screen, those that follow come up.
    const isEnough = orders.length > 0 || !nextCursor;
    const isTakenOff = since.get(id) === null;
    if (isTakenOff && isAlone) since.delete(id);
    if (isTakenOff && isAlone && isEnough) return;
    if (!isAlone || !orders.some((row) => row.id === id)) return refresh();
    const list = newest;
    const mine = (newestOfRow.get(id) ?? 0) + 1;
    newestOfRow.set(id, mine);
    const order = await work.watch(api.order(id)).catch(() => null);
    if (list !== newest || mine !== newestOfRow.get(id)) return;
    if (order) put(order);
    if (!order || isOutOfPlace) await refresh();
  }
  fetching.follow('orders', follow);

  /** Shows another list, from its beginning; Back returns to the one before unless it is replaced. */
  function update(changes: Record<string, string | undefined>, how: 'push' | 'replace' = 'push'): void {
    const view = readOrderView({ ...url.$parameters.get(), ...changes } as UrlParameters);
    if (JSON.stringify(view) !== JSON.stringify($view.get())) url.update({ ...changes, rows: '' }, how);
  }

  function searchNow(): void {
    clearTimeout(searchRest);
    isTypedOn = false;
    searchRest = setTimeout(() => {
      searchRest = undefined;
      if (isTypedOn) searchNow();
    }, searchPauseMs);
    // One entry in the history for every key would bury what was there before.
    update({ q: $searchText.get().trim() }, 'replace');
  }

  return {
    $state,
    $view,
    $searchText,
    search(text) {
      $searchText.set(text);
      if (searchRest === undefined) searchNow();
      else isTypedOn = true;
    },
    searchNow,
    sortBy: (column) => update({ ...sortAfterClick($view.get(), column) }),
    filter: (changes) => update(changes),
    clearFilters() {
      $searchText.set('');
      update({ q: '', status: '', payment: '', reader: '', show: '', placed: '' });
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
    put,
    takeOff,
  };
}
