import type { Order, OrderList as OrderPage } from '../../shared/orders.ts';
import { fakeAddressBar, fakeApi } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createUrlState } from '../desk/url-state.ts';
import { createWork } from '../desk/work.ts';
import { fakeToasts } from '../store-testing.ts';
import { createOrderList } from './order-list.ts';

export const orderPage = (orders: Order[], changes: Partial<OrderPage> = {}): OrderPage => ({
  orders,
  total: orders.length,
  nextCursor: null,
  ...changes,
});

/** A list of orders with what it is made of. */
export function openOrderList(calls: Partial<StaffApi>, search = '') {
  const bar = fakeAddressBar(search);
  const url = createUrlState(bar);
  const toasts = fakeToasts();
  const work = createWork(toasts);
  const api = fakeApi(calls);
  const orders = createOrderList({ api, url, work });
  return { bar, url, toasts, work, api, orders };
}
