import { readFile } from 'node:fs/promises';
import { openDesk, sell, test } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';

test('somebody who asks is given their data, and erased', async ({ page, service, admin }) => {
  const order = await sell(service.url);
  await openDesk(page, service.url, '?tab=settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Privacy' }).click();
  const card = page.getByRole('region', { name: 'One person’s data' });
  const look = async () => {
    await card.getByLabel('Email address of a customer').fill(order.email.toUpperCase());
    await card.getByRole('button', { name: 'Look up' }).click();
  };
  await look();
  await expect(card.getByRole('listitem')).toContainText(
    `${order.orderNumber}: its reading is still to be sent`,
  );
  const saving = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Export as a file' }).click();
  const file = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(file).toMatchObject({ orders: [{ orderNumber: order.orderNumber, customerName: order.name }] });

  await admin.ask('DELETE', `/api/orders/${order.id}`);
  await look();
  const form = card.getByRole('form', { name: 'Erase this person' });
  await form.getByLabel('Type erase to confirm').fill('erase');
  await form.getByRole('button', { name: 'Erase for good' }).click();
  await expect(form).toBeHidden();
  await look();
  await expect(card.getByRole('status')).toHaveText(`There is no data about ${order.email.toUpperCase()}.`);
});
