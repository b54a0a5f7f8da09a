import type { Locator } from '@playwright/test';
import { expectDone, numberOf, openOrderDialog, sell, test } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect } from '../steps/steps.ts';

/* The dialog of one order, from its row to its mails. */

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

test('prints an order and keeps a reading over a reload', async ({ page }) => {
  const order = await sell(product.url);
  const dialog = await openOrderDialog(page, product.url, order);
  const facts = dialog.getByRole('region', { name: 'Facts' });
  const reading = dialog.getByRole('region', { name: 'Reading', exact: true });
  const content = dialog.getByLabel('Reading content');
  await expect(facts).toContainText(order.email);

  await test.step('the printout leaves out buttons and the list', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(`Order ${order.orderNumber}`, { exact: true })).toBeVisible();
    await expect(facts).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(0);
    await expect(content).toBeHidden();
    await expect(page.locator('main')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('Back closes the order, and Enter opens it again', async () => {
    await expect(page).toHaveURL(new RegExp(`[?&]order=${order.id}(&|$)`));
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(numberOf(page, order)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(facts).toBeVisible();
  });

  await test.step('typed text survives a reload and is submitted', async () => {
    await content.fill('The Star speaks of patience.');
    await dialog.getByLabel('Internal notes').fill('A careful one.');
    await page.reload();
    await expect(content).toHaveValue('The Star speaks of patience.');
    await button(dialog, 'Upload Reading').click();
    await expectDone(
      page,
      'Reading Uploaded',
      `The reading for ${order.orderNumber} is waiting for approval.`,
    );
    await expect(reading.getByText('The Star speaks of patience.', { exact: true })).toBeVisible();
    await expect(reading.getByText('A careful one.', { exact: true })).toBeVisible();
  });
});
