import { expect, test, vi } from 'vitest';
import { flushPromises, listenTo } from '../../lib/store-testing.ts';
import { anOrder, aReading, deskDependencies, fakeAddressBar } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createPeople } from '../people/people-store.ts';
import { createAdminDesk } from './admin-desk.ts';
import { createAdminPalette } from './admin-palette.ts';
import { findEntries } from './palette/palette.ts';

const rita = { id: 'r1', username: 'rita', awayUntil: null, openOrders: 0, maxOpenOrders: null };

async function setUp(calls: Partial<StaffApi> = {}, hasKeys = true) {
  const addressBar = fakeAddressBar();
  const listOrders = vi.fn(async () => ({ orders: [anOrder()], total: 1, nextCursor: null }));
  const api = {
    listOrders,
    readers: async () => [rita, { ...rita, id: 'r2', username: 'sam' }],
    ...calls,
  };
  const desk = createAdminDesk(deskDependencies(api, { addressBar }));
  await listenTo(desk.readers.$state);
  const go = vi.fn();
  const signOut = vi.fn();
  const focusedOrderId = vi.fn((): string | null => null);
  const open = () => createAdminPalette(desk, { go, signOut, focusedOrderId, hasKeys });
  const find = (text: string) => findEntries(open().entries(), text);
  const address = () => addressBar.history.at(-1);
  return { desk, palette: open(), find, address, go, signOut, focusedOrderId, listOrders };
}

test.each([
  ['price', '?tab=settings'],
  ['backups', '?tab=settings&section=health'],
  ['apple pay', '?tab=settings&section=payment'],
  ['faq', '?tab=settings&section=texts'],
  ['late', '?show=overdue'],
  ['disputed', '?payment=disputed'],
  ['rita orders', '?reader=r1'],
])('opens the page that “%s” names', async (text, expected) => {
  const { find, address } = await setUp();
  find(text)[0]?.run();
  expect(address()).toBe(expected);
});

test('opens an account, and closes it when the admin goes elsewhere', async () => {
  const { desk, find, address } = await setUp();
  const { $openId } = desk.storeOf(createPeople);
  find('rita limit')[0]?.run();
  expect([address(), $openId.get()]).toEqual(['?tab=settings&section=people', 'r1']);
  desk.selectTab('today');
  expect($openId.get()).toBeNull();
});

test('exports the list with its current filters', async () => {
  const { find, go } = await setUp();
  find('export')[0]?.run();
  expect(go).toHaveBeenCalledExactlyOnceWith('/api/orders.csv?sort=date&direction=desc');
});

test('finds the account, the shortcuts, and sign-out', async () => {
  const { desk, find, signOut } = await setUp();
  find('two factor')[0]?.run();
  expect(desk.$isAccountOpen.get()).toBe(true);
  find('keys')[0]?.run();
  expect(desk.shortcuts.$isListOpen.get()).toBe(true);
  find('sign out')[0]?.run();
  expect(signOut).toHaveBeenCalledOnce();
  expect((await setUp({}, false)).find('keys'), 'without a keyboard').toEqual([]);
});

test('offers only the actions that the open order allows', async () => {
  const order = vi.fn(async () => anOrder({ status: 'reading_uploaded' }));
  const { desk, find } = await setUp({ order, orderReading: async () => aReading() });
  await listenTo(desk.readings.ofOrder('o1').$state);
  const labels = async () => {
    await desk.detail.ofOrder('o1').refresh();
    return find('CT-7K3M9Q').map(({ label }) => label);
  };
  const always = ['Customer’s page', 'Correct address', 'Print order', 'Delete order'];
  const toDecide = ['Approve & Send', 'Reject', 'Edit Reading', 'Refund…'];
  expect(await labels()).toEqual([]);
  desk.detail.open('o1');
  expect(await labels()).toEqual([...toDecide, ...always, 'Assign to sam', 'Assign to no reader']);
  find('approve')[0]?.run();
  expect(desk.detail.$asked.get()).toEqual({ action: 'approve', orderId: 'o1' });
  desk.readings.beginEdit(aReading(), { content: 'Another text.' });
  expect(await labels(), 'while its text is edited').not.toContain('Approve & Send');
  desk.readings.editDraft(aReading().id).clear();
  order.mockResolvedValue(anOrder({ status: 'approved', paymentStatus: 'refunded' }));
  expect(await labels()).toEqual(always);
  for (const status of ['reading_uploaded', 'rejected'] as const) {
    order.mockResolvedValue(anOrder({ status, hold: 'withdrawal' }));
    expect(await labels()).toEqual(['Refund…', ...always]);
  }
});

