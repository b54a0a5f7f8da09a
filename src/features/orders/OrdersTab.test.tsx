import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeShop } from '../../../tests/kit/components/fake-shop.ts';
import {
  ada,
  bea,
  box,
  cleo,
  expectListed,
  filter,
  numbers,
  openList,
  openMenu,
  rowOf,
  selectionBar,
  threeOrders,
} from '../../../tests/kit/components/order-list.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused, toast } from '../../../tests/kit/components/toasts.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { OrderListRequest } from '../desk/staff-api.ts';
import { orderPage } from './orders-testing.ts';

const question = page.getByRole('alertdialog');
const heading = page.getByRole('heading', { name: 'Order Management' });

test('keeps the list when more orders fail to load, and retries', async () => {
  const first = Array.from({ length: 50 }, (_, index) =>
    anOrder({ id: `p${index}`, orderNumber: `CT-P${index}` }),
  );
  const rest = failOnce(async () => orderPage(threeOrders(), { total: 53 }));
  const listOrders = async ({ cursor }: OrderListRequest) =>
    cursor ? rest() : orderPage(first, { total: 53, nextCursor: 'next' });
  await openList({ listOrders });
  await expect.element(page.getByText('50 of 53')).toBeVisible();
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('More orders could not be loaded.');
  expect(numbers.elements()).toHaveLength(50);
  await more.click();
  await expect.element(rowOf(bea)).toBeInTheDocument();
  expect(numbers.elements()).toHaveLength(53);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('sorts by a clicked column and reverses it on the second click', async () => {
  await openList();
  await expectListed(cleo, ada, bea);
  const column = page.getByRole('columnheader', { name: 'Customer' });
  for (const [sort, listed] of [
    ['ascending', [ada, bea, cleo]],
    ['descending', [cleo, bea, ada]],
  ] as const) {
    await column.getByRole('button').click();
    await expect.element(column).toHaveAttribute('aria-sort', sort);
    await expectListed(...listed);
  }
});

test('limits Assign… to its own row and focuses the reader list', async () => {
  await openList();
  await box(bea).click();
  await (await openMenu(ada)).getByRole('menuitem', { name: 'Assign…' }).click();
  await expect.element(selectionBar).toMatchTextContent('1 selected');
  await expect.element(selectionBar.getByLabelText('Reader for the selected orders')).toHaveFocus();
  await userEvent.keyboard('reader2{Tab}{Enter}');
  await expectDone('Orders Reassigned', '1 order is now with reader2.');
  await expect.element(rowOf(ada)).toMatchTextContent('reader2');
});

test('deletes an order after a confirmation and restores it', async () => {
  await openList();
  const remove = page.getByRole('button', { name: `Delete order ${ada}` });
  await remove.click();
  await expect.element(question).toHaveAccessibleDescription(/Ada Núñez.*\$60\.00 stays with you/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(remove).toHaveFocus();
  await (await openMenu(ada)).getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectDone('Order Deleted', `Order ${ada} is no longer listed.`);
  await expectListed(cleo, bea);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectListed(cleo, ada, bea);
});

test('lists deleted orders and restores one on the second try', async () => {
  const shop = fakeShop(threeOrders());
  await shop.deleteOrder('o2');
  await openList({ ...shop, restoreOrder: failOnce(shop.restoreOrder) });
  await filter('Status').selectOptions('Deleted');
  await expect.element(page.getByText('1 order', { exact: true })).toBeVisible();
  const restore = page.getByRole('button', { name: `Restore order ${ada}` });
  await restore.click();
  await expectRefused('Restore Failed', 'Failed to restore order');
  await restore.click();
  await expect.element(page.getByText('No orders match', { exact: true })).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test('selects rows one by one, as a range, and with keys', async () => {
  await openList();
  await box(cleo).click();
  await box(bea).click({ modifiers: ['Shift'] });
  await expect.element(selectionBar).toMatchTextContent('3 selected');
  expect(getSelection()?.toString()).toBe('');
  await box(ada).click();
  await expect.element(selectionBar).toMatchTextContent('2 selected');
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).click();
  await selectionBar.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(selectionBar).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('jxj{Shift>}X{/Shift}');
  await expect.element(box(ada)).toBeChecked();
  await expect.element(box(cleo)).toBeChecked();
  await userEvent.keyboard('x');
  await expect.element(selectionBar).toMatchTextContent('1 selected');
});

test('assigns selected orders together and keeps failed ones selected', async () => {
  const shop = fakeShop(threeOrders());
  await openList(shop);
  const choice = selectionBar.getByLabelText('Reader for the selected orders');
  const assign = async (reader: string) => {
    await choice.selectOptions(reader);
    await selectionBar.getByRole('button', { name: 'Assign' }).click();
  };
  await box(ada).click();
  await box(bea).click();
  await assign('Unassigned');
  await expectDone('Orders Reassigned', '2 orders are now unassigned.');
  await expect.element(selectionBar).not.toBeInTheDocument();
  await expect.element(rowOf(ada)).not.toMatchTextContent('reader');
  await shop.deleteOrder('o1');
  await box(ada).click();
  await box(bea).click();
  await expect.element(choice).toHaveValue('unchosen');
  await assign('reader1');
  await expectRefused('Not All Orders Were Reassigned', /^1 reassigned, 1 not: There is no such order/);
  const left = selectionBar.getByRole('list', { name: 'Not reassigned' });
  await expect.element(left).toHaveTextContent(`${bea}: There is no such order.`);
  await expect.element(choice).toHaveFocus();
});
