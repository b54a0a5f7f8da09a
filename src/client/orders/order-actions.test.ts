import { expect, test, vi } from 'vitest';
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

test('an order without a reader is kept by the first key of an admin, once, or by the next when that failed', async () => {
  const assignOrder = vi.fn(async () => anOrder()).mockRejectedValueOnce(new Error('offline'));
  const { actions, toasts } = await setUp({ assignOrder });
  const writeFor = async (order = anOrder({ assignedReader: null })) => {
    actions.keepWhileWriting(order);
    actions.keepWhileWriting(order);
    await settle();
    return assignOrder.mock.calls;
  };
  expect(await writeFor(anOrder()), 'one with a reader').toEqual([]);
  expect(await writeFor()).toEqual([['o1', null]]);
  expect(await writeFor()).toHaveLength(2);
  expect(await writeFor()).toHaveLength(2);
  expect(toasts.shown).toEqual([]);
});
