import type { Locator, Page } from '@playwright/test';
import { sellBeforehand } from '../steps/delivery-steps.ts';
import { openDesk } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo, newCustomer, openOrder, orderLink, ordersOf, test } from '../steps/steps.ts';

async function sell(page: Page) {
  const customer = newCustomer();
  const orderNumber = await sellBeforehand(customer);
  await mailsTo(page.request, customer.email, 1);
  await openDesk(page, product.url);
  const dialog = await openOrder(page, orderNumber);
  return { customer, orderNumber, dialog, mails: dialog.getByRole('region', { name: 'Mails' }) };
}

/** The rows of the list of mails, as far as they have left. */
const sentTo = (mails: Locator, address: string) =>
  mails.getByRole('listitem').filter({ hasText: address }).filter({ hasText: 'Accepted by the mail server' });

/** Mail leaves a moment after it was asked for: the list is looked at again until it has. */
async function expectSent(mails: Locator, address: string, count: number): Promise<void> {
  await expect(async () => {
    const again = mails.getByRole('button', { name: 'Check again' });
    // It may be gone before it is pressed: what it waited for has come by itself.
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(sentTo(mails, address)).toHaveCount(count, { timeout: 1_000 });
  }).toPass();
}

test('a wrong address is corrected, and the mail arrives at the right one', async ({ page, request }) => {
  const { customer, orderNumber, dialog, mails } = await sell(page);
  const right = `right.${customer.email}`;
  await mails.getByRole('button', { name: 'Correct address' }).click();
  const field = mails.getByLabel('Correct email address');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(customer.email);

  await test.step('an address that is none is refused at the field', async () => {
    await field.fill('right@customers');
    await mails.getByRole('button', { name: 'Save & send again' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/doesn’t look right/);
    await expect(field).toBeFocused();
    await expect(field).toBeFocused();
  });

  await test.step('the right one is saved and sent to', async () => {
    await field.fill(right);
    await mails.getByRole('button', { name: 'Save & send again' }).click();
    await expect(page.getByText('Address Corrected', { exact: true })).toBeVisible();
    await expect(mails.getByText(`Mails go to ${right}`)).toBeVisible();
    await expect(mails.getByRole('button', { name: 'Correct address' })).toBeFocused();
    const [again] = await mailsTo(request, right, 1);
    expect(again?.text).toContain(orderNumber);
    await expectSent(mails, right, 1);
    await mailsTo(request, customer.email, 1);
  });

  await test.step('its link opens the order, and the list knows the address', async () => {
    const [again] = await mailsTo(request, right, 1);
    expect((await request.get(orderLink(again))).status()).toBe(200);
    await expect(dialog.getByRole('definition').filter({ hasText: right })).toBeVisible();
    expect(await ordersOf(page, right)).toMatchObject([{ orderNumber }]);
  });
});

test('a mail is sent again, once per press of the button', async ({ page, request }) => {
  const { customer, mails } = await sell(page);
  await expectSent(mails, customer.email, 1);
  // Both clicks in one turn of the page's event loop.
  await mails.getByRole('button', { name: /^Resend/ }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('Mail Resent', { exact: true })).toBeVisible();
  const [first, second] = await mailsTo(request, customer.email, 2);
  expect(second?.messageId).not.toBe(first?.messageId);
  await expectSent(mails, customer.email, 2);
  await expect(mails.getByRole('button', { name: /^Resend/ })).toHaveCount(1);
});
