import type { Page } from '@playwright/test';
import { placeOf } from '../steps/arrive.ts';
import {
  colleague,
  filterBy,
  numberOf,
  openDesk,
  orderDialog,
  rowOf,
  type SoldOrder,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* The order beside its list, or over it where there is no room. */

/** This order, and no other, is open and marked in the list. */
async function expectOpen(page: Page, order: SoldOrder): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveAccessibleName(`Order ${order.orderNumber}`);
  await expect(page.getByRole('dialog')).toContainText(order.email);
  const marked = page.locator('[aria-current="true"]');
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText(order.orderNumber);
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('an order stands beside the list, which goes on working', async ({ page, service }) => {
    const first = await sell(service.url);
    const second = await sell(service.url);
    const third = await sell(service.url);
    await openDesk(page, service.url);
    const dialog = page.getByRole('dialog');
    const close = dialog.getByRole('button', { name: 'Close', exact: true });

    await test.step('it covers nothing of the list', async () => {
      await numberOf(page, second).click();
      await expectOpen(page, second);
      await expect(dialog).toBeFocused();
      // It makes room without moving the row that was pressed.
      await page.mouse.move(0, 0);
      const list = await placeOf(page.getByRole('table'));
      const panel = await placeOf(dialog);
      expect(list.x + list.width).toBeLessThanOrEqual(panel.x);
      await expect(dialog).toContainText('2 of 3');
    });
    await test.step('another row opens in its place, and Back closes it', async () => {
      await numberOf(page, first).click();
      await expectOpen(page, first);
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(numberOf(page, first)).toBeFocused();
    });
    await test.step('buttons lead through the list, and stop at its ends', async () => {
      // On what is above lies the question of the row that has the focus.
      await numberOf(page, second).press('Enter');
      const previous = dialog.getByRole('button', { name: 'Previous order' });
      const next = dialog.getByRole('button', { name: 'Next order' });
      await next.click();
      await expectOpen(page, first);
      await expect(next).toBeFocused();
      await expect(next).toHaveAttribute('aria-disabled', 'true');
      await previous.click();
      await previous.click();
      await expectOpen(page, third);
      await expect(previous).toHaveAttribute('aria-disabled', 'true');
    });
    await test.step('the list is searched and filtered meanwhile, and the order stays', async () => {
      await page.getByRole('searchbox', { name: 'Search' }).fill(second.orderNumber);
      await expect(rowOf(page, third)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveAccessibleName(`Order ${third.orderNumber}`);
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
      await filterBy(page, 'Status').selectOption({ label: 'Pending' });
      await expectOpen(page, third);
      await close.click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(/status=pending$/);
      await expect(numberOf(page, third)).toBeFocused();
    });
    await test.step('what is asked for comes first, and then the keys are the panel’s again', async () => {
      await numberOf(page, third).click();
      await expectOpen(page, third);
      const main = page.locator('main');
      const before = await placeOf(main);
      await dialog.getByRole('button', { name: 'Refund…' }).click();
      await expect(page.getByRole('dialog', { name: `Refund order ${third.orderNumber}` })).toBeVisible();
      // The page below it stands still.
      expect(await placeOf(main)).toEqual(before);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(1);
      await page.keyboard.press('j');
      await expectOpen(page, second);
      // Where one types they are letters.
      await dialog.getByLabel('Reading content').fill('The Star ');
      await page.keyboard.type('jk[]');
      await expect(dialog.getByLabel('Reading content')).toHaveValue('The Star jk[]');
    });
    await test.step('another tab has no room for it: it lies over that', async () => {
      await expect(page.getByRole('main')).toHaveJSProperty('inert', false);
      await page.goto(`/admin/dashboard?tab=settings&order=${second.id}`);
      await expect(dialog).toContainText(second.email);
      await expect(page.getByRole('main')).toHaveJSProperty('inert', true);
      await page.goto(`/admin/dashboard?order=${second.id}`);
      await expectOpen(page, second);
    });
    await test.step('it is there at every width, with all that was begun in it', async () => {
      await expectNoFlaws(page);
      await expect(dialog.getByLabel('Reading content')).toHaveValue('The Star jk[]');
    });
  });

  test('the next order is there when the one that was decided on has left the list', async ({
    page,
    service,
  }) => {
    const admin = await colleague(service.url);
    const later = await sell(service.url);
    const order = await sell(service.url);
    for (const { id } of [later, order]) await admin.write(id, 'The Star speaks of patience.');
    await openDesk(page, service.url, '?status=reading_uploaded');
    await numberOf(page, order).click();
    const dialog = orderDialog(page, order);
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(rowOf(page, order)).toHaveCount(0);
    await expect(dialog.getByText('Rejected', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('j');
    await expectOpen(page, later);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('an order covers the list, which cannot be reached behind it', async ({ page, service }) => {
    const first = await sell(service.url);
    const second = await sell(service.url);
    await openDesk(page, service.url);
    await numberOf(page, second).click();
    const dialog = orderDialog(page, second);
    await expect(dialog).toBeFocused();
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    await expect(page.getByRole('main')).toHaveJSProperty('inert', true);
    await dialog.getByRole('button', { name: 'Next order' }).click();
    await expect(orderDialog(page, first)).toContainText(first.email);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(numberOf(page, first)).toBeFocused();
    await expect(page.getByRole('main')).toHaveJSProperty('inert', false);
  });
});
