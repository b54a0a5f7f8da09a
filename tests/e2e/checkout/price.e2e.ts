import type { Page } from '@playwright/test';
import { adminSees, expectToast, expectTyped, outliveToast } from '../steps/checkout-steps.ts';
import { setPrice, testAlone as test } from '../steps/own-service.ts';
import {
  type Customer,
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
} from '../steps/steps.ts';

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

test('a price that changed is shown before anything is charged, and paid by pressing again', async ({
  page,
  service,
}) => {
  await page.clock.install();
  await setPrice(service, 60);
  const customer = newCustomer();
  const charges = countCharges(page);
  await openCheckout(page);
  await expect(payButton(page)).toHaveText('Pay $60 & Get My Reading');
  await fillDetails(page, customer);
  await fillCard(page, cards.succeeds);
  await setPrice(service, 75.5);
  await payButton(page).click();
  const notice = 'The price is now $75.50. You haven’t been charged. If that’s okay, press the button again.';
  await expectToast(page, { title: 'The price has changed', text: notice, isDestructive: false });
  await outliveToast(page);
  await expect(page.getByRole('form').getByText(notice)).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay $75.50 & Get My Reading');
  await expect(page.getByText('$60')).toHaveCount(0);
  await expectTyped(page, customer);
  await expect(page.getByLabel('Card number')).toHaveValue(cards.succeeds);
  expect(charges()).toBe(0);

  await payButton(page).click();
  const orderNumber = await readOrderNumber(page);
  expect(charges()).toBe(1);
  await expectOnlyPaid(page, customer, { orderNumber, amount: 75.5 });
});

test('a free reading has no payment step and one confirmation', async ({ page, service }) => {
  await setPrice(service, 0);
  const customer = newCustomer();
  const charges = countCharges(page);
  await page.goto('/');
  await expect(freeButton(page)).toBeEnabled();
  await expect(page.getByRole('group', { name: 'Payment' })).toHaveCount(0);
  await expect(page.getByLabel('Card number')).toHaveCount(0);

  await freeButton(page).click();
  await expectToast(page, {
    title: 'Form Error',
    text: 'Please fill out all required fields correctly.',
    isDestructive: true,
  });
  await fillDetails(page, customer);
  await freeButton(page).click();
  const orderNumber = await readOrderNumber(page);
  await expectToast(page, {
    title: 'Order Confirmed',
    text: 'Thank you for your order! A confirmation email has been sent.',
    isDestructive: false,
  });
  await expect(page.getByText('purchase')).toHaveCount(0);
  await expect(page.getByText('Your payment was processed.')).toBeHidden();
  await expect(page.getByText('On your statement')).toBeHidden();
  expect(charges()).toBe(0);
  await expectOnlyPaid(page, customer, { orderNumber, amount: 0 });

  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(freeButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('');
});
