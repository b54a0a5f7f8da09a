import { test } from '../steps/desk-steps.ts';
import { openReaderDesk, sellTo, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

test('keeps the open order in the address, for its reader only', async ({ page, service, admin, reader }) => {
  const order = await sellTo(service, admin, reader);
  const other = await sellTo(service, admin, reader);
  const address = `${service.url}/reader/orders/${order.orderNumber}`;
  const writeButton = page.getByRole('button', { name: `Upload Reading for ${order.orderNumber}` });
  await openReaderDesk(page, service.url, reader);

  await test.step('the order opens from the list and closes again', async () => {
    await writeButton.click();
    await expect(page).toHaveURL(address);
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('The Star speaks');
    await page.goBack();
    await expect(page).toHaveURL(`${service.url}/reader/dashboard`);
    await expect(writeButton).toBeFocused();
    await page.goForward();
    await page.getByRole('combobox', { name: 'Order' }).selectOption(other.id);
    await expect(page).toHaveURL(`${service.url}/reader/orders/${other.orderNumber}`);
    await page.goBack();
    await expect(text(page)).toHaveValue('The Star speaks');
  });
  await test.step('another reader’s order is not found', async () => {
    const foreign = await sellTo(service, admin, 'reader2');
    const response = await page.goto(`${service.url}/reader/orders/${foreign.orderNumber}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('region', { name: 'Not found' })).toBeVisible();
  });
  await test.step('a signed-out reader signs in and returns to the order', async () => {
    await page.context().clearCookies();
    await page.goto(address);
    await page.getByLabel('Username').fill(reader.username);
    await page.getByLabel('Password').fill(reader.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.orderNumber);
    await expect(text(page)).toHaveValue('The Star speaks');
  });
});
