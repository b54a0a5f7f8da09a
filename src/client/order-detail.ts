import { atom, type ReadableAtom } from 'nanostores';
import type { Order } from '../shared/orders.ts';
import { messageOf } from './api.ts';
import type { OrderList } from './orders.ts';
import type { StaffApi } from './staff-api.ts';
import type { UrlState } from './url-state.ts';
import type { Work } from './work.ts';

/** The order whose dialog is open. */
export interface OpenOrder {
  orderNumber: string;
  /** Null while it is being looked up, or when it could not be. */
  order: Order | null;
  problem: string;
}

export interface OrderDetail {
  readonly $open: ReadableAtom<OpenOrder | null>;
  open(order: Order): void;
  close(): void;
  /** Looks the open order up again. */
  refresh(): Promise<void>;
}

/** Opens the order whose number the address names, from the list or, when it is not there, from the server. */
export function createOrderDetail(dependencies: {
  api: StaffApi;
  url: UrlState;
  orders: OrderList;
  work: Work;
}): OrderDetail {
  const { api, url, orders, work } = dependencies;
  const $open = atom<OpenOrder | null>(null);
  let newest = 0;
  // Whether closing may go back in the history instead of adding to it.
  let wasPushed = false;

  async function lookUp(orderNumber: string): Promise<void> {
    newest += 1;
    const mine = newest;
    try {
      const found = await work.watch(
        api.listOrders({ q: orderNumber, sort: 'date', direction: 'desc', payment: 'all', limit: '5' }),
      );
      if (mine !== newest || $open.get()?.orderNumber !== orderNumber) return;
      const order = found.orders.find((candidate) => candidate.orderNumber === orderNumber) ?? null;
      $open.set({
        orderNumber,
        order,
        problem: order ? '' : 'There is no order with this number (any more).',
      });
      if (order) orders.put(order);
    } catch (error) {
      if (mine !== newest || $open.get()?.orderNumber !== orderNumber) return;
      const problem = messageOf(error, 'The order could not be loaded.');
      $open.set({ orderNumber, order: $open.get()?.order ?? null, problem });
    }
  }

  url.$parameters.subscribe((parameters) => {
    const orderNumber = parameters.order;
    if (!orderNumber) {
      $open.set(null);
      wasPushed = false;
      return;
    }
    if ($open.get()?.orderNumber === orderNumber) return;
    const listed = orders.$state.get().orders.find((order) => order.orderNumber === orderNumber) ?? null;
    $open.set({ orderNumber, order: listed, problem: '' });
    if (!listed) void lookUp(orderNumber);
  });

  orders.$state.listen(({ orders: rows }) => {
    const open = $open.get();
    const row = open && rows.find((order) => order.orderNumber === open.orderNumber);
    if (row && row !== open.order) $open.set({ ...open, order: row, problem: '' });
  });

  return {
    $open,
    open(order) {
      url.update({ order: order.orderNumber }, 'push');
      wasPushed = true;
    },
    close() {
      if (wasPushed) url.back();
      else url.update({ order: '' });
      wasPushed = false;
    },
    async refresh() {
      const open = $open.get();
      if (open) await lookUp(open.orderNumber);
    },
  };
}
