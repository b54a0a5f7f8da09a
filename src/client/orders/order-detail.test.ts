import { describe, expect, test, vi } from 'vitest';
import type { Order } from '../../shared/orders/orders.ts';
import { anOrder } from '../desk/desk-testing.ts';
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
});
