import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { OrderListPage, OrderListRequest } from '../desk/staff-api.ts';
import {
  exportAddress,
  readOrderView,
  readRowCount,
  searchPauseMs,
  sortAfterClick,
} from './order-list-store.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const many = (from: number) => Array.from({ length: 50 }, (_, at) => anOrder({ id: `${from + at} of many` }));

describe('a search', () => {
  test('starts when typing pauses and is kept in the address', async () => {
    const listOrders = vi.fn(async (_request: OrderListRequest) => orderPage([anOrder()]));
    const { orders, bar } = openOrderList({ listOrders });
    const searched = () => listOrders.mock.calls.map(([{ q }]) => q);
    orders.search('an');
    vi.advanceTimersByTime(searchPauseMs - 1);
    orders.search('ana ');
    vi.advanceTimersByTime(searchPauseMs - 1);
    expect(searched()).toEqual([undefined]);
    vi.advanceTimersByTime(1);
    await flushPromises();
    expect(searched()).toEqual([undefined, 'ana']);
    expect(bar.history).toEqual(['?q=ana']);
    expect(orders.$searchText.get()).toBe('ana ');
    orders.search('');
    vi.advanceTimersByTime(searchPauseMs);
    expect(searched()).toEqual([undefined, 'ana', undefined]);
  });

  test('starts at once on request and ignores older answers that arrive late', async () => {
    const answers = {
      '': Promise.withResolvers<OrderListPage>(),
      old: Promise.withResolvers<OrderListPage>(),
      new: Promise.withResolvers<OrderListPage>(),
    };
    const listOrders = ({ q = '' }: OrderListRequest) => answers[q as keyof typeof answers].promise;
    const { orders } = openOrderList({ listOrders });
    for (const text of ['old', 'new']) {
      orders.search(text);
      orders.searchNow();
    }
    answers.new.resolve(orderPage([anOrder({ id: 'new' })]));
    await flushPromises();
    answers.old.resolve(orderPage([anOrder({ id: 'old' })]));
    answers[''].reject(new Error('late'));
    await flushPromises();
    expect(orders.$state.get()).toMatchObject({ orders: [{ id: 'new' }], isLoading: false, problem: '' });
  });
});

describe('the list', () => {
  test('adds the next page, skipping rows it already has', async () => {
    const [one, two, three] = ['1', '2', '3'].map((id) => anOrder({ id })) as [Order, Order, Order];
    const { orders } = openOrderList({
      listOrders: async ({ cursor }) =>
        cursor
          ? orderPage([two, three], { total: 3 })
          : orderPage([one, two], { total: 3, nextCursor: 'next' }),
    });
    await flushPromises();
    await orders.loadMore();
    expect(orders.$state.get()).toMatchObject({ orders: [one, two, three], nextCursor: null });
  });

  test('restores the loaded rows after a reload and resets on sorting', async () => {
    const atLeast = { total: 120, isTotalAtLeast: true } as const;
    const listOrders = vi.fn(async ({ cursor, limit }: OrderListRequest) => {
      if (limit === '100') return orderPage([...many(0), ...many(50)], { ...atLeast, nextCursor: 'b' });
      return orderPage(many(cursor ? 50 : 0), { ...atLeast, nextCursor: cursor ? 'b' : 'a' });
    });
    const { orders, bar } = openOrderList({ listOrders });
    await flushPromises();
    expect(orders.$state.get()).toMatchObject(atLeast);
    await orders.loadMore();
    expect(bar.history).toEqual(['?rows=100']);
    expect(listOrders).toHaveBeenCalledTimes(2);
    const again = openOrderList({ listOrders }, '?rows=100');
    await flushPromises();
    expect(again.orders.$state.get().orders).toHaveLength(100);
    orders.sortBy('customer');
    await flushPromises();
    expect(bar.history).toEqual(['?rows=100', '?sort=customer&direction=asc']);
    expect(orders.$state.get().orders).toHaveLength(50);
    expect(['x', '-1', '20000', '9999'].map((rows) => readRowCount({ rows }))).toEqual([0, 0, 0, 1000]);
  });

  test('continues over short and empty pages and shows rows as they come', async () => {
    const answers: Record<string, OrderListPage> = {
      '': orderPage([anOrder({ id: '1' })], { isTotalAtLeast: true, nextCursor: 'a' }),
      a: orderPage([], { isTotalAtLeast: true, nextCursor: 'b' }),
      b: orderPage([anOrder({ id: '2' })], { isTotalAtLeast: true }),
    };
    const listOrders = async ({ cursor = '' }: OrderListRequest) => answers[cursor] ?? orderPage([]);
    const { orders } = openOrderList({ listOrders });
    const seen: number[] = [];
    orders.$state.listen(({ orders: rows }) => void seen.push(rows.length));
    await flushPromises();
    const found = { orders: [{ id: '1' }, { id: '2' }], total: 2, isTotalAtLeast: false, nextCursor: null };
    expect(orders.$state.get()).toMatchObject(found);
    expect(seen).toContain(1);
  });

  test('keeps its rows and shows why a reload failed', async () => {
    const listOrders = vi.fn(async () => orderPage([anOrder()]));
    const { orders } = openOrderList({ listOrders });
    await flushPromises();
    listOrders.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Not now.'));
    await orders.refresh();
    expect(orders.$state.get()).toMatchObject({ problem: 'Not now.', orders: [{ id: 'o1' }] });
  });
});

