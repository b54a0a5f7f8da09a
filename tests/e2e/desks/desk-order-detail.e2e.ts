import type { Locator } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import { checkoutPath, expectOk, openBrowser, payWithCard } from '../../faults/attacks-support/browser.ts';
import type { AttackedService } from '../../faults/attacks-support/service.ts';
import {
  type Colleague,
  colleague,
  expectDone,
  newTag,
  numberOf,
  openOrderDialog,
  rowOf,
  type SoldOrder,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo, test } from '../steps/steps.ts';

/* The dialog of one order, from its row to its mails. */

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

test('an order is printed, its reading written over a reload, sent back and sent', async ({ page }) => {
  const admin = await colleague(product.url);
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

  await test.step('sent back, changed, and sent with the mail before one’s eyes', async () => {
    await button(reading, 'Reject').click();
    const why = page.getByRole('alertdialog');
    await why.getByLabel('Feedback').fill('Speak of both paths.');
    await button(why, 'Reject').click();
    await expect(reading.getByText('Speak of both paths.', { exact: true })).toBeVisible();
    await button(reading, 'Edit Reading').click();
    await content.fill('The Star speaks of both paths.');
    await button(reading, 'Save Changes').click();
    await expectDone(page, 'Reading Updated', `The reading for ${order.orderNumber} was saved.`);
    await button(reading, 'Approve & Send').click();
    const question = page.getByRole('dialog', { name: `Send the reading for ${order.orderNumber}?` });
    await expect(question.frameLocator('iframe').getByText('The Star speaks of both paths.')).toBeVisible();
    await button(question, 'Send to the customer').click();
    await expectDone(page, 'Reading Approved', /^CT-\S+: email sent to customer/);
    const [, delivery] = await mailsTo(page.request, order.email, 2);
    expect(delivery?.text).toContain('The Star speaks of both paths.');
    expect((await admin.order(order.id)).status).toMatch(/approved|completed/);
  });

  await test.step('it is given to nobody else, by itself or among others', async () => {
    await expect(dialog.getByLabel('Assigned reader')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: `Select order ${order.orderNumber}` }).check();
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await expect(bar).toContainText('1 of them is approved and stays with its reader.');
    await bar.getByLabel('Reader for the selected orders').selectOption({ label: 'Nobody' });
    await expect(button(bar, 'Assign')).toBeDisabled();
  });
});

/** Changes what a service has stored. */
function change({ databasePath }: AttackedService, sql: string, ...values: (string | number)[]): void {
  const db = openDatabase(databasePath);
  db.$client.prepare(sql).run(...values);
  db.$client.close();
}

/** Sells a reading whose price is another one by the time it is paid. */
async function sellUnderReview(service: AttackedService, admin: Colleague): Promise<SoldOrder> {
  const form = { customerName: 'Zoë Amundsen', customerEmail: `zoe.${newTag()}@customers.example` };
  const customer = openBrowser(service.url);
  await expectOk(customer.call('POST', checkoutPath, {}));
  const placed = await expectOk(customer.call('POST', checkoutPath, readingRequest(form)));
  const { orderId, orderNumber, paymentIntentId, clientSecret }: CheckoutSubmitted = JSON.parse(placed.text);
  change(service, 'UPDATE orders SET amount_cents = 7500 WHERE id = ?', orderId);
  await expectOk(payWithCard(service.url, paymentIntentId ?? '', clientSecret ?? '', '4242424242424242'));
  await customer.call('POST', '/api/confirm-payment', { orderId, orderNumber });
  await expect.poll(async () => (await admin.order(orderId)).paymentStatus).toBe('review');
  return { id: orderId, orderNumber, name: form.customerName, email: form.customerEmail, addressee: 'Maya' };
}

testAlone('what went wrong with money and mail is mended in the dialog', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellUnderReview(service, admin);
  const dialog = await openOrderDialog(page, service.url, order);
  const facts = dialog.getByRole('region', { name: 'Facts' });
  const right = `right.${order.email}`;

  await testAlone.step('a payment that does not fit is accepted, and the confirmation leaves', async () => {
    await button(dialog, 'Accept payment').click();
    await button(page.getByRole('alertdialog'), 'Accept payment').click();
    await expectDone(
      page,
      'Payment Accepted',
      `${order.orderNumber} is paid. Its confirmation is on its way.`,
    );
    await mailsTo(page.request, order.email, 1);
    expect((await admin.order(order.id)).assignedReader?.username).toMatch(/^reader\d$/);
  });

  await testAlone.step('a wrong address is corrected, and what was sent goes to the right one', async () => {
    await button(dialog, 'Correct address').click();
    await dialog.getByLabel('Correct email address').fill(right);
    await page.reload();
    await expect(dialog.getByLabel('Correct email address')).toHaveValue(right);
    await button(dialog, 'Save & send again').click();
    await expectDone(page, 'Address Corrected', `${order.orderNumber} now goes to ${right}.`);
    await mailsTo(page.request, right, 1);
    await expect(rowOf(page, order)).toContainText(right);
  });

  await testAlone.step('a mail that failed is sent again', async () => {
    change(
      service,
      `UPDATE outbox SET state = 'failed', sent_at = NULL, last_error = '550 Mailbox full' WHERE order_id = ?`,
      order.id,
    );
    await page.reload();
    const mail = dialog.getByRole('list', { name: 'Mails of this order' }).getByRole('listitem').first();
    await expect(mail).toContainText('550 Mailbox full');
    await mail.getByRole('button', { name: /^Resend: Order confirmation to/ }).click();
    await expectDone(page, 'Mail Resent', `${order.orderNumber}: it is on its way again.`);
    await mailsTo(page.request, right, 2);
  });

  await testAlone.step('a part of the money goes back, and the history says so', async () => {
    const refund = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
    await button(dialog, 'Refund…').click();
    await refund.getByLabel('How much ($)').fill('20');
    await button(refund, 'Refund $20.00').click();
    await expectDone(
      page,
      'Refund Made',
      /^CT-\w{6}: \$20\.00 given back to the card\. At Stripe: re_\w+\.$/,
    );
    await expect(facts).toContainText('$60.00, $20.00 given back');
    await dialog.getByText(/^History/).click();
    await expect(dialog.getByText(/^admin gave back \$20\.00 \(re_\w+\)$/)).toBeVisible();
  });
});
