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

test('a price that changed after a declined card is paid with the next card as it is typed', async ({
  page,
  service,
}) => {
  const customer = newCustomer();
  const charges = countCharges(page);
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await setPrice(service, 49);
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  const notice = 'The price is now $49. You haven’t been charged. If that’s okay, press the button again.';
  await expectToast(page, { title: 'The price has changed', text: notice, isDestructive: false });
  await expect(payButton(page)).toHaveText('Pay $49 & Get My Reading');
  await expectTyped(page, customer);
  await expect(page.getByLabel('Card number')).toHaveValue(cards.succeeds);
  expect(charges()).toBe(1);

  await payButton(page).click();
  const orderNumber = await readOrderNumber(page);
  await expectOnlyPaid(page, customer, { orderNumber, amount: 49 });
});

test.describe('a free reading', () => {
  test('has no payment step and one confirmation', async ({ page, service }) => {
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

  test('that became free while the page was open is not charged for', async ({ page, service }) => {
    const customer = newCustomer();
    const charges = countCharges(page);
    await openCheckout(page);
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    await setPrice(service, 0);
    await payButton(page).click();
    const orderNumber = await readOrderNumber(page);
    expect(charges()).toBe(0);
    await expectOnlyPaid(page, customer, { orderNumber, amount: 0 });
  });

  test('that is no longer free says its price, and waits for a card', async ({ page, service }) => {
    await page.clock.install();
    await setPrice(service, 0);
    const customer = newCustomer();
    await page.goto('/');
    await fillDetails(page, customer);
    // The form knows its price by then.
    await expect(freeButton(page)).toBeEnabled();
    await setPrice(service, 60);
    await freeButton(page).click();
    const notice =
      'The price is now $60. You haven’t been charged. Please enter your card details and press the button again.';
    await expectToast(page, { title: 'The price has changed', text: notice, isDestructive: false });
    await outliveToast(page);
    await expect(payButton(page)).toHaveText('Pay $60 & Get My Reading');
    await expect(page.getByRole('form').getByText(notice)).toBeVisible();
    await expectTyped(page, customer);

    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    const orderNumber = await readOrderNumber(page);
    await expectOnlyPaid(page, customer, { orderNumber, amount: 60 });
  });
});

test('the page says a new price as soon as it is set, before and without any script', async ({
  page,
  service,
}) => {
  await openCheckout(page);
  await expect(page.getByText('Personal written reading · $60 USD')).toBeVisible();
  await setPrice(service, 75.5);
  const sent = async () => (await page.request.get('/')).text();
  await expect.poll(sent).toContain('>$75.50 USD<');
  await page.reload();
  await expect(page.getByText('Personal written reading · $75.50 USD')).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay $75.50 & Get My Reading');
  // The one that was open says what its button says.
  await setPrice(service, 0);
  await expect.poll(sent).toContain('>free<');
});
