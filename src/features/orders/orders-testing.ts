import type { NewDayOffer, Order } from '../../shared/orders/order-schema.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import type { OrderListPage, StaffApi } from '../desk/staff-api.ts';
import { createOrderList } from './order-list-store.ts';

export const orderPage = (orders: Order[], changes: Partial<OrderListPage> = {}): OrderListPage => ({
  orders,
  total: orders.length,
  nextCursor: null,
  ...changes,
});

export function openOrderList(calls: Partial<StaffApi>, search = '') {
  const made = setUpDesk(calls, { search });
  return { ...made, bar: made.addressBar, orders: createOrderList(made.desk) };
}

export const aNewDay = (changes: Partial<NewDayOffer> = {}): NewDayOffer => ({
  dueDay: '2026-11-19',
  offeredDay: '2026-11-23',
  firstDay: '2026-11-20',
  lastDay: '2027-11-19',
  closedDays: [],
  isLate: true,
  ...changes,
});
