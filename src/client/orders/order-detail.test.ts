import { describe, expect, test, vi } from 'vitest';
import type { Order } from '../../shared/orders/orders.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { OrderListRequest } from '../desk/staff-api.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { createOrderDetail } from './order-detail.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

describe('the open order', () => {
  test('is named by the address and closed with Back', async () => {
    const calls = { listOrders: async () => orderPage([anOrder()]), order: async () => anOrder() };
    const { desk, orders, bar } = openOrderList(calls, '?q=ana');
    const detail = createOrderDetail(desk, orders);
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
    const { desk, orders, bar } = openOrderList(
      { listOrders: async () => orderPage([]), order },
      '?order=o9',
    );
    const detail = createOrderDetail(desk, orders);
    expect(detail.$open.get()).toEqual({ id: 'o9', orderNumber: '', order: null, problem: '' });
    await settle();
    expect(order).toHaveBeenCalledExactlyOnceWith('o9');
    expect(detail.$open.get()?.order).toEqual(hidden);
    detail.close();
    expect(bar.history).toEqual(['']);
  });

  test('says so when it is gone, and keeps what it shows when only the connection is', async () => {
    const order = vi.fn(async () => anOrder());
    const { desk, orders } = openOrderList({ listOrders: async () => orderPage([]), order }, '?order=o1');
    const detail = createOrderDetail(desk, orders);
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
    const { desk, orders } = openOrderList({
      listOrders: async () => orderPage([anOrder()]),
      order,
    });
    const forget = vi.spyOn(desk.fetching, 'forget');
    const detail = createOrderDetail(desk, orders);
    await settle();
    detail.open('o1');
    const opening = { id: 'o1', orderNumber: 'CT-7K3M9Q', order: null, problem: '' };
    expect(detail.$open.get()).toEqual(opening);
    expect(forget).toHaveBeenCalledExactlyOnceWith('orders/o1');
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
    const { desk, orders } = openOrderList({ listOrders: async () => orderPage([]), order });
    const detail = createOrderDetail(desk, orders);
    detail.open('slow');
    detail.open('quick');
    await settle();
    late.resolve(anOrder({ id: 'slow' }));
    await settle();
    expect(detail.$open.get()).toMatchObject({ id: 'quick', order: { id: 'quick' } });
  });

  describe('in its list', () => {
    const rows = (...ids: string[]) => ids.map((id) => anOrder({ id, orderNumber: `CT-${id}` }));
    const order = async (id: string) => anOrder({ id, orderNumber: `CT-${id}` });

    test('leads to the next and the previous one, and Back closes it', async () => {
      const listOrders = async () => orderPage(rows('o1', 'o2', 'o3'));
      const { desk, orders, bar } = openOrderList({ listOrders, order });
      const detail = createOrderDetail(desk, orders);
      await settle();
      detail.open('o1');
      expect(detail.$place.get()).toEqual({ position: 1, hasPrevious: false, hasNext: true });
      await detail.step(-1);
      expect(detail.$openId.get()).toBe('o1');
      await detail.step(1);
      await detail.step(1);
      expect(detail.$openId.get()).toBe('o3');
      expect(detail.$place.get()).toEqual({ position: 3, hasPrevious: true, hasNext: false });
      await detail.step(1);
      expect(detail.$openId.get()).toBe('o3');
      expect(bar.history).toEqual(['', '?order=o3']);
      detail.close();
      expect(bar.history).toEqual(['']);
    });

    test('leads over the end of a page', async () => {
      const listOrders = async ({ cursor }: OrderListRequest) =>
        cursor ? orderPage(rows('o3')) : orderPage(rows('o1', 'o2'), { total: 3, nextCursor: 'more' });
      const { desk, orders } = openOrderList({ listOrders, order });
      const detail = createOrderDetail(desk, orders);
      await settle();
      detail.open('o2');
      expect(detail.$place.get().hasNext).toBe(true);
      await detail.step(1);
      expect(detail.$openId.get()).toBe('o3');
      expect(detail.$place.get().hasNext).toBe(false);
    });

    test('once it has left the list, the next one is the one that took its place', async () => {
      let listed = rows('o1', 'o2', 'o3');
      const { desk, orders } = openOrderList({ listOrders: async () => orderPage(listed), order });
      const detail = createOrderDetail(desk, orders);
      await settle();
      detail.open('o2');
      listed = rows('o1', 'o3');
      await orders.refresh();
      expect(detail.$place.get()).toEqual({ position: null, hasPrevious: true, hasNext: true });
      await detail.step(1);
      expect(detail.$openId.get()).toBe('o3');
    });

    test('has no neighbours in a list it never stood in', async () => {
      const listOrders = async () => orderPage(rows('o1', 'o2'));
      const { desk, orders } = openOrderList({ listOrders, order }, '?order=o9');
      const detail = createOrderDetail(desk, orders);
      await settle();
      expect(detail.$place.get()).toEqual({ position: null, hasPrevious: false, hasNext: false });
      await detail.step(1);
      expect(detail.$openId.get()).toBe('o9');
    });

    test('when it is closed, the list stays as it was filtered meanwhile', async () => {
      const listOrders = async () => orderPage(rows('o1', 'o2'));
      const { desk, orders, bar } = openOrderList({ listOrders, order });
      const detail = createOrderDetail(desk, orders);
      await settle();
      detail.open('o1');
      orders.filter({ status: 'pending' });
      detail.close();
      expect(bar.history.at(-1)).toBe('?status=pending');
      expect(detail.$open.get()).toBeNull();
    });
  });
});
