import { newTag, openDesk, orderDialog, sell, signInHere, test } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';

/* The page of a customer: everything about one address. */

const note = 'Writes from two addresses. Call her Maya, not Mrs Lindqvist.';

test('an admin sees everything about a customer, and keeps notes', async ({ page, service, admin }) => {
  const { url } = service;
  const email = `maya.${newTag()}@customers.example`;
  const first = await sell(url, { customerEmail: email });
  const second = await sell(url, { customerEmail: email.toUpperCase() });
  await admin.ask('POST', `/api/orders/${first.id}/refund`, { amount: 20, refundedBefore: 0 });
  const orders = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  const mails = page.getByRole('list', { name: 'Emails' }).getByRole('listitem');
  const notes = page.getByRole('log', { name: 'Notes on this customer' });
  const field = page.getByLabel('Write a note');

  await test.step('by the address of an order, which stands in no URL', async () => {
    await openDesk(page, url, `?order=${second.id}`);
    await orderDialog(page, second).getByRole('link', { name: email }).click();
    await expect(page).toHaveURL(`${url}/admin/orders/${second.id}/customer`);
    await expect(page).toHaveTitle(/^Customer/);
    await expect(orders).toHaveText([new RegExp(second.orderNumber), new RegExp(first.orderNumber)]);
    await expect(page.getByText('Refunded', { exact: true }).locator('..')).toContainText('$20.00');
    await expect(mails.filter({ hasText: 'Refund made' })).toHaveCount(1);
  });

  await test.step('a note is kept while it is written, and sent with Ctrl and Enter', async () => {
    await field.press('Control+Enter');
    await expect(page.getByText('The note is empty.')).toBeVisible();
    await field.fill(note);
    await page.reload();
    await expect(field).toHaveValue(note);
    await field.press('Control+Enter');
    await expect(notes).toContainText(note);
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  });

  await test.step('a corrected address has its own page, which says where the mail went before', async () => {
    await admin.ask('PUT', `/api/orders/${second.id}/email`, { email: `work.${email}` });
    await page.reload();
    await expect(orders).toHaveCount(1);
    await expect(mails.filter({ hasText: 'Address corrected by admin' })).toHaveCount(1);
    await expect(mails.filter({ hasText: `to ${email.toUpperCase()}` })).toHaveCount(1);
    await expect(notes).toContainText(note);
  });

  await test.step('Back leads to the order one came from, and so does the link', async () => {
    await page.goto(`${url}/admin/dashboard?order=${first.id}`);
    await orderDialog(page, first).getByRole('link', { name: email }).click();
    await expect(orders).toHaveCount(1);
    await page.goBack();
    await expect(orderDialog(page, first)).toBeVisible();
    await page.goForward();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await expect(orderDialog(page, first)).toBeVisible();
  });

  await test.step('for nobody but admins', async () => {
    const path = `${url}/admin/orders/${first.id}/customer`;
    await page.context().clearCookies();
    expect((await page.goto(path))?.status()).toBe(401);
    await signInHere(page, url, 'reader1');
    expect((await page.goto(path))?.status()).toBe(403);
    await expect(page.getByText(email)).toHaveCount(0);
  });
});
