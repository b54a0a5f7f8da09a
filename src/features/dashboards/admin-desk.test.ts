import { expect, test, vi } from 'vitest';
import { flushPromises, listenTo } from '../../lib/store-testing.ts';
import { defaultCalendar } from '../../shared/checkout/calendar-schema.ts';
import type { OrderEvent } from '../../shared/orders/order-schema.ts';
import { aMail, anEvent, anOrder, aReading, aToday, deskDependencies } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createCalendarDesk } from '../settings/calendar-store.ts';
import { createAdminDesk } from './admin-desk.ts';

async function setUp(calls: Partial<StaffApi> = {}) {
  const today = vi.fn(async () => aToday());
  const api = {
    today,
    listOrders: async () => ({ orders: [anOrder()], total: 1, nextCursor: null }),
    assignOrder: async () => anOrder(),
    rejectReading: async () => aReading(),
    resendMail: async () => [aMail()],
    changeCalendar: async () => ({ ...defaultCalendar, nextHolidays: [] }),
    ...calls,
  };
  const desk = createAdminDesk(deskDependencies(api));
  // As on the page, an admin is looking.
  await listenTo(desk.today.$state);
  return { desk, today };
}

test.each<[string, (desk: Awaited<ReturnType<typeof setUp>>['desk']) => unknown]>([
  ['an order is reassigned', (desk) => desk.orderActions.assign(anOrder(), null)],
  ['a reading is rejected', (desk) => desk.readings.reject(aReading())],
  ['a mail is resent', (desk) => desk.orderActions.resend(anOrder(), aMail({ state: 'failed' }))],
  ['sales are resumed', (desk) => desk.storeOf(createCalendarDesk).resumeSales()],
  ['an account is opened again', (desk) => desk.fetching.changed('staff', 'orders')],
  ['another tab is chosen', (desk) => desk.selectTab('approvals')],
])('fetches the list on Today again when %s', async (_what, act) => {
  const { desk, today } = await setUp();
  expect(today).toHaveBeenCalledTimes(1);
  await act(desk);
  await flushPromises();
  expect(today).toHaveBeenCalledTimes(2);
});

test('shows no outdated events when an order is reopened', async () => {
  const later = Promise.withResolvers<OrderEvent[]>();
  const placed = anEvent('order_placed', 'customer');
  const answers = [Promise.resolve([placed]), later.promise];
  const orderEvents = () => answers.shift() ?? Promise.reject();
  const { desk } = await setUp({ order: async () => anOrder(), orderEvents });
  const look = () => {
    desk.detail.open('o1');
    return desk.readings.eventsOf('o1').$state.listen(() => {});
  };
  const data = () => desk.readings.eventsOf('o1').$state.value?.data;
  const close = look();
  await flushPromises();
  expect(data()).toEqual([placed]);
  close();
  desk.detail.close();
  look();
  expect(data()).toBeUndefined();
  later.resolve([placed, { ...placed, id: 2 }]);
  await flushPromises();
  expect(data()).toHaveLength(2);
});

test('fetches the readers’ open orders again after an assignment', async () => {
  const readers = vi.fn(async () => []);
  const { desk } = await setUp({ readers });
  await listenTo(desk.readers.$state);
  expect(readers).toHaveBeenCalledTimes(1);
  await desk.orderActions.assign(anOrder(), null);
  await flushPromises();
  expect(readers).toHaveBeenCalledTimes(2);
});
