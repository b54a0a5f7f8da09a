import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Order } from '../../shared/orders/orders.ts';
import { ApiError, messageOf } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderList } from './order-list.ts';

/** The order whose dialog is open. */
export interface OpenOrder {
  id: string;
  /** Empty until it is known. */
  orderNumber: string;
  /** As it is now. Null while it is being fetched, or when there is none. */
  order: Order | null;
  problem: string;
}

/** Where the open order stands in the list as it is filtered. */
export interface PlaceInList {
  /** From 1; null when it is not in the list, or not any more. */
  position: number | null;
  hasPrevious: boolean;
  hasNext: boolean;
}

/** What a part of the open order can be asked to do from elsewhere. */
export type OrderAction = 'approve' | 'reject' | 'edit' | 'refund' | 'correct' | 'print';

export interface OrderDetail {
  readonly $open: ReadableAtom<OpenOrder | null>;
  /** Its id alone, for whoever marks it. */
  readonly $openId: ReadableAtom<string | null>;
  readonly $place: ReadableAtom<PlaceInList>;
  /** @param action carried out once the part of the order that it belongs to is there */
  open(orderId: string, action?: OrderAction): void;
  /** The action that waits to be carried out on the open order. */
  readonly $action: ReadableAtom<OrderAction | null>;
  /** Says that the waiting action is being carried out. */
  takeAction(): void;
  /** Opens the one after it in the list, or before it; past the last one that is loaded, more are. */
  step(by: 1 | -1): Promise<void>;
  close(): void;
  /** Fetches the open order again. */
  refresh(): Promise<void>;
}

const nowhere: PlaceInList = { position: null, hasPrevious: false, hasNext: false };

/** Opens the order whose id the address names, as the server has it now: what the list says may be old. */
export function createOrderDetail(desk: DeskBase, orders: OrderList): OrderDetail {
  const { api, url, work, fetching } = desk;
  const $open = atom<OpenOrder | null>(null);
  let newest = 0;
  const $action = atom<OrderAction | null>(null);
  const $openId = computed($open, (open) => open?.id ?? null);
  const $place = atom<PlaceInList>(nowhere);
  // Whether closing may go back in the history: nothing else in the address has changed since.
  let wasPushed = false;
  let others = '';
  // Where it stood in the list last: once it has left, the next one is there.
  let lastIndex = -1;

  async function load(id: string): Promise<void> {
    newest += 1;
    const mine = newest;
    const isStale = () => mine !== newest || $open.get()?.id !== id;
    try {
      const order = await work.watch(api.order(id));
      if (isStale()) return;
      $open.set({ id, orderNumber: order.orderNumber, order, problem: '' });
      orders.put(order);
    } catch (error) {
      if (isStale()) return;
      const isGone = error instanceof ApiError && error.status === 404;
      const problem = messageOf(error, 'The order could not be loaded.');
      const { order = null, orderNumber = '' } = $open.get() ?? {};
      $open.set({ id, orderNumber, order: isGone ? null : order, problem });
    }
  }

  async function refresh(): Promise<void> {
    const open = $open.get();
    if (open) await load(open.id);
  }
  fetching.follow('orders', async (changed) => {
    const key = `orders/${$open.get()?.id}`;
    const isMeant = (old: string) => old === 'orders' || old === key || old.startsWith(`${key}/`);
    if (changed.some(isMeant)) await refresh();
  });

  function neighbours() {
    const id = $open.get()?.id;
    const { orders: rows, nextCursor } = orders.$state.get();
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) lastIndex = index;
    const next = index === -1 ? lastIndex : index + 1;
    // Deleted orders are not opened.
    if (!id || lastIndex === -1 || orders.$view.get().show === 'deleted') return null;
    return { index, previous: rows[lastIndex - 1], next: rows[next], isMore: !rows[next] && !!nextCursor };
  }

  function locate(): void {
    const found = neighbours();
    const place = found
      ? {
          position: found.index === -1 ? null : found.index + 1,
          hasPrevious: found.previous !== undefined,
          hasNext: found.next !== undefined || found.isMore,
        }
      : nowhere;
    if (JSON.stringify(place) !== JSON.stringify($place.get())) $place.set(place);
  }

  url.$parameters.subscribe((parameters) => {
    const { order: id, ...rest } = parameters;
    const othersNow = JSON.stringify(rest);
    if (othersNow !== others) wasPushed = false;
    others = othersNow;
    if (!id) {
      $open.set(null);
      $action.set(null);
      wasPushed = false;
      return;
    }
    if ($open.get()?.id === id) return;
    $action.set(null);
    lastIndex = -1;
    // What was fetched of it before may be old.
    fetching.forget(`orders/${id}`);
    const listed = orders.$state.get().orders.find((order) => order.id === id);
    $open.set({ id, orderNumber: listed?.orderNumber ?? '', order: null, problem: '' });
    void load(id);
  });

  orders.$state.listen(({ orders: rows }) => {
    const open = $open.get();
    const row = open?.order && rows.find((order) => order.id === open.id);
    if (row && row !== open.order) $open.set({ ...open, order: row, problem: '' });
  });

  orders.$view.listen(() => {
    lastIndex = -1;
  });
  orders.$state.listen(locate);
  $openId.subscribe(locate);

  function open(orderId: string, action: OrderAction | null = null): void {
    if (!$open.get()) {
      url.update({ order: orderId }, 'push');
      wasPushed = true;
    } else if ($open.get()?.id !== orderId) {
      // Back closes it, however many were looked at.
      url.update({ order: orderId });
    }
    $action.set(action);
  }

  return {
    $open,
    $openId,
    $place,
    refresh,
    open,
    $action,
    takeAction: () => $action.set(null),
    async step(by) {
      const from = $open.get()?.id;
      if (by === 1 && neighbours()?.isMore) await orders.loadMore();
      const found = neighbours();
      const row = by === 1 ? found?.next : found?.previous;
      if (row && $open.get()?.id === from) open(row.id);
    },
    close() {
      if (wasPushed) url.back();
      else url.update({ order: '' });
      wasPushed = false;
    },
  };
}
