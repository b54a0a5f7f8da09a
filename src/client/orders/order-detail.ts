import { atom, computed, keepMount } from 'nanostores';
import type { Order } from '../../shared/orders/orders.ts';
import { ApiError, messageOf } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderList } from './order-list.ts';

export interface OpenOrder {
  id: string;
  orderNumber: string;
  /** Null while it is being fetched, or when it is gone. */
  order: Order | null;
  problem: string;
}

/** What keys and the palette can do to the open order, or to the reading under review. */
export type OrderAction =
  | ('approve' | 'reject' | 'preview' | 'edit' | 'notes' | 'comment')
  | ('refund' | 'correct' | 'print');

export type OrderDetail = ReturnType<typeof createOrderDetail>;

/** Opens the order whose id is in the address, as the server has it now. */
export function createOrderDetail({ api, url, work, fetching }: DeskBase, orders: OrderList) {
  const $open = atom<OpenOrder | null>(null);
  const $openId = computed($open, (open) => open?.id ?? null);
  /** The action that is asked for; the component that carries it out sets it to null. */
  const $asked = atom<{ action: OrderAction; orderId?: string | undefined } | null>(null);
  let newest = 0;
  // Whether closing may go back in the history: nothing else in the address has changed since.
  let wasPushed = false;
  let otherParameters = '';
  // Its last index in the list: once it has left the list, the next one is there.
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
    if (changed.some((one) => one === 'orders' || one === key || one.startsWith(`${key}/`))) await refresh();
  });

  function neighbors() {
    const id = $open.get()?.id;
    const { orders: rows, nextCursor } = orders.$state.get();
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) lastIndex = index;
    const next = index === -1 ? lastIndex : index + 1;
    // Deleted orders are not opened.
    if (!id || lastIndex === -1 || orders.$view.get().show === 'deleted') return null;
    return { index, previous: rows[lastIndex - 1], next: rows[next], isMore: !rows[next] && !!nextCursor };
  }

  /** The place in the list, from 1; null when it is not listed. */
  const $place = computed([orders.$state, $openId], () => {
    const found = neighbors();
    return {
      position: found && found.index !== -1 ? found.index + 1 : null,
      hasPrevious: found?.previous !== undefined,
      hasNext: found?.next !== undefined || found?.isMore === true,
    };
  });
  keepMount($place);

  url.$parameters.subscribe(({ order: id, ...others }) => {
    $asked.set(null);
    if (JSON.stringify(others) !== otherParameters) wasPushed = false;
    otherParameters = JSON.stringify(others);
    if (!id) {
      $open.set(null);
      wasPushed = false;
      return;
    }
    if ($open.get()?.id === id) return;
    lastIndex = -1;
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

  /** @param orderId waits for that order or its reading; without it, the action is carried out now or not at all */
  function ask(action: OrderAction, orderId?: string): void {
    $asked.set({ action, orderId });
    if (!orderId) $asked.set(null);
  }

  /** @param action carried out once the component that does it is there */
  function open(orderId: string, action?: OrderAction): void {
    if (!$open.get()) {
      url.update({ order: orderId }, 'push');
      wasPushed = true;
    } else if ($open.get()?.id !== orderId) {
      // Back closes it, however many orders were opened.
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
    /** @returns the order of the focused row, or else the open one; null for none, and for deleted ones */
    atHand(focusedRow: string | null): Order | null {
      const open = $open.get();
      if (focusedRow === null || focusedRow === open?.id) return open?.order ?? null;
      if (orders.$view.get().show === 'deleted') return null;
      return orders.$state.get().orders.find(({ id }) => id === focusedRow) ?? null;
    },
    /** Opens the next or previous order of the list, and loads more after the last one. */
    async step(by: 1 | -1) {
      const from = $open.get()?.id;
      if (by === 1 && neighbors()?.isMore) await orders.loadMore();
      const row = neighbors()?.[by === 1 ? 'next' : 'previous'];
      if (row && $open.get()?.id === from) open(row.id);
    },
    close() {
      if (wasPushed) url.back();
      else url.update({ order: '' });
      wasPushed = false;
    },
  };
}
