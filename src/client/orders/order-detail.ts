import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
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

/** What can be done about the open order, or the reading that is reviewed, by a key or the palette. */
export type OrderAction =
  | ('approve' | 'reject' | 'preview' | 'edit' | 'notes' | 'comment')
  | ('refund' | 'correct' | 'print');

export interface OrderDetail {
  readonly $open: ReadableAtom<OpenOrder | null>;
  /** Its id alone, for code that only compares it. */
  readonly $openId: ReadableAtom<string | null>;
  readonly $place: ReadableAtom<PlaceInList>;
  /** @param action carried out once the part of the order that it belongs to is there */
  open(orderId: string, action?: OrderAction): void;
  /** What is asked for; the part of the page that carries it out sets it to null. */
  readonly $asked: WritableAtom<{ action: OrderAction; orderId?: string } | null>;
  /**
   * Asks for an action.
   * @param orderId waits until that order or its reading is there; left out, it is for what is there, or for nothing
   */
  ask(action: OrderAction, orderId?: string): void;
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
  const $asked: OrderDetail['$asked'] = atom(null);
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
    // What was asked for elsewhere does not wait any more.
    $asked.set(null);
    const { order: id, ...rest } = parameters;
    const othersNow = JSON.stringify(rest);
    if (othersNow !== others) wasPushed = false;
    others = othersNow;
    if (!id) {
      $open.set(null);
      wasPushed = false;
      return;
    }
    if ($open.get()?.id === id) return;
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

  function ask(action: OrderAction, orderId?: string): void {
    $asked.set({ action, orderId });
    if (!orderId) $asked.set(null);
  }

  function open(orderId: string, action?: OrderAction): void {
    if (!$open.get()) {
      url.update({ order: orderId }, 'push');
      wasPushed = true;
    } else if ($open.get()?.id !== orderId) {
      // Back closes it, however many were looked at.
      url.update({ order: orderId });
    }
    if (action) ask(action, orderId);
  }

  return {
    $open,
    $openId,
    $place,
    refresh,
    open,
    $asked,
    ask,
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
