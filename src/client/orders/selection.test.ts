import { describe, expect, test, vi } from 'vitest';
import type { BulkAssigned, Order } from '../../shared/orders/orders.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { openOrderList } from './orders-testing.ts';
import { createOrderSelection } from './selection.ts';

const numbered = (id: number) => anOrder({ id: String(id), orderNumber: `CT-00000${id}` });
const threeRows = [1, 2, 3].map(numbered);
const [first = anOrder(), second = anOrder(), third = anOrder()] = threeRows;

async function setUp(calls: Partial<StaffApi> = {}, rows: Order[] = threeRows, address = '') {
  const listOrders = async () => ({ orders: rows, total: rows.length, nextCursor: null });
  const { desk, orders, changed, toasts } = openOrderList({ listOrders, ...calls }, address);
  const saveFile = vi.fn();
  const selection = createOrderSelection(desk, { orders, saveFile });
  selection.$picked.listen(() => {});
  await settle();
  const picked = () => selection.$picked.get().map(({ id }) => id);
  return { toasts, orders, selection, saveFile, picked, changed };
}

test('rows are picked one by one, all at once, and let go', async () => {
  const { selection, picked } = await setUp();
  selection.toggle(third);
  selection.toggle(first);
  expect(picked()).toEqual(['1', '3']);
  selection.toggle(first);
  expect(picked()).toEqual(['3']);
  selection.toggleAll();
  expect(picked()).toEqual(['1', '2', '3']);
  selection.toggleAll();
  expect(picked()).toEqual([]);
});

test('the list is fetched again once orders were given away, whatever it shows', async () => {
  const listOrders = vi.fn(async () => ({ orders: threeRows, total: 3, nextCursor: null }));
  const assignOrders = async (): Promise<BulkAssigned> => ({ assigned: [first], refused: [] });
  const { selection } = await setUp({ listOrders, assignOrders });
  selection.toggle(first);
  await selection.assign('r1');
  await settle();
  expect(listOrders).toHaveBeenCalledTimes(2);
});

test('a list of one reader is fetched again once orders went to another', async () => {
  const listOrders = vi.fn(async () => ({ orders: threeRows, total: 3, nextCursor: null }));
  const assignOrders = async (): Promise<BulkAssigned> => ({ assigned: [first], refused: [] });
  const { selection, orders } = await setUp({ listOrders, assignOrders }, threeRows, '?reader=none');
  listOrders.mockResolvedValue({ orders: [second, third], total: 2, nextCursor: null });
  selection.toggle(first);
  await selection.assign('r1');
  await settle();
  expect(orders.$state.get()).toMatchObject({ orders: [second, third], total: 2 });
});

test('another search or filter lets go of what was picked', async () => {
  const { selection, orders, picked } = await setUp();
  selection.toggleAll();
  orders.filter({ status: 'pending' });
  expect(picked()).toEqual([]);
});

test('those that could not be given away stay picked, and the reason is told', async () => {
  const ada = { id: 'a', username: 'ada' };
  const given = anOrder({ id: '1', assignedReader: ada });
  let rows = threeRows;
  const { selection, orders, toasts, picked } = await setUp({
    listOrders: async () => ({ orders: rows, total: rows.length, nextCursor: null }),
    async assignOrders() {
      rows = [given, second, third];
      return { assigned: [given], refused: [{ orderId: '2', message: 'This order is not paid yet.' }] };
    },
  });
  selection.toggle(first);
  selection.toggle(second);
  await selection.assign('a');
  expect(picked()).toEqual(['2']);
  expect(selection.$left.get()).toEqual([
    { message: 'This order is not paid yet.', orderNumbers: ['CT-000002'] },
  ]);
  expect(orders.$state.get().orders[0]?.assignedReader).toEqual(ada);
  expect(toasts.shown.at(-1)).toMatchObject({
    title: 'Not All Orders Were Reassigned',
    description: '1 done, 1 not: This order is not paid yet.',
  });
  selection.toggle(second);
  expect(selection.$left.get()).toEqual([]);
});

test('why one was not given away is told also when it has left the list', async () => {
  let rows = threeRows;
  const { selection, picked } = await setUp({
    listOrders: async () => ({ orders: rows, total: rows.length, nextCursor: null }),
    async assignOrders() {
      rows = [first, third];
      return { assigned: [], refused: [{ orderId: '2', message: 'There is no such order.' }] };
    },
  });
  selection.toggle(second);
  await selection.assign('a');
  await expect.poll(picked).toEqual([]);
  expect(selection.$left.get()).toEqual([
    { message: 'There is no such order.', orderNumbers: ['CT-000002'] },
  ]);
  selection.clear();
  expect(selection.$left.get()).toEqual([]);
});

