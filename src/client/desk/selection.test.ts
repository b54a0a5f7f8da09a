import { expect, test, vi } from 'vitest';
import { anOrder, fakeAddressBar, fakeApi, fakeToasts, settle } from './desk-testing.ts';
import { createOrderList } from './orders.ts';
import { createOrderSelection } from './selection.ts';
import type { StaffApi } from './staff-api.ts';
import { createUrlState } from './url-state.ts';
import { createWork } from './work.ts';

const rows = ['1', '2', '3'].map((id) => anOrder({ id, orderNumber: `CT-00000${id}` }));

async function setUp(calls: Partial<StaffApi> = {}) {
  const toasts = fakeToasts();
  const work = createWork(toasts);
  const api = fakeApi({
    listOrders: async () => ({ orders: rows, total: 3, nextCursor: null }),
    ...calls,
  });
  const url = createUrlState(fakeAddressBar(''));
  const orders = createOrderList({ api, url, work, toast: toasts.toast });
  const saveFile = vi.fn();
  const selection = createOrderSelection({
    api,
    orders,
    work,
    toast: toasts.toast,
    saveFile,
    onChanged: () => {},
  });
  selection.$picked.listen(() => {});
  await settle();
  const picked = () => selection.$picked.get().map(({ id }) => id);
  return { toasts, orders, selection, saveFile, picked };
}

test('rows are picked one by one, all at once, and let go', async () => {
  const { selection, picked } = await setUp();
  selection.toggle(rows[2] ?? anOrder());
  selection.toggle(rows[0] ?? anOrder());
  expect(picked()).toEqual(['1', '3']);
  selection.toggle(rows[0] ?? anOrder());
  expect(picked()).toEqual(['3']);
  selection.toggleAll();
  expect(picked()).toEqual(['1', '2', '3']);
  selection.toggleAll();
  expect(picked()).toEqual([]);
});

test('another search or filter lets go of what was picked', async () => {
  const { selection, orders, picked } = await setUp();
  selection.toggleAll();
  orders.filter({ status: 'pending' });
  expect(picked()).toEqual([]);
});

test('those that could not be given away stay picked, and the reason is told', async () => {
  const ada = { id: 'a', username: 'ada' };
  const { selection, orders, toasts, picked } = await setUp({
    assignOrders: async () => ({
      assigned: [anOrder({ id: '1', assignedReader: ada })],
      refused: [{ orderId: '2', message: 'This order is not paid yet.' }],
    }),
  });
  selection.toggle(rows[0] ?? anOrder());
  selection.toggle(rows[1] ?? anOrder());
  await selection.assign('a');
  expect(picked()).toEqual(['2']);
  expect(orders.$state.get().orders[0]?.assignedReader).toEqual(ada);
  expect(toasts.shown.at(-1)).toMatchObject({
    title: 'Not All Orders Were Reassigned',
    description: '1 done, 1 not: This order is not paid yet.',
  });
});

test('the picked rows are saved as a file', async () => {
  const { selection, saveFile } = await setUp();
  selection.toggle(rows[1] ?? anOrder());
  selection.download();
  expect(saveFile).toHaveBeenCalledWith('orders.csv', expect.stringContaining('CT-000002'));
  expect(saveFile).not.toHaveBeenCalledWith('orders.csv', expect.stringContaining('CT-000001'));
});
