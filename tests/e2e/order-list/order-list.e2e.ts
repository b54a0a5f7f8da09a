import type { Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import {
  askToDelete,
  chooseFilter,
  colleague,
  expectDone,
  filterBy,
  openDesk,
  openMenu,
  refuse,
  rowOf,
  type SoldOrder,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* The list of orders as one works with it all day: its rows, their menu, what is picked, views by name. */

const numbers = (page: Page) => page.getByRole('table').getByRole('button', { name: /^CT-/ });
const view = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Views' }).getByRole('button', { name, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected orders' });
const box = (page: Page, { orderNumber }: SoldOrder) =>
  page.getByRole('checkbox', { name: `Select order ${orderNumber}` });

/** How high the row of an order is, in pixels; a card on a phone. */
const heightOf = async (page: Page, order: SoldOrder) => (await rowOf(page, order).boundingBox())?.height;

async function sellFour(url: string): Promise<[SoldOrder, SoldOrder, SoldOrder, SoldOrder]> {
  return [
    await sell(url, {
      customerName: 'Bea Ångström',
      readingType: 'other',
      customQuestion: 'Shall I move to Oslo?',
    }),
    await sell(url, { customerName: 'Ada Núñez' }),
    await sell(url, { customerName: `Cleo ${'Øster '.repeat(18)}`.trim() }),
    await sell(url, { customerName: 'Dag Li' }),
  ];
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 700 }, permissions: ['clipboard-read', 'clipboard-write'] });

  test('rows have one line each, and a menu', async ({ page, service }) => {
    const [bea, ada, cleo, dag] = await sellFour(service.url);
    const admin = await colleague(service.url);
    await admin.ask('POST', `/api/orders/${bea.id}/refund`, { amount: 20, refundedBefore: 0 });
    await openDesk(page, service.url);
    await expect(numbers(page)).toHaveCount(4);
    await expect(rowOf(page, bea)).toContainText('Partly refunded');

    await test.step('what there is to know of an order stands in columns, and what is cut is told whole', async () => {
      for (const order of [bea, ada, cleo, dag]) {
        await expect.poll(() => heightOf(page, order)).toBeLessThanOrEqual(37);
      }
      const columns = [
        'Order number',
        'Customer',
        'Question',
        'Date',
        'Due',
        'Status',
        'Reader',
        'Amount',
        'Actions',
      ];
      await expect(page.getByRole('columnheader').filter({ hasText: /./ })).toHaveText(columns);
      await expect(rowOf(page, bea)).toContainText('Shall I move to Oslo?');
      await expect(rowOf(page, bea)).toContainText('$60.00');
      await expect(page.getByTitle(cleo.name)).toBeVisible();
      await expectNoFlaws(page);
    });
    await test.step('the menu is walked through, and leads back to its row', async () => {
      const button = page.getByRole('button', { name: `Actions for order ${ada.orderNumber}` });
      await button.press('Enter');
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitem')).toHaveText(['Open', 'Assign…', 'Copy number', 'Delete']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expect(button).toBeFocused();
      await button.click();
      await expect(menu).toBeVisible();
      await button.click();
      await expect(menu).toHaveCount(0);
    });
    await test.step('Copy number', async () => {
      await (await openMenu(page, ada.orderNumber)).getByRole('menuitem', { name: 'Copy number' }).click();
      await expectDone(page, 'Number Copied', ada.orderNumber);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ada.orderNumber);
    });
    await test.step('Assign… picks the row, and asks for the reader', async () => {
      await box(page, bea).check();
      await (await openMenu(page, ada.orderNumber)).getByRole('menuitem', { name: 'Assign…' }).click();
      await expect(bar(page)).toContainText('1 selected');
      await expect(bar(page).getByLabel('Reader for the selected orders')).toBeFocused();
      await page.keyboard.type('reader2');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expectDone(page, 'Orders Reassigned', '1 order is with reader2 now.');
      await expect(rowOf(page, ada)).toContainText('reader2');
    });
    await test.step('Delete asks, whether it is in the menu or at the end of the row', async () => {
      await askToDelete(page, dag.orderNumber);
      await expect(page.getByRole('alertdialog')).toHaveAccessibleName(
        `Are you sure you want to delete order ${dag.orderNumber}?`,
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: `Actions for order ${dag.orderNumber}` })).toBeFocused();
      await rowOf(page, dag)
        .getByRole('button', { name: /delete/i })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectDone(page, 'Order Deleted', `Order ${dag.orderNumber} is no longer listed.`);
    });
    await test.step('Open', async () => {
      await (await openMenu(page, bea.orderNumber)).getByRole('menuitem', { name: 'Open' }).click();
      await expect(page.getByRole('dialog')).toHaveAccessibleName(`Order ${bea.orderNumber}`);
    });
  });

  test('rows are picked up to one another, by pointer and by keys', async ({ page, service }) => {
    const [bea, ada, cleo, dag] = await sellFour(service.url);
    await openDesk(page, service.url);
    await box(page, dag).click();
    await box(page, ada).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 selected');
    await expect(box(page, bea)).not.toBeChecked();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(box(page, dag)).toBeChecked();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await expect(box(page, cleo)).toBeChecked();
    await expect(box(page, ada)).toBeChecked();
    await expect(bar(page)).toContainText('3 selected');
    await page.keyboard.press('x');
    await expect(bar(page)).toContainText('2 selected');
  });

  test('the head of the list stays while its rows go by', async ({ page, service }) => {
    await sellFour(service.url);
    await openDesk(page, service.url);
    await page.setViewportSize({ width: 1440, height: 150 });
    await numbers(page).last().scrollIntoViewIfNeeded();
    await expect(async () => {
      const head = await page.getByRole('columnheader', { name: 'Customer' }).boundingBox();
      expect(head?.y).toBeLessThan(10);
      expect(head?.y).toBeGreaterThanOrEqual(0);
    }).toPass();
  });
});

