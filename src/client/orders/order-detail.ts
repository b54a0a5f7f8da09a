import { atom, type ReadableAtom } from 'nanostores';
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

export interface OrderDetail {
  readonly $open: ReadableAtom<OpenOrder | null>;
  open(orderId: string): void;
  close(): void;
  /** Fetches the open order again. */
  refresh(): Promise<void>;
}

/** Opens the order whose id the address names, as the server has it now: what the list says may be old. */
export function createOrderDetail(desk: DeskBase, orders: OrderList): OrderDetail {
  const { api, url, work, fetching } = desk;
  const $open = atom<OpenOrder | null>(null);
  let newest = 0;
  // Whether closing may go back in the history instead of adding to it.
  let wasPushed = false;

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
  fetching.follow('orders', refresh);

  url.$parameters.subscribe((parameters) => {
    const id = parameters.order;
    if (!id) {
      $open.set(null);
      wasPushed = false;
      return;
    }
    if ($open.get()?.id === id) return;
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

  return {
    $open,
    refresh,
    open(orderId) {
      url.update({ order: orderId }, 'push');
      wasPushed = true;
    },
    close() {
      if (wasPushed) url.back();
      else url.update({ order: '' });
      wasPushed = false;
    },
  };
}