test('from the row that was picked last to another all are picked, or let go', async () => {
  const rows = Array.from({ length: 6 }, (_, index) => numbered(index));
  const { selection, picked } = await setUp({}, rows);
  const row = (index: number) => rows[index] ?? first;
  selection.toggle(row(4));
  selection.toggleTo(row(2));
  expect(picked()).toEqual([2, 3, 4].map((index) => row(index).id));
  selection.toggleTo(row(5));
  expect(picked()).toEqual([2, 3, 4, 5].map((index) => row(index).id));
  selection.toggleTo(row(3));
  expect(picked()).toEqual([row(2).id]);
  selection.pickOnly(row(0));
  expect(picked()).toEqual([row(0).id]);
  selection.clear();
  selection.toggleTo(row(1));
  expect(picked()).toEqual([row(1).id]);
});

test('the picked rows are saved as a file', async () => {
  const lateThere = anOrder({ ...second, dueAt: '2026-11-20T02:30:00.000Z' });
  const { selection, saveFile } = await setUp({}, [first, lateThere, third]);
  selection.toggle(lateThere);
  selection.download();
  expect(saveFile).toHaveBeenCalledWith('orders.csv', expect.stringContaining('CT-000002'));
  // The day that the customer was told.
  expect(saveFile).toHaveBeenCalledWith('orders.csv', expect.stringContaining(',2026-11-19,'));
  expect(saveFile).not.toHaveBeenCalledWith('orders.csv', expect.stringContaining('CT-000001'));
});

describe('more than one call takes', () => {
  const many = Array.from({ length: 450 }, (_, index) => numbered(index));
  const allOf = (orderIds: string[]) => ({
    assigned: orderIds.map((id) => anOrder({ id, assignedReader: null })),
    refused: [],
  });

  test('are given away in several calls, one after the other, and the way is told', async () => {
    const answers = [deferred<BulkAssigned>(), deferred<BulkAssigned>(), deferred<BulkAssigned>()];
    const sent: string[][] = [];
    const assignOrders = (orderIds: string[]) => {
      sent.push(orderIds);
      return answers[sent.length - 1]?.promise ?? Promise.reject();
    };
    const { selection, toasts, picked } = await setUp({ assignOrders }, many);
    selection.toggleAll();
    const assigning = selection.assign(null);
    expect(selection.$progress.get()).toEqual({ done: 0, of: 450 });
    for (const [index, answer] of answers.entries()) {
      expect(sent).toHaveLength(index + 1);
      answer.resolve(allOf(sent[index] ?? []));
      await settle();
      if (index === 0) expect(selection.$progress.get()).toEqual({ done: 200, of: 450 });
    }
    await assigning;
    expect(sent.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(selection.$progress.get()).toBeNull();
    expect(picked()).toEqual([]);
    expect(toasts.shown).toMatchObject([{ description: '450 orders are with nobody now.' }]);
  });

  test('are told as far as they came when one call fails, and the rest stays picked', async () => {
    const assignOrders = vi.fn(async (orderIds: string[]): Promise<BulkAssigned> => allOf(orderIds));
    assignOrders.mockImplementationOnce(async (orderIds) => allOf(orderIds));
    assignOrders.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Not now.'));
    const { selection, toasts, picked, changed } = await setUp({ assignOrders }, many);
    selection.toggleAll();
    expect(await selection.assign(null)).toBe(false);
    expect(assignOrders).toHaveBeenCalledTimes(2);
    expect(toasts.shown).toMatchObject([{ description: '200 of 450 are done. Not now.' }]);
    expect(picked()).toHaveLength(250);
    expect(selection.$progress.get()).toBeNull();
    expect(changed).toHaveBeenCalledExactlyOnceWith('orders');
  });
});

test('what is picked or let go while orders are given away counts', async () => {
  const answer = deferred<BulkAssigned>();
  const { selection, picked } = await setUp({ assignOrders: () => answer.promise });
  selection.toggle(first);
  selection.toggle(second);
  const assigning = selection.assign('a');
  selection.toggle(third);
  selection.toggle(second);
  selection.toggle(second);
  answer.resolve({ assigned: [first, second], refused: [] });
  await assigning;
  expect(picked()).toEqual(['2', '3']);
});
