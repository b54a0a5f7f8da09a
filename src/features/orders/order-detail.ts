import { atom, computed, keepMount } from 'nanostores';
import { ApiError, errorMessage } from '../../lib/answers.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { createPendingAction, type OrderAction } from '../desk/asked-actions.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderList } from './order-list-store.ts';

export interface OpenOrder {
  id: string;
  orderNumber: string;
  /** Null while loading, or if it is gone. */
  order: Order | null;
  problem: string;
}

export type OrderDetail = ReturnType<typeof createOrderDetail>;

/** Creates the store of the open order, whose id is in the address; refetches it each time it opens. */
export function createOrderDetail({ api, url, fetching, storeOf }: DeskBase, orders: OrderList) {
  const asked = storeOf(createPendingAction);
  const $open = atom<OpenOrder | null>(null);
  const $openId = computed($open, (open) => open?.id ?? null);
  let stopFollowing = () => {};
  // Whether closing may go back in history: nothing else in the address has changed since opening.
  let wasPushed = false;
  let otherParameters = '';
  // Its last index in the list: after it left, the next order is at that index.
  let lastIndex = -1;

  const ofOrder = (id: string) => fetching.store(`orders/${id}`, () => api.order(id));

  const $place = computed([orders.$state, $openId], ({ orders: rows, nextCursor }, id) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) lastIndex = index;
    const next = rows[index === -1 ? lastIndex : index + 1]?.id;
    const isListed = id !== null && lastIndex !== -1 && orders.$view.get().show !== 'deleted';
    return {
      position: isListed && index !== -1 ? index + 1 : null,
      previous: isListed ? rows[lastIndex - 1]?.id : undefined,
      next: isListed ? next : undefined,
      isMore: isListed && next === undefined && nextCursor !== null,
    };
  });
  keepMount($place);

  function follow(id: string): void {
    fetching.forget(`orders/${id}`);
    const listed = orders.$state.get().orders.find((order) => order.id === id);
    $open.set({ id, orderNumber: listed?.orderNumber ?? '', order: null, problem: '' });
    stopFollowing = ofOrder(id).$state.subscribe(({ data, error }) => {
      const before = $open.get();
      const isGone = error instanceof ApiError && error.status === 404;
      const order = isGone ? null : (data ?? before?.order ?? null);
      const problem = error ? errorMessage(error, 'The order could not be loaded.') : '';
      $open.set({ id, orderNumber: order?.orderNumber ?? before?.orderNumber ?? '', order, problem });
    });
  }

  url.$parameters.subscribe(({ order: id, ...others }) => {
    if (JSON.stringify(others) !== otherParameters) wasPushed = false;
    otherParameters = JSON.stringify(others);
    if ($openId.get() === (id ?? null)) return;
    stopFollowing();
    lastIndex = -1;
    if (id) follow(id);
    else {
      $open.set(null);
      wasPushed = false;
    }
  });

  orders.$view.listen(() => {
    lastIndex = -1;
  });

  function open(orderId: string, action?: OrderAction): void {
    if (!$open.get()) {
      url.update({ order: orderId }, 'push');
      wasPushed = true;
    } else {
      // Back closes it, however many orders were opened.
      url.update({ order: orderId });
    }
    if (action) asked.ask(action, orderId);
  }

  return {
    ofOrder,
    $open,
    $openId,
    $place,
    open,
    ...asked,
    /** Returns the focused row's order, or else the open one; null without either, or for a deleted row. */
    atHand(focusedOrderId: string | null): Order | null {
      const open = $open.get();
      if (focusedOrderId === null || focusedOrderId === open?.id) return open?.order ?? null;
      if (orders.$view.get().show === 'deleted') return null;
      return orders.$state.get().orders.find(({ id }) => id === focusedOrderId) ?? null;
    },
    async step(by: 1 | -1) {
      const from = $openId.get();
      if (by === 1 && $place.get().isMore) await orders.loadMore();
      const { previous, next } = $place.get();
      const id = by === 1 ? next : previous;
      if (id && $openId.get() === from) open(id);
    },
    close() {
      if (wasPushed) url.back();
      else url.update({ order: '' });
      wasPushed = false;
    },
  };
}
