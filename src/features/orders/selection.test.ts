import { describe, expect, test, vi } from 'vitest';
import { anApiError, flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { BulkAssigned, Order } from '../../shared/orders/order-schema.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { openOrderList, orderPage } from './orders-testing.ts';
import { createOrderSelection } from './selection.ts';

const numbered = (id: number) => anOrder({ id: String(id), orderNumber: `CT-00000${id}` });
const threeRows = [1, 2, 3].map(numbered);
const [first = anOrder(), second = anOrder(), third = anOrder()] = threeRows;

async function setUp(calls: Partial<StaffApi> = {}, rows: Order[] = threeRows) {
  const listOrders = async () => orderPage(rows);
  const { desk, orders, toasts } = openOrderList({ listOrders, ...calls });
  const saveFile = vi.fn<(name: string, text: string) => void>();
  const selection = createOrderSelection(desk, orders, saveFile);
  await listenTo(selection.$picked);
  const picked = () => selection.$picked.get().map(({ id }) => id);
  return { toasts, orders, selection, saveFile, picked };
}

test('clears the selection on another search or filter', async () => {
  const { selection, orders, picked } = await setUp();
  selection.toggleAll();
  orders.filter({ status: 'pending' });
  expect(picked()).toEqual([]);
});

test('keeps a refusal until cleared, even after its order leaves the list', async () => {
  let rows = threeRows;
  const { selection, picked } = await setUp({
    listOrders: async () => orderPage(rows),
    async assignOrders() {
      rows = [first, third];
      return { assigned: [], refused: [{ orderId: '2', message: 'There is no such order.' }] };
    },
  });
  selection.toggle(second);
  await selection.assign('a');
  await expect.poll(picked).toEqual([]);
  const refused = [{ message: 'There is no such order.', orderNumber: 'CT-000002' }];
  expect(selection.$refused.get()).toMatchObject(refused);
  selection.clear();
  expect(selection.$refused.get()).toEqual([]);
});

test('shows why an order was refused only while it is selected', async () => {
  const refused = [first, second].map(({ id }) => ({ orderId: id, message: 'It is approved.' }));
  const { selection } = await setUp({ assignOrders: async () => ({ assigned: [], refused }) });
  selection.toggle(first);
  selection.toggle(second);
  await selection.assign('a');
  selection.toggle(first);
  expect(selection.$refused.get()).toMatchObject([{ orderNumber: 'CT-000002' }]);
  selection.toggle(second);
  expect(selection.$refused.get()).toEqual([]);
});

test('extends or shrinks the selection from the last selected row', async () => {
  const rows = Array.from({ length: 6 }, (_, index) => numbered(index));
  const { selection, picked } = await setUp({}, rows);
  const row = (index: number) => rows[index] ?? first;
  selection.toggle(row(4));
  selection.toggleTo(row(2));
  expect(picked()).toEqual(['2', '3', '4']);
  selection.toggleTo(row(5));
  expect(picked()).toEqual(['2', '3', '4', '5']);
  selection.toggleTo(row(3));
  expect(picked()).toEqual(['2']);
  selection.clear();
  selection.toggleTo(row(1));
  expect(picked()).toEqual(['1']);
});

test('exports the selected rows with the day promised to the customer', async () => {
  const lateThere = anOrder({ ...second, dueAt: '2026-11-20T02:30:00.000Z' });
  const { selection, saveFile } = await setUp({}, [first, lateThere, third]);
  selection.toggle(lateThere);
  selection.download();
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('orders.csv', expect.stringContaining(',2026-11-19,'));
  expect(saveFile.mock.calls[0]?.[1].match(/CT-\d+/g)).toEqual(['CT-000002']);
});

describe('a selection larger than one call allows', () => {
  const many = Array.from({ length: 450 }, (_, index) => numbered(index));
  const allOf = (orderIds: string[]) => ({
    assigned: orderIds.map((id) => anOrder({ id, assignedReader: null })),
    refused: [],
  });

  test('is assigned in several calls, one after another, with progress', async () => {
    const answers = [1, 2, 3].map(() => Promise.withResolvers<BulkAssigned>());
    const sent: string[][] = [];
    const assignOrders = (orderIds: string[]) => {
      sent.push(orderIds);
      return answers[sent.length - 1]?.promise ?? Promise.reject();
    };
    const { selection, toasts, picked } = await setUp({ assignOrders }, many);
    selection.toggleAll();
    const assigning = selection.assign(null);
    const progress = [];
    for (const [index, answer] of answers.entries()) {
      expect(sent).toHaveLength(index + 1);
      progress.push(selection.$progress.get()?.done);
      answer.resolve(allOf(sent[index] ?? []));
      await flushPromises();
    }
    await assigning;
    expect(sent.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(progress).toEqual([0, 200, 400]);
    expect([selection.$progress.get(), picked()]).toEqual([null, []]);
    expect(toasts.shown).toMatchObject([{ description: '450 orders are now unassigned.' }]);
  });

  test('reports progress when a call fails and keeps the rest selected', async () => {
    const assignOrders = vi.fn(async (orderIds: string[]): Promise<BulkAssigned> => allOf(orderIds));
    assignOrders.mockImplementationOnce(async (orderIds) => allOf(orderIds));
    assignOrders.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Not now.'));
    const { selection, toasts, picked } = await setUp({ assignOrders }, many);
    selection.toggleAll();
    expect(await selection.assign(null)).toBe(false);
    expect(toasts.shown).toMatchObject([{ description: '200 of 450 orders were reassigned. Not now.' }]);
    expect([picked().length, selection.$progress.get()]).toEqual([250, null]);
  });
});
