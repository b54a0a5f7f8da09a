import type { Page } from '@playwright/test';
import { adminSees, expectDone, expectRefused } from '../steps/desk-steps.ts';
import { setPrice, testAlone as test } from '../steps/own-service.ts';
import { type Customer, expect, fillDetails, mailsTo, newCustomer, readOrderNumber } from '../steps/steps.ts';

// They change the price of one shop.
test.describe.configure({ mode: 'default' });

const freeButton = (page: Page) => page.getByRole('button', { name: 'Get My Free Reading', exact: true });

/** Counts how often the page has asked the provider for money. */
function countCharges(page: Page): () => number {
  let count = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/confirm')) count += 1;
  });
  return () => count;
}

async function expectOnlyPaid(
  page: Page,
  { email }: Customer,
  expected: { orderNumber: string; amount: number },
): Promise<void> {
  const orders = await adminSees(page, email);
  expect(orders.filter(({ paymentStatus }) => paymentStatus !== 'unpaid')).toMatchObject([
    { ...expected, paymentStatus: 'paid' },
  ]);
  await mailsTo(page.request, email, 1);
}

test('orders a free reading without a payment step, with one confirmation', async ({ page, service }) => {
  await setPrice(service, 0);
  const customer = newCustomer();
  const charges = countCharges(page);
  await page.goto('/');
  await expect(freeButton(page)).toBeEnabled();
  await expect(page.getByRole('group', { name: 'Payment' })).toHaveCount(0);
  await expect(page.getByLabel('Card number')).toHaveCount(0);

  await freeButton(page).click();
  await expectRefused(page, 'Form Error', 'Please fill out all required fields correctly.');
  await fillDetails(page, customer);
  await freeButton(page).click();
  const orderNumber = await readOrderNumber(page);
  const thanks = 'Thank you for your order! A confirmation email has been sent.';
  await expectDone(page, 'Order Confirmed', thanks);
  await expect(page.getByText('purchase')).toHaveCount(0);
  await expect(page.getByText('Your payment was processed.')).toBeHidden();
  await expect(page.getByText('On your statement')).toBeHidden();
  expect(charges()).toBe(0);
  await expectOnlyPaid(page, customer, { orderNumber, amount: 0 });

  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(freeButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('');
});
