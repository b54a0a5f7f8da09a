import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openOrder } from '../../../tests/kit/components/open-order.ts';
import { anOrder } from '../../features/desk/desk-testing.ts';

/* The order beside its list, or over it where there is no room. */

const rows = ['CT-7K3M9Q', 'CT-8A8A8A', 'CT-9B9B9B'].map((orderNumber, index) =>
  anOrder({ id: `o${index + 1}`, orderNumber }),
);
const panel = page.getByRole('dialog');
const number = (text: string) => page.getByRole('button', { name: text, exact: true });
const previous = panel.getByRole('button', { name: 'Previous order' });
const next = panel.getByRole('button', { name: 'Next order' });
const main = () => document.querySelector('main');

/** Opens the list of three orders. */
async function openList(search = '') {
  const listOrders = async () => ({ orders: rows, total: rows.length, nextCursor: null });
  const order = async (id: string) => rows.find((row) => row.id === id) ?? anOrder();
  return openOrder({ listOrders, order, orderPayment: async () => null }, anOrder(), search);
}

/** This order, and no other, is open and marked in the list. */
async function expectOpen(orderNumber: string) {
  await expect.element(panel).toHaveAccessibleName(`Order ${orderNumber}`);
  await expect.element(panel.getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect
    .poll(() => [...document.querySelectorAll('[aria-current="true"]')].map((row) => row.textContent))
    .toEqual([expect.stringContaining(orderNumber)]);
}

test('shows an order beside the list, which stays usable', async () => {
  await openList();
  await number('CT-8A8A8A').click();
  await expectOpen('CT-8A8A8A');
  await expect.element(panel).toHaveFocus();
  await expect.element(panel).toMatchTextContent('2 of 3');
  const list = page.getByRole('table').element().getBoundingClientRect();
  expect(list.right).toBeLessThanOrEqual(panel.element().getBoundingClientRect().left);
  expect(main()?.inert).toBe(false);
  await number('CT-9B9B9B').click();
  await expectOpen('CT-9B9B9B');
});

test('moves through the list with buttons and stops at its ends', async () => {
  await openList('?order=o2');
  await expectOpen('CT-8A8A8A');
  await next.click();
  await expectOpen('CT-9B9B9B');
  await expect.element(next).toHaveFocus();
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await previous.click();
  await previous.click();
  await expectOpen('CT-7K3M9Q');
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
});

test('closes a dialog on Escape first and types letters in fields', async () => {
  await openList('?order=o1');
  await panel.getByRole('button', { name: 'Refund…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Refund order CT-7K3M9Q' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).toHaveAccessibleName('Order CT-7K3M9Q');
  await userEvent.keyboard('j');
  await expectOpen('CT-8A8A8A');
  const content = panel.getByLabelText('Reading content');
  await content.fill('The Star ');
  await userEvent.keyboard('jk');
  await expect.element(content).toHaveValue('The Star jk');
  // It is the same panel where it lies over the page: nothing in it is lost.
  await page.viewport(800, 900);
  onTestFinished(() => page.viewport(1440, 900));
  await expect.poll(() => main()?.inert).toBe(true);
  await expect.element(content).toHaveValue('The Star jk');
});

test('covers every tab other than the list', async () => {
  await openList('?tab=settings&order=o2');
  await expect.element(panel).toHaveAccessibleName('Order CT-8A8A8A');
  expect(main()?.inert).toBe(true);
});

test('covers the list on a phone until it is closed', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1440, 900));
  const { addressBar } = await openList();
  await number('CT-8A8A8A').click();
  await expect.element(panel).toHaveFocus();
  await expect
    .poll(() => panel.element().getBoundingClientRect())
    .toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  expect(main()?.inert).toBe(true);
  await next.click();
  await expect.element(panel).toHaveAccessibleName('Order CT-9B9B9B');
  addressBar.back();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(number('CT-9B9B9B')).toHaveFocus();
  expect(main()?.inert).toBe(false);
});
