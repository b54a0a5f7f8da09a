import { expect, test, vi } from 'vitest';
import { flushPromises } from '../../lib/store-testing.ts';
import { aReaderOrder, deskDependencies, fakeAddressBar } from '../desk/desk-testing.ts';
import { createReaderDesk } from '../writing/reader-desk.ts';
import { findEntries } from './palette/palette.ts';
import { createReaderPalette } from './reader-palette.ts';

async function setUp() {
  const addressBar = fakeAddressBar();
  const orders = [
    aReaderOrder({ id: 'o1', orderNumber: 'CT-000001', customerName: 'Zoë Ångström' }),
    aReaderOrder({ id: 'o2', orderNumber: 'CT-000002', status: 'rejected' }),
    aReaderOrder({ id: 'o3', orderNumber: 'CT-000003', status: 'completed' }),
  ];
  const api = { readerOrders: async () => orders, draft: async () => null };
  const desk = createReaderDesk(deskDependencies(api, { username: 'rita', addressBar }));
  await flushPromises();
  const signOut = vi.fn();
  const find = (text: string) => findEntries(createReaderPalette(desk, signOut).entries(), text);
  return { desk, find, signOut, address: () => addressBar.history.at(-1) };
}

test('finds an order by its customer and opens it for writing', async () => {
  const { desk, find, address } = await setUp();
  const [found, ...others] = find('angstrom');
  expect(others).toEqual([]);
  found?.run();
  expect(address()).toBe('?order=CT-000001');
  expect(desk.$isTextWanted.get()).toBe(true);
});

test('finds each order once and opens submitted ones for reading', async () => {
  const { desk, find, address } = await setUp();
  const labels = (text: string) => find(text).map(({ label }) => label);
  expect(labels('ct-')).toEqual(['CT-000001', 'CT-000002', 'CT-000003']);
  for (const typed of ['ct-ooooo2', '#CT–OOOOO2', 'oooo02.']) expect(labels(typed)).toEqual(['CT-000002']);
  find('CT-000003')[0]?.run();
  expect(address()).toBe('?order=CT-000003');
  expect(desk.$isTextWanted.get()).toBe(false);
});

test('finds the account and sign-out', async () => {
  const { desk, find, signOut } = await setUp();
  find('snippets')[0]?.run();
  expect(desk.$isAccountOpen.get()).toBe(true);
  find('leave')[0]?.run();
  expect(signOut).toHaveBeenCalledOnce();
});