test('acts on the focused row and opens its order only if needed', async () => {
  const assignOrder = vi.fn(async () => anOrder());
  const made = await setUp({ assignOrder, order: async () => anOrder() });
  const { desk, find, focusedOrderId, address } = made;
  await listenTo(desk.orders.$state);
  focusedOrderId.mockReturnValue('o1');
  expect(find('assign rita'), 'who has it already').toEqual([]);
  find('reassign sam')[0]?.run();
  expect(assignOrder).toHaveBeenLastCalledWith('o1', 'r2');
  await flushPromises();
  find('assign no reader')[0]?.run();
  expect(assignOrder).toHaveBeenLastCalledWith('o1', null);
  expect(address()).toBe('');
  find('refund')[0]?.run();
  expect(address()).toBe('?order=o1');
  expect(desk.detail.$asked.get()).toEqual({ action: 'refund', orderId: 'o1' });
  desk.detail.close();
  expect(desk.detail.$asked.get(), 'of an order that was closed').toBeNull();
});

test('asks before deleting and then closes the open order', async () => {
  const deleteOrder = vi.fn(async () => ({ deleted: true as const }));
  const { desk, find, address } = await setUp({ deleteOrder, order: async () => anOrder() });
  desk.detail.open('o1');
  await flushPromises();
  find('delete')[0]?.run();
  expect(deleteOrder).not.toHaveBeenCalled();
  const asked = desk.orderActions.$deletionAsked.get();
  if (asked) await desk.orderActions.remove(asked);
  expect(deleteOrder).toHaveBeenCalledWith('o1');
  expect([desk.detail.$openId.get(), address()]).toEqual([null, '']);
});

test('finds a customer once, by name, and opens their page', async () => {
  const orders = [anOrder(), anOrder({ id: 'o2', orderNumber: 'CT-7K3M9R' })];
  const { palette, go } = await setUp({ listOrders: async () => ({ orders, total: 2, nextCursor: null }) });
  const customers = async (text: string) =>
    (await palette.search(text)).filter(({ group }) => group === 'Customers');
  const [ana, ...others] = await customers('ana lima');
  expect([ana?.label, ana?.detail, others]).toEqual(['Ana Lima', 'ana@example.com', []]);
  ana?.run();
  expect(go).toHaveBeenCalledExactlyOnceWith('/admin/orders/o1/customer');
  expect(await customers('CT-7K3M9Q')).toEqual([]);
});

test('finds an order on the server, opens it, and remembers it', async () => {
  const { desk, palette, address, listOrders } = await setUp({ order: async () => anOrder() });
  const [found] = await palette.search('ana');
  expect(listOrders).toHaveBeenLastCalledWith(expect.objectContaining({ q: 'ana', payment: 'all' }));
  expect(found).toMatchObject({ label: 'CT-7K3M9Q', detail: 'Ana Lima · ana@example.com' });
  found?.run();
  await flushPromises();
  expect([address(), palette.recent()]).toEqual(['?order=o1', []]);
  desk.detail.close();
  expect(palette.recent()).toMatchObject([{ label: 'CT-7K3M9Q' }]);
  palette.recent()[0]?.run();
  expect(desk.detail.$openId.get()).toBe('o1');
});
