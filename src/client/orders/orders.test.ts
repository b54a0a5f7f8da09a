import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order, OrderList as OrderPage } from '../../shared/orders.ts';
import { anOrder, fakeAddressBar, fakeApi } from '../desk/desk-testing.ts';
import type { OrderListRequest, StaffApi } from '../desk/staff-api.ts';
import { createUrlState } from '../desk/url-state.ts';
import { createWork } from '../desk/work.ts';
import { anApiError, deferred, fakeToasts, settle } from '../store-testing.ts';
import { createOrderDetail } from './order-detail.ts';
import {
  createOrderList,
  exportAddress,
  readOrderView,
  readRows,
  searchDelay,
  sortAfterClick,
} from './orders.ts';

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

  test('has as many rows after a reload as were loaded, and begins anew with another order', async () => {
    const many = (from: number) =>
      Array.from({ length: 50 }, (_, index) => anOrder({ id: String(from + index) }));
    const listOrders = vi.fn(async ({ cursor, limit }: OrderListRequest) => {
      if (limit === '100') return page([...many(0), ...many(50)], { total: 120, nextCursor: 'b' });
      return page(many(cursor ? 50 : 0), { total: 120, nextCursor: cursor ? 'b' : 'a' });
    });
    const { orders, bar } = setUp({ listOrders });
    await settle();
    expect(bar.history).toEqual(['']);
    await orders.loadMore();
    expect(bar.history).toEqual(['?rows=100']);
    expect(listOrders).toHaveBeenCalledTimes(2);
    const again = setUp({ listOrders }, '?rows=100');
    await settle();
    expect(again.orders.$state.get().orders).toHaveLength(100);
    orders.sortBy('customer');
    await settle();
    expect(bar.history).toEqual(['?rows=100', '?sort=customer&direction=asc']);
    expect(orders.$state.get().orders).toHaveLength(50);
    expect(['x', '-1', '20000', undefined].map((rows) => readRows({ ...(rows && { rows }) }))).toEqual([
      0, 0, 0, 0,
    ]);
    expect(readRows({ rows: '9999' })).toBe(1000);
  });

  test('goes on by itself over short and empty pages, and shows meanwhile what is there', async () => {
    const answers: Record<string, OrderPage> = {
      '': page([anOrder({ id: '1' })], { total: 1, isTotalAtLeast: true, nextCursor: 'a' }),
      a: page([], { total: 0, isTotalAtLeast: true, nextCursor: 'b' }),
      b: page([anOrder({ id: '2' })], { total: 1, isTotalAtLeast: true }),
    };
    const seen: number[] = [];
    const { orders } = setUp({ listOrders: async ({ cursor = '' }) => answers[cursor] ?? page([]) });
    orders.$state.listen(({ orders: rows }) => void seen.push(rows.length));
    await settle();
    expect(orders.$state.get()).toMatchObject({ total: 2, isTotalAtLeast: false, nextCursor: null });
    expect(orders.$state.get().orders.map(({ id }) => id)).toEqual(['1', '2']);
    expect(seen).toContain(1);
  });

  test('says that there are at least so many while that is all that is known', async () => {
    const many = Array.from({ length: 50 }, (_, index) => anOrder({ id: String(index) }));
    const first = page(many, { total: 2000, isTotalAtLeast: true, nextCursor: 'a' });
    const { orders } = setUp({ listOrders: async () => first });
    await settle();
    expect(orders.$state.get()).toMatchObject({ total: 2000, isTotalAtLeast: true });
    expect(orders.$state.get().orders).toHaveLength(50);
  });

  test('is asked for overdue or deleted orders as the address says', async () => {
    const listOrders = vi.fn(async () => page([]));
    const { orders, bar } = setUp({ listOrders }, '?show=overdue');
    expect(listOrders).toHaveBeenLastCalledWith(expect.objectContaining({ overdue: 'true' }));
    orders.filter({ show: 'deleted' });
    expect(listOrders).toHaveBeenLastCalledWith(expect.objectContaining({ deleted: 'true' }));
    expect(bar.history).toEqual(['?show=overdue', '?show=deleted']);
    expect(exportAddress(orders.$view.get())).toBe('/api/orders.csv?sort=date&direction=desc&deleted=true');
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

describe('a payment in review', () => {
  const doubtful = anOrder({ paymentStatus: 'review' });

  test('is accepted once, however often the button is pressed', async () => {
    const accepted = deferred<Order>();
    const acceptPayment = vi.fn(() => accepted.promise);
    let row = doubtful;
    const { orders, toasts } = setUp({ listOrders: async () => page([row]), acceptPayment });
    await settle();
    const first = orders.acceptPayment(doubtful);
    expect(await orders.acceptPayment(doubtful)).toBe(false);
    row = anOrder();
    accepted.resolve(row);
    expect(await first).toBe(true);
    expect(acceptPayment).toHaveBeenCalledExactlyOnceWith('o1');
    expect(orders.$state.get().orders).toMatchObject([{ paymentStatus: 'paid' }]);
    expect(toasts.shown).toMatchObject([{ title: 'Payment Accepted' }]);
  });

  test('that somebody else decided says so and shows the list as it is', async () => {
    const listOrders = vi.fn(async () => page([doubtful]));
    const decided = anApiError(409, 'order_conflict', 'There is nothing to decide.');
    const { orders, toasts } = setUp({ listOrders, acceptPayment: () => Promise.reject(decided) });
    await settle();
    expect(await orders.acceptPayment(doubtful)).toBe(false);
    expect(toasts.shown).toMatchObject([{ description: 'There is nothing to decide.' }]);
    expect(listOrders).toHaveBeenCalledTimes(2);
  });
});

describe('the open order', () => {
  test('is named by the address and closed with Back', async () => {
    const calls = { listOrders: async () => page([anOrder()]), order: async () => anOrder() };
    const { api, url, work, orders, bar } = setUp(calls, '?q=ana');
    const detail = createOrderDetail({ api, url, orders, work, forget: () => {} });
    await settle();
    detail.open('o1');
    expect(bar.history).toEqual(['?q=ana', '?q=ana&order=o1']);
    await settle();
    expect(detail.$open.get()).toMatchObject({ order: { id: 'o1' }, problem: '' });
    detail.close();
    expect(bar.history).toEqual(['?q=ana']);
    expect(detail.$open.get()).toBeNull();
  });

  test('is fetched when it is not in the list', async () => {
    const hidden = anOrder({ id: 'o9', paymentStatus: 'unpaid' });
    const order = vi.fn(async () => hidden);
    const { api, url, work, orders, bar } = setUp({ listOrders: async () => page([]), order }, '?order=o9');
    const detail = createOrderDetail({ api, url, orders, work, forget: () => {} });
    expect(detail.$open.get()).toEqual({ id: 'o9', orderNumber: '', order: null, problem: '' });
    await settle();
    expect(order).toHaveBeenCalledExactlyOnceWith('o9');
    expect(detail.$open.get()?.order).toEqual(hidden);
    detail.close();
    expect(bar.history).toEqual(['']);
  });

  test('says so when it is gone, and keeps what it shows when only the connection is', async () => {
    const order = vi.fn(async () => anOrder());
    const { api, url, work, orders } = setUp({ listOrders: async () => page([]), order }, '?order=o1');
    const detail = createOrderDetail({ api, url, orders, work, forget: () => {} });
    await settle();
    order.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Not now.'));
    await detail.refresh();
    expect(detail.$open.get()).toMatchObject({ order: { id: 'o1' }, problem: 'Not now.' });
    order.mockRejectedValueOnce(anApiError(404, 'order_not_found', 'There is no such order.'));
    await detail.refresh();
    expect(detail.$open.get()).toMatchObject({ id: 'o1', order: null, problem: 'There is no such order.' });
  });

  test('opens as it is now: what the list remembers of it is not shown, only its number', async () => {
    const answer = deferred<Order>();
    const order = () => answer.promise;
    const { api, url, work, orders } = setUp({ listOrders: async () => page([anOrder()]), order });
    const forget = vi.fn();
    const detail = createOrderDetail({ api, url, orders, work, forget });
    await settle();
    detail.open('o1');
    const opening = { id: 'o1', orderNumber: 'CT-7K3M9Q', order: null, problem: '' };
    expect(detail.$open.get()).toEqual(opening);
    expect(forget).toHaveBeenCalledExactlyOnceWith('o1');
    await orders.refresh();
    expect(detail.$open.get()).toEqual(opening);
    answer.resolve(anOrder({ status: 'approved' }));
    await settle();
    expect(detail.$open.get()?.order?.status).toBe('approved');
    expect(orders.$state.get().orders[0]?.status).toBe('approved');
  });

  test('is the one that was opened last, also when an earlier answer comes late', async () => {
    const late = deferred<Order>();
    const order = (id: string) => (id === 'slow' ? late.promise : Promise.resolve(anOrder({ id })));
    const { api, url, work, orders } = setUp({ listOrders: async () => page([]), order });
    const detail = createOrderDetail({ api, url, orders, work, forget: () => {} });
    detail.open('slow');
    detail.open('quick');
    await settle();
    late.resolve(anOrder({ id: 'slow' }));
    await settle();
    expect(detail.$open.get()).toMatchObject({ id: 'quick', order: { id: 'quick' } });
  });
});
