import { expect, test } from 'vitest';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { settle } from '../store-testing.ts';
import { createOrderActions } from './order-actions.ts';
import { createOrderDetail } from './order-detail.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

async function setUp(calls: Partial<StaffApi>) {
  const list = openOrderList({ listOrders: async () => orderPage([anOrder()]), ...calls });
  await settle();
  const detail = createOrderDetail(list.desk, list.orders);
  return { ...list, detail, actions: createOrderActions(list.desk, list.orders, detail) };
}

test('an order that could not be deleted stays in the list', async () => {
  const deleteOrder = () => Promise.reject(new Error('offline'));
  const { orders, actions, toasts } = await setUp({ deleteOrder });
  expect(await actions.remove(anOrder())).toBe(false);
  expect(toasts.shown).toMatchObject([{ title: 'Delete Failed', description: 'Failed to delete order' }]);
  expect(orders.$state.get().orders).toHaveLength(1);
});

test.each([
  ['where there is no clipboard', undefined],
  ['when the browser refuses', { writeText: () => Promise.reject(new Error('no')) }],
])('%s the number of an order is shown instead of copied', async (_where, clipboard) => {
  const { actions, toasts } = await setUp({});
  await actions.copyNumber(anOrder({ orderNumber: 'CT-7K3M9Q' }), clipboard);
  expect(toasts.shown).toMatchObject([
    { title: 'Copy Failed', description: expect.stringContaining('CT-7K3M9Q'), variant: 'destructive' },
  ]);
});
