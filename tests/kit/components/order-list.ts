import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { anOrder } from '../../../src/features/desk/desk-testing.ts';
import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import { openAdmin } from './desk.tsx';
import { fakeShop } from './fake-shop.ts';
import { textsOf } from './lists.ts';

export const bea = 'CT-BBBBBB';
export const ada = 'CT-AAAAAA';
export const cleo = 'CT-CCCCCC';
const order = (id: string, orderNumber: string, customerName: string) =>
  anOrder({ id, orderNumber, customerName });
export const threeOrders = () => [
  order('o3', cleo, `Cleo ${'Øster '.repeat(18)}`.trim()),
  order('o2', ada, 'Ada Núñez'),
  order('o1', bea, 'Bea Ångström'),
];

/** Opens the admin's list with `threeOrders`. @param width of the window, in pixels */
export async function openList(calls: Partial<StaffApi> = {}, { search = '', width = 1440 } = {}) {
  await page.viewport(width, 740);
  const shop = fakeShop(threeOrders());
  return { shop, ...(await openAdmin({ ...shop, ...calls }, { search })) };
}

export const numbers = page.getByRole('table').getByRole('button', { name: /^CT-/ });
export const rowOf = (number: string) => page.getByRole('row').filter({ hasText: number });
export const box = (number: string) => page.getByRole('checkbox', { name: `Select order ${number}` });
export const selectionBar = page.getByRole('region', { name: 'Selected orders' });
export const filter = (name: string) => page.getByRole('combobox', { name, exact: true });

export async function expectListed(...orders: string[]): Promise<void> {
  await expect.poll(() => textsOf(numbers)).toEqual(orders);
}

export async function openMenu(number: string) {
  await page.getByRole('button', { name: `Actions for order ${number}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for order ${number}` });
  await expect.element(menu).toBeVisible();
  return menu;
}
