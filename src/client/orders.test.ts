import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order, OrderList as OrderPage } from '../shared/orders.ts';
import {
  anApiError,
  anOrder,
  deferred,
  fakeAddressBar,
  fakeApi,
  fakeToasts,
  settle,
} from './desk-testing.ts';
import { createOrderDetail } from './order-detail.ts';
import { createOrderList, readOrderView, searchDelay, sortAfterClick } from './orders.ts';
import type { OrderListRequest, StaffApi } from './staff-api.ts';
import { createUrlState } from './url-state.ts';
import { createWork } from './work.ts';

const page = (orders: Order[], changes: Partial<OrderPage> = {}): OrderPage => ({
  orders,
  total: orders.length,
  nextCursor: null,
  ...changes,
});

function setUp(calls: Partial<StaffApi>, search = '') {
  const bar = fakeAddressBar(search);
  const url = createUrlState(bar);
  const toasts = fakeToasts();
  const work = createWork(toasts);
  const api = fakeApi(calls);
  const orders = createOrderList({ api, url, work, toast: toasts.toast });
  return { bar, url, toasts, work, api, orders };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the order of the list', () => {
  const start = readOrderView({});

  test('is by date, newest first, unless the address says otherwise', () => {
    expect(start).toMatchObject({ sort: 'date', direction: 'desc' });
    expect(readOrderView({ sort: 'status', direction: 'desc' })).toMatchObject({
      sort: 'status',
      direction: 'desc',
    });
    expect(readOrderView({ sort: 'amount', direction: 'up', status: 'lost' })).toEqual(start);
  });

  test('flips on a click on its column and starts ascending on another', () => {
    expect(sortAfterClick(start, 'date')).toEqual({ sort: 'date', direction: 'asc' });
    expect(sortAfterClick(start, 'customer')).toEqual({ sort: 'customer', direction: 'asc' });
    expect(sortAfterClick({ ...start, sort: 'status', direction: 'asc' }, 'status')).toEqual({
      sort: 'status',
      direction: 'desc',
    });
  });
});

describe('a search', () => {
  test('waits for a pause in typing and stands in the address', async () => {
    const listOrders = vi.fn(async () => page([anOrder()]));
    const { orders, bar } = setUp({ listOrders });
    for (const text of ['a', 'an', 'ana ']) {
      orders.search(text);
      vi.advanceTimersByTime(searchDelay - 1);
    }
    expect(listOrders).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await settle();
    expect(listOrders).toHaveBeenCalledTimes(2);
    expect(listOrders).toHaveBeenLastCalledWith(expect.objectContaining({ q: 'ana' }));
    expect(bar.history).toEqual(['?q=ana']);
    expect(orders.$searchText.get()).toBe('ana ');
  });

  test('shows the newest answer, also when an older one comes later', async () => {
    const answers = new Map<string, ReturnType<typeof deferred<OrderPage>>>();
    const listOrders = (request: OrderListRequest) => {
      const answer = deferred<OrderPage>();
      answers.set(request.q ?? '', answer);
      return answer.promise;
    };
    const { orders } = setUp({ listOrders });
    orders.search('old');
    orders.searchNow();
    orders.search('new');
    orders.searchNow();
    answers.get('new')?.resolve(page([anOrder({ id: 'new' })]));
    await settle();
    answers.get('old')?.resolve(page([anOrder({ id: 'old' })]));
    answers.get('')?.reject(new Error('late'));
    await settle();
    expect(orders.$state.get()).toMatchObject({ orders: [{ id: 'new' }], isLoading: false, problem: '' });
  });
});

describe('the list', () => {
  test('adds the next page, without rows it has already', async () => {
    const listOrders = async ({ cursor }: OrderListRequest) =>
      cursor
        ? page([anOrder({ id: '2' }), anOrder({ id: '3' })], { total: 3 })
        : page([anOrder({ id: '1' }), anOrder({ id: '2' })], { total: 3, nextCursor: 'next' });
    const { orders } = setUp({ listOrders });
    await settle();
    await orders.loadMore();
    expect(orders.$state.get().orders.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(orders.$state.get().nextCursor).toBeNull();
  });

  test('keeps its rows and says why when it cannot be loaded again', async () => {
    const listOrders = vi.fn(async () => page([anOrder()]));
    const { orders } = setUp({ listOrders });
    await settle();
    listOrders.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Not now.'));
    await orders.refresh();
    expect(orders.$state.get()).toMatchObject({ problem: 'Not now.', orders: [{ id: 'o1' }] });
  });
});

describe('deleting an order', () => {
  test('takes it off the list and offers to undo', async () => {
    let rows = [anOrder(), anOrder({ id: 'o2', orderNumber: 'CT-000002' })];
    const restoreOrder = vi.fn(async () => {
      rows = [anOrder(), ...rows];
      return anOrder();
    });
    const { orders, toasts } = setUp({
      listOrders: async () => page(rows),
      deleteOrder: async (id) => {
        rows = rows.filter((row) => row.id !== id);
      },
      restoreOrder,
    });
    await settle();
    expect(await orders.remove(anOrder())).toBe(true);
    expect(orders.$state.get().orders.map(({ id }) => id)).toEqual(['o2']);
    expect(toasts.shown[0]).toMatchObject({ title: 'Order Deleted', action: { label: 'Undo' } });
    toasts.shown[0]?.action?.run();
    await settle();
    expect(restoreOrder).toHaveBeenCalledWith('o1');
    expect(orders.$state.get().orders.map(({ id }) => id)).toEqual(['o1', 'o2']);
  });

  test('says so when it fails', async () => {
    const { orders, toasts } = setUp({
      listOrders: async () => page([anOrder()]),
      deleteOrder: () => Promise.reject(new Error('offline')),
    });
    await settle();
    expect(await orders.remove(anOrder())).toBe(false);
    expect(toasts.shown).toEqual([
      { title: 'Delete Failed', description: 'Failed to delete order', variant: 'destructive' },
    ]);
    expect(orders.$state.get().orders).toHaveLength(1);
  });
});

describe('the open order', () => {
  test('is named by the address and closed with Back', async () => {
    const { api, url, work, orders, bar } = setUp({ listOrders: async () => page([anOrder()]) }, '?q=ana');
    const detail = createOrderDetail({ api, url, orders, work });
    await settle();
    detail.open(anOrder());
    expect(bar.history).toEqual(['?q=ana', '?q=ana&order=CT-7K3M9Q']);
    expect(detail.$open.get()).toMatchObject({ order: { id: 'o1' }, problem: '' });
    detail.close();
    expect(bar.history).toEqual(['?q=ana']);
    expect(detail.$open.get()).toBeNull();
  });

  test('is looked up when it is not in the list', async () => {
    const hidden = anOrder({ id: 'o9', orderNumber: 'CT-UNPAID', paymentStatus: 'unpaid' });
    const listOrders = async ({ payment }: OrderListRequest) => page(payment === 'all' ? [hidden] : []);
    const { api, url, work, orders, bar } = setUp({ listOrders }, '?order=CT-UNPAID');
    const detail = createOrderDetail({ api, url, orders, work });
    await settle();
    expect(detail.$open.get()?.order).toEqual(hidden);
    detail.close();
    expect(bar.history).toEqual(['']);
  });

  test('says so when nobody knows it', async () => {
    const { api, url, work, orders } = setUp({ listOrders: async () => page([]) }, '?order=CT-000000');
    const detail = createOrderDetail({ api, url, orders, work });
    await settle();
    expect(detail.$open.get()).toMatchObject({ order: null, problem: expect.stringContaining('no order') });
  });
});
