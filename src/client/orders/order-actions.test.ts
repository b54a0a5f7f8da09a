import { describe, expect, test, vi } from 'vitest';
import type { Order } from '../../shared/orders/orders.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { createOrderActions } from './order-actions.ts';
import { openOrderList, orderPage } from './orders-testing.ts';

function setUp(calls: Partial<StaffApi>) {
  const list = openOrderList(calls);
  return { ...list, actions: createOrderActions(list.desk, list.orders) };
}

describe('deleting an order', () => {
  test('takes it off the list and offers to undo', async () => {
    let rows = [anOrder(), anOrder({ id: 'o2', orderNumber: 'CT-000002' })];
    const restoreOrder = vi.fn(async () => {
      rows = [anOrder(), ...rows];
      return anOrder();
    });
    const { orders, actions, toasts } = setUp({
      listOrders: async () => orderPage(rows),
      deleteOrder: async (id) => {
        rows = rows.filter((row) => row.id !== id);
        return { deleted: true };
      },
      restoreOrder,
    });
    await settle();
    expect(await actions.remove(anOrder())).toBe(true);
    expect(orders.$state.get().orders.map(({ id }) => id)).toEqual(['o2']);
    expect(toasts.shown[0]).toMatchObject({ title: 'Order Deleted', action: { label: 'Undo' } });
    toasts.shown[0]?.action?.run();
    await settle();
    expect(restoreOrder).toHaveBeenCalledWith('o1');
    expect(orders.$state.get().orders.map(({ id }) => id)).toEqual(['o1', 'o2']);
  });

  test('says so when it fails', async () => {
    const { orders, actions, toasts } = setUp({
      listOrders: async () => orderPage([anOrder()]),
      deleteOrder: () => Promise.reject(new Error('offline')),
    });
    await settle();
    expect(await actions.remove(anOrder())).toBe(false);
    expect(toasts.shown).toEqual([
      { title: 'Delete Failed', description: 'Failed to delete order', variant: 'destructive' },
    ]);
    expect(orders.$state.get().orders).toHaveLength(1);
  });
});

describe('an order that nobody has', () => {
  const unassigned = anOrder({ assignedReader: null });

  test('is kept when an admin begins to write for it, without a word, and asked for once', async () => {
    const answer = deferred<Order>();
    const assignOrder = vi.fn(() => answer.promise);
    const { actions, toasts } = setUp({ listOrders: async () => orderPage([]), assignOrder });
    actions.keepWhileWriting(unassigned);
    actions.keepWhileWriting(unassigned);
    answer.resolve(unassigned);
    await settle();
    actions.keepWhileWriting(unassigned);
    expect(assignOrder).toHaveBeenCalledExactlyOnceWith('o1', null);
    expect(toasts.shown).toEqual([]);
  });

  test('is asked for again at the next key when that failed', async () => {
    const assignOrder = vi.fn(() => Promise.reject(new Error('offline')));
    const { actions } = setUp({ listOrders: async () => orderPage([]), assignOrder });
    actions.keepWhileWriting(unassigned);
    await settle();
    actions.keepWhileWriting(unassigned);
    expect(assignOrder).toHaveBeenCalledTimes(2);
  });

  test('is left alone when it has a reader', async () => {
    const assignOrder = vi.fn(async () => anOrder());
    const { actions } = setUp({ listOrders: async () => orderPage([]), assignOrder });
    actions.keepWhileWriting(anOrder());
    expect(assignOrder).not.toHaveBeenCalled();
  });
});

test('an order is fetched again once it was given away', async () => {
  const given = anOrder({ assignedReader: { id: 'r2', username: 'rita' } });
  const order = vi.fn(async () => given);
  const listOrders = async () => orderPage([anOrder()]);
  const { orders, actions, toasts } = setUp({ listOrders, order, assignOrder: async () => given });
  await settle();
  expect(await actions.assign(anOrder(), 'r2')).toBe(true);
  await settle();
  expect(toasts.shown).toMatchObject([{ description: 'CT-7K3M9Q is now with rita.' }]);
  expect(order).toHaveBeenCalledExactlyOnceWith('o1');
  expect(orders.$state.get().orders).toEqual([given]);
});

describe('a payment in review', () => {
  const doubtful = anOrder({ paymentStatus: 'review' });

  test('is accepted once, however often the button is pressed', async () => {
    const accepted = deferred<Order>();
    const acceptPayment = vi.fn(() => accepted.promise);
    let row = doubtful;
    const { orders, actions, toasts } = setUp({ listOrders: async () => orderPage([row]), acceptPayment });
    await settle();
    const first = actions.acceptPayment(doubtful);
    expect(await actions.acceptPayment(doubtful)).toBe(false);
    row = anOrder();
    accepted.resolve(row);
    expect(await first).toBe(true);
    expect(acceptPayment).toHaveBeenCalledExactlyOnceWith('o1');
    expect(orders.$state.get().orders).toMatchObject([{ paymentStatus: 'paid' }]);
    expect(toasts.shown).toMatchObject([{ title: 'Payment Accepted' }]);
  });

  test.each([
    ['somebody else decided', 'order_conflict', 'There is nothing to decide.'],
    ['was disputed', 'payment_conflict', 'This payment is disputed: it cannot be accepted.'],
    ['came in another currency', 'payment_conflict', 'This payment came in EUR: please refund it.'],
  ])('that %s says so and shows the order as it is', async (_what, code, words) => {
    const decided = anOrder({ paymentStatus: 'disputed' });
    const { orders, actions, toasts } = setUp({
      listOrders: async () => orderPage([doubtful]),
      order: async () => decided,
      acceptPayment: () => Promise.reject(anApiError(409, code, words)),
    });
    await settle();
    expect(await actions.acceptPayment(doubtful)).toBe(false);
    expect(toasts.shown).toMatchObject([{ description: words }]);
    await settle();
    expect(orders.$state.get().orders).toEqual([decided]);
  });
});

describe('a payment that somebody doubts', () => {
  const held = anOrder({ hold: 'early_fraud_warning' });

  test('is let through, and the order goes on', async () => {
    let row = held;
    const clearPayment = vi.fn(async () => {
      row = anOrder();
      return row;
    });
    const { orders, actions, toasts } = setUp({ listOrders: async () => orderPage([row]), clearPayment });
    await settle();
    expect(await actions.clearPayment(held)).toBe(true);
    expect(clearPayment).toHaveBeenCalledExactlyOnceWith('o1');
    expect(orders.$state.get().orders).toMatchObject([{ hold: null }]);
    expect(toasts.shown).toMatchObject([{ title: 'Payment Looked At', description: 'CT-7K3M9Q goes on.' }]);
  });

  test('is not doubted any more: that is said, and the order fetched anew', async () => {
    const over = anApiError(409, 'order_conflict', 'There is no warning any more.');
    const { orders, actions, toasts } = setUp({
      listOrders: async () => orderPage([held]),
      order: async () => anOrder(),
      clearPayment: () => Promise.reject(over),
    });
    await settle();
    expect(await actions.clearPayment(held)).toBe(false);
    expect(toasts.shown).toMatchObject([
      { title: 'Update Failed', description: 'There is no warning any more.' },
    ]);
    await settle();
    expect(orders.$state.get().orders).toMatchObject([{ hold: null }]);
  });
});