test('an order is found by what its reading says, and that is told', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const [bea, ada] = await sellFour(service.url);
  await admin.write(bea.id, 'The Lighthouse shows you’re not lost.');
  await openDesk(page, service.url);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('lightho youre');
  await expect(numbers(page)).toHaveText([]);
  await search.fill('lighth youre');
  await expect(numbers(page)).toHaveText([bea.orderNumber]);
  await expect(rowOf(page, bea)).toContainText('Found in the reading');
  await search.fill('nunez');
  await expect(numbers(page)).toHaveText([ada.orderNumber]);
  await expect(rowOf(page, ada)).not.toContainText('Found in the reading');
});

test('a list is kept under a name, and comes back with one press', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const [bea, ada] = await sellFour(service.url);
  await admin.write(ada.id, 'The Sun.');
  await openDesk(page, service.url);

  await test.step('those that everybody has', async () => {
    await expect(view(page, 'All')).toHaveAttribute('aria-current', 'page');
    await view(page, 'To review').click();
    await expect(numbers(page)).toHaveText([ada.orderNumber]);
    await expect(filterBy(page, 'Status')).toHaveValue('reading_uploaded');
    await page.goBack();
    await expect(numbers(page)).toHaveCount(4);
  });
  await test.step('one of one’s own', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('bea');
    await expect(numbers(page)).toHaveText([bea.orderNumber]);
    await filterBy(page, 'Status').selectOption({ label: 'Pending' });
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByLabel('Name of the view')).toBeFocused();
    await page.keyboard.type('Pending of Bea');
    await page.keyboard.press('Enter');
    await expect(view(page, 'Pending of Bea')).toHaveAttribute('aria-current', 'page');
    await view(page, 'All').click();
    await expect(numbers(page)).toHaveCount(4);
    await page.reload();
    await view(page, 'Pending of Bea').click();
    await expect(numbers(page)).toHaveText([bea.orderNumber]);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('bea');
  });
  await test.step('it is renamed, removed and brought back', async () => {
    await page.getByRole('button', { name: 'Rename the view Pending of Bea' }).click();
    await page.getByLabel('Name of the view').fill('Bea');
    await page.keyboard.press('Enter');
    await expect(view(page, 'Bea')).toBeVisible();
    await expect(view(page, 'Pending of Bea')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove the view Bea' }).click();
    await expect(view(page, 'Bea')).toHaveCount(0);
    await toastOn(page).getByRole('button', { name: 'Undo' }).click();
    await expect(view(page, 'Bea')).toBeVisible();
  });
});

test('a list that could not be loaded is not called empty', async ({ page, service }) => {
  const order = await sell(service.url);
  await openDesk(page, service.url, '?q=Nobody');
  const nothing = page.getByText('No orders match', { exact: true });
  await expect(nothing).toBeVisible();
  await refuse(page, 'GET', '**/api/orders?*', async () => {
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page.getByRole('alert')).toContainText('The orders could not be loaded.');
    await expect(nothing).toHaveCount(0);
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, order)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('on a phone', () => {
  const phone = { width: 360, height: 740 };
  test.use({ viewport: phone, hasTouch: true });

  test('orders are cards of two lines, and the filters are folded', async ({ page, service }) => {
    const [bea, , cleo, dag] = await sellFour(service.url);
    await openDesk(page, service.url);
    await expect(numbers(page)).toHaveCount(4);
    for (const order of [bea, cleo, dag]) {
      await expect.poll(() => heightOf(page, order)).toBeLessThanOrEqual(84);
      expect(await heightOf(page, order)).toBeGreaterThanOrEqual(44);
    }
    await expectNoFlaws(page);
    await page.setViewportSize(phone);
    await expect(filterBy(page, 'Status')).toBeHidden();
    await chooseFilter(page, 'Status', 'Pending');
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await expectNoFlaws(page);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await expect(filterBy(page, 'Status')).toBeHidden();
    // Anywhere on the card opens it.
    await rowOf(page, dag).getByText('Dag Li').tap({ force: true });
    await expect(page.getByRole('dialog')).toHaveAccessibleName(`Order ${dag.orderNumber}`);
    await page.keyboard.press('Escape');
    await askToDelete(page, dag.orderNumber);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await expectDone(page, 'Order Deleted', `Order ${dag.orderNumber} is no longer listed.`);
  });
});
