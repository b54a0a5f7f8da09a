import { page } from 'vitest/browser';
import { anOrder, aReading } from '../../../src/features/desk/desk-testing.ts';
import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import type { Order } from '../../../src/shared/orders/order-schema.ts';
import type { OrderReading } from '../../../src/shared/readings/reading-schema.ts';
import { answerCalls } from './answered-calls.ts';
import { openAdmin } from './desk.tsx';

export const orderDialog = page.getByRole('dialog', { name: 'Order CT-7K3M9Q', exact: true });

export const readers = ['reader1', 'reader2'].map((username, index) => ({
  id: `r${index + 1}`,
  username,
  awayUntil: null,
  openOrders: 0,
  maxOpenOrders: null,
}));

/** Creates a server with one order, which it fetches by `current` each time. */
export function fakeOrderServer(current: () => Order): Partial<StaffApi> {
  return {
    listOrders: async () => ({ orders: [current()], total: 1, nextCursor: null }),
    order: async () => current(),
    orderReading: async () => aReading(),
    orderEvents: async () => [],
    orderMails: async () => [],
    aftercare: async () => ({ feedback: null, withdrawals: [], consent: null }),
    revisions: async () => [],
    readers: async () => readers,
  };
}

/** Opens the admin's dashboard with an order's dialog. @param order the order, or a function called at each fetch */
export async function openOrder(
  calls: Partial<StaffApi> = {},
  order: Order | (() => Order) = anOrder(),
  search = '?order=o1',
) {
  answerCalls({});
  const current = typeof order === 'function' ? order : () => order;
  return openAdmin({ ...fakeOrderServer(current), ...calls }, { search });
}

export function openApprovals(
  pending: () => OrderReading[],
  calls: Partial<StaffApi> = {},
  search = '?tab=approvals',
) {
  return openOrder({ pendingReadings: async () => pending(), ...calls }, anOrder(), search);
}

export const card = page.getByRole('article').filter({ hasText: 'CT-7K3M9Q' });
