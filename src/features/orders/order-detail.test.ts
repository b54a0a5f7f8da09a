import { expect, test, vi } from 'vitest';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { OrderListRequest, StaffApi } from '../desk/staff-api.ts';
import { createOrderDetail } from './order-detail.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

/** The list of orders, loaded, and what is open beside it. */
async function setUp(calls: Partial<StaffApi>, search = '') {
  const list = openOrderList({ listOrders: async () => orderPage([]), ...calls }, search);
  const detail = createOrderDetail(list.desk, list.orders);
  await flushPromises();
  return { ...list, detail };
}

test('shows that an open order is gone, and keeps it when offline', async () => {
  const order = vi.fn(async () => anOrder());
  const { detail } = await setUp({ order }, '?order=o1');
  order.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Not now.'));
  await detail.ofOrder('o1').refresh();
  expect(detail.$open.get()).toMatchObject({ order: { id: 'o1' }, problem: 'Not now.' });
  order.mockRejectedValueOnce(anApiError(404, 'order_not_found', 'There is no such order.'));
  await detail.ofOrder('o1').refresh();
  expect(detail.$open.get()).toMatchObject({ id: 'o1', order: null, problem: 'There is no such order.' });
});

test('shows only the number from the list until the order is loaded', async () => {
  const answer = Promise.withResolvers<Order>();
  const listOrders = async () => orderPage([anOrder()]);
  const { orders, detail } = await setUp({ listOrders, order: () => answer.promise });
  detail.open('o1');
  const opening = { id: 'o1', orderNumber: 'CT-7K3M9Q', order: null, problem: '' };
  expect(detail.$open.get()).toEqual(opening);
  await orders.refresh();
  expect(detail.$open.get()).toEqual(opening);
  answer.resolve(anOrder({ status: 'approved' }));
  await flushPromises();
  expect(detail.$open.get()?.order?.status).toBe('approved');
});

test('shows the order opened last when an earlier answer arrives late', async () => {
  const late = Promise.withResolvers<Order>();
  const { detail } = await setUp({
    order: (id) => (id === 'slow' ? late.promise : Promise.resolve(anOrder({ id }))),
  });
  detail.open('slow');
  detail.open('quick');
  await flushPromises();
  late.resolve(anOrder({ id: 'slow' }));
  await flushPromises();
  expect(detail.$open.get()).toMatchObject({ id: 'quick', order: { id: 'quick' } });
});

const rows = (...ids: string[]) => ids.map((id) => anOrder({ id, orderNumber: `CT-${id}` }));
const order = async (id: string) => anOrder({ id, orderNumber: `CT-${id}` });

test('loads the next page after the last order of a page', async () => {
  const first = Array.from({ length: 50 }, (_, index) => `o${index}`);
  const listOrders = async ({ cursor }: OrderListRequest) =>
    cursor ? orderPage(rows('o50')) : orderPage(rows(...first), { total: 51, nextCursor: 'more' });
  const { detail } = await setUp({ listOrders, order });
  detail.open('o49');
  expect(detail.$place.get().isMore).toBe(true);
  await detail.step(1);
  expect(detail.$openId.get()).toBe('o50');
  expect(detail.$place.get()).toMatchObject({ next: undefined, isMore: false });
});

test('moves to the next row when the open order left the list', async () => {
  let listed = rows('o1', 'o2', 'o3');
  const { orders, detail } = await setUp({ listOrders: async () => orderPage(listed), order });
  detail.open('o2');
  listed = rows('o1', 'o3');
  await orders.refresh();
  expect(detail.$place.get()).toMatchObject({ position: null, previous: 'o1', next: 'o3' });
  await detail.step(1);
  expect(detail.$openId.get()).toBe('o3');
});

test('offers no neighbors for an order outside the list', async () => {
  const { detail } = await setUp({ listOrders: async () => orderPage(rows('o1', 'o2')), order }, '?order=o9');
  expect(detail.$place.get()).toEqual({ position: null, isMore: false });
  await detail.step(1);
  expect(detail.$openId.get()).toBe('o9');
});

test('keeps a filter set while the order was open', async () => {
  const { orders, bar, detail } = await setUp({ listOrders: async () => orderPage(rows('o1')), order });
  detail.open('o1');
  orders.filter({ status: 'pending' });
  detail.close();
  expect(bar.history.at(-1)).toBe('?status=pending');
  expect(detail.$open.get()).toBeNull();
});
