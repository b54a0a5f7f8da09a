import type { Locator } from '@playwright/test';
import { expectDone, numberOf, openOrderDialog, rowOf, sell, test } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo } from '../steps/steps.ts';

/* The dialog of one order, from its row to its mails. */

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

test('an order is printed, and its reading written over a reload', async ({ page }) => {
  const order = await sell(product.url);
  const dialog = await openOrderDialog(page, product.url, order);
  const facts = dialog.getByRole('region', { name: 'Facts' });
  const reading = dialog.getByRole('region', { name: 'Reading', exact: true });
  const content = dialog.getByLabel('Reading content');
  await expect(facts).toContainText(order.email);

  await test.step('on paper it is without what is to be pressed, and without the list', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(`Order ${order.orderNumber}`, { exact: true })).toBeVisible();
    await expect(facts).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(0);
    await expect(content).toBeHidden();
    await expect(page.locator('main')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('Back closes it, and Enter opens it again', async () => {
    await expect(page).toHaveURL(new RegExp(`[?&]order=${order.id}(&|$)`));
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(numberOf(page, order)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(facts).toBeVisible();
  });

  await test.step('what is typed survives a reload, and is uploaded', async () => {
    await content.fill('The Star speaks of patience.');
    await dialog.getByLabel('Internal notes').fill('A careful one.');
    await page.reload();
    await expect(content).toHaveValue('The Star speaks of patience.');
    await button(dialog, 'Upload Reading').click();
    await expectDone(page, 'Reading Uploaded', `The reading for ${order.orderNumber} waits for approval.`);
    await expect(reading.getByText('The Star speaks of patience.', { exact: true })).toBeVisible();
    await expect(reading.getByText('A careful one.', { exact: true })).toBeVisible();
  });
});

test('a wrong address is corrected, a part of the money goes back, and the history says so', async ({
  page,
}) => {
  const order = await sell(product.url);
  const right = `right.${order.email}`;
  const dialog = await openOrderDialog(page, product.url, order);
  await mailsTo(page.request, order.email, 1);

  await test.step('what was sent goes to the right address', async () => {
    await button(dialog, 'Correct address').click();
    await dialog.getByLabel('New email address').fill(right);
    await page.reload();
    await expect(dialog.getByLabel('New email address')).toHaveValue(right);
    await button(dialog, 'Save & resend: Order confirmation').click();
    const [mail] = await mailsTo(page.request, right, 1);
    expect(mail?.text).toContain(order.orderNumber);
    await expect(rowOf(page, order)).toContainText(right);
  });

  await test.step('Stripe gives the money back', async () => {
    const refund = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
    await button(dialog, 'Refund…').click();
    await refund.getByLabel('How much ($)').fill('20');
    await button(refund, 'Refund $20.00').click();
    await expectDone(page, 'Refund Made', /^CT-\w{6}: \$20\.00 refunded to the card\. At Stripe: re_\w+\.$/);
    await expect(dialog.getByRole('region', { name: 'Facts' })).toContainText('$60.00, $20.00 refunded');
    await dialog.getByText(/^History/).click();
    await expect(dialog.getByText(/^admin gave back \$20\.00 \(re_\w+\)$/)).toBeVisible();
  });
});
