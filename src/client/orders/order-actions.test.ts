import { expect, test } from 'vitest';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { settle } from '../store-testing.ts';
import { createOrderActions } from './order-actions.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

async function setUp(calls: Partial<StaffApi>) {
  const list = openOrderList({ listOrders: async () => orderPage([anOrder()]), ...calls });
  await settle();
  return { ...list, actions: createOrderActions(list.desk, list.orders) };
}

test('an order that could not be deleted stays in the list', async () => {
  const deleteOrder = () => Promise.reject(new Error('offline'));
  const { orders, actions, toasts } = await setUp({ deleteOrder });
  expect(await actions.remove(anOrder())).toBe(false);
  expect(toasts.shown).toMatchObject([{ title: 'Delete Failed', description: 'Failed to delete order' }]);
  expect(orders.$state.get().orders).toHaveLength(1);
});