describe('after an order has changed', () => {
  const rows = ['1', '2', '3'].map((id) => anOrder({ id, orderNumber: `CT-00000${id}` }));
  const changedSecond = anOrder({ id: '2', orderNumber: 'CT-000002', status: 'reading_uploaded' });

  test('refetches the list and keeps unchanged rows', async () => {
    const listOrders = vi.fn(async () => orderPage(rows.map((row) => ({ ...row }))));
    const { desk, orders } = openOrderList({ listOrders });
    await flushPromises();
    const before = orders.$state.get().orders;
    listOrders.mockResolvedValue(orderPage([{ ...before[0] }, changedSecond, { ...before[2] }] as Order[]));
    await desk.fetching.changed('orders/2');
    const after = orders.$state.get().orders;
    expect(after[1]).toEqual(changedSecond);
    expect([after[0] === before[0], after[2] === before[2]]).toEqual([true, true]);
  });

  test('shows the first answer, then fetches once more for all changes', async () => {
    const answers = [Promise.withResolvers<OrderListPage>(), Promise.withResolvers<OrderListPage>()];
    let asked = 0;
    const { desk, orders } = openOrderList({
      listOrders: () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often')),
    });
    const isFresh = ['1', '2', '3'].map((id) => desk.fetching.changed(`orders/${id}`));
    await flushPromises();
    expect(asked).toBe(1);
    answers[0]?.resolve(orderPage(rows));
    await flushPromises();
    expect(orders.$state.get().orders).toEqual(rows);
    answers[1]?.resolve(orderPage([changedSecond]));
    await Promise.all(isFresh);
    expect(orders.$state.get()).toMatchObject({ orders: [changedSecond], isLoading: false });
  });
});

describe('the order of the list', () => {
  const start = readOrderView({});

  test('defaults to newest first unless the address says otherwise', () => {
    expect(start).toMatchObject({ sort: 'date', direction: 'desc' });
    expect(readOrderView({ sort: 'status' })).toMatchObject({ sort: 'status' });
    expect(readOrderView({ sort: 'amount', direction: 'up', status: 'lost' })).toEqual(start);
  });

  test('reverses a clicked column and starts another one ascending', () => {
    expect(sortAfterClick(start, 'date')).toEqual({ sort: 'date', direction: 'asc' });
    expect(sortAfterClick(start, 'customer')).toEqual({ sort: 'customer', direction: 'asc' });
  });
});

test('exports the same orders as the address shows', () => {
  const address = exportAddress(readOrderView({ show: 'deleted', reader: 'r1' }));
  expect(address).toBe('/api/orders.csv?sort=date&direction=desc&reader=r1&deleted=true');
});

test.each([
  ['last-month', 'last-month'],
  ['2026-11-01..2026-11-20', '2026-11-01..2026-11-20'],
  ['2026-11-20..2026-11-01', null],
  ['tomorrow', null],
])('passes the placed dates from the address to the export: %s', (placed, asked) => {
  const address = new URL(exportAddress(readOrderView({ placed })), 'http://desk.example');
  expect(address.searchParams.get('placed')).toBe(asked);
});
