import type { BrowserContext, Page } from '@playwright/test';
import {
  confirmCall,
  expectTyped,
  placedOrder,
  providerConfirm,
  providerScript,
  waitOutToast,
} from '../steps/checkout-steps.ts';
import { adminSees, expectDone, expectRefused } from '../steps/desk-steps.ts';
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
  test,
} from '../steps/steps.ts';

async function fillAll(page: Page, card: string): Promise<Customer> {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  return customer;
}

async function expectPaidOnce(page: Page, customer: Customer, orderNumber: string): Promise<void> {
  expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
  await mailsTo(page.request, customer.email, 1);
}

const paid = [
  'Payment Successful',
  'Thank you for your purchase! A confirmation email has been sent.',
] as const;

/** From the thank-you, the homepage is a fresh checkout: neither the last order nor its text is in the way. */
async function expectReadyForAnother(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.getByLabel('Background context')).toHaveValue('');
}

test.describe('without a connection', () => {
  const unreachable = 'We couldn’t reach the server. Please check your connection and try again.';

  test('reports a lost connection, keeps everything, and charges once later', async ({ page, context }) => {
    await page.clock.install();
    const customer = await fillAll(page, cards.succeeds);
    await context.setOffline(true);
    await payButton(page).click();
    await expectRefused(page, 'Payment Error', unreachable);
    await expectTyped(page, customer);
    await expect(page.getByLabel('Card number')).toHaveValue(cards.succeeds);
    await expect(payButton(page)).toBeEnabled();
    // After the toast is gone, the reason stands under the button.
    await waitOutToast(page);
    await expect(page.getByRole('form').getByText(unreachable)).toBeVisible();

    await context.setOffline(false);
    await payButton(page).click();
    await expectPaidOnce(page, customer, await readOrderNumber(page));
  });

  test('shows the order instead of charging twice after a lost answer', async ({ page }) => {
    const customer = await fillAll(page, cards.succeeds);
    let charges = 0;
    await page.route(providerConfirm, async (route) => {
      charges += 1;
      await route.fetch();
      await route.abort();
    });
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
    await expect(page.getByText('Try another card.')).toHaveCount(0);
    await payButton(page).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    expect(charges).toBe(1);
    await expectPaidOnce(page, customer, orderNumber);
  });
});

test.describe('a bank that redirects the customer', () => {
  /** Makes the provider leave the page for the bank's, as it does for cards that require it. */
  async function requireRedirect(context: BrowserContext): Promise<void> {
    await context.route(providerScript, async (route) => {
      const response = await route.fetch();
      const script = (await response.text()).replaceAll(/"if_required"|'if_required'/g, '"never"');
      await route.fulfill({ response, body: script });
    });
  }

  test('returns the customer to the order they paid for', async ({ page, context }) => {
    await requireRedirect(context);
    const customer = await fillAll(page, cards.threeDSecure);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    expect(addresses[0]).toMatch(/redirect_status=succeeded/);
    await expect(page.getByText('You’ll get a confirmation email within minutes.')).toBeVisible();
    // The secret of the payment stays neither in the address bar nor in the history.
    await expect(page).toHaveURL(`/thank-you?order=${orderNumber}`);
    await expectDone(page, ...paid);
    await expectPaidOnce(page, customer, orderNumber);
    await expectReadyForAnother(page);
  });

  test('returns from a failed payment with the form to try again', async ({ page }) => {
    const customer = await fillAll(page, cards.threeDSecure);
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await expect(page.getByRole('button', { name: 'Fail authentication' })).toBeVisible();
    await page.goto(
      `/thank-you?order=${orderNumber}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed`,
    );
    await expect(page.getByRole('heading', { name: 'You haven’t been charged' })).toBeVisible();
    const praise = page.getByRole('main').getByText(/confirmed|thank you|processed/i);
    await expect(praise.filter({ visible: true })).toHaveCount(0);
    await expect(page).not.toHaveTitle(/confirmed/i);
    await expect(page).not.toHaveURL(/secret|payment_intent/);
    await expect(page.getByRole('link', { name: 'Return to Homepage' })).toBeVisible();

    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(payButton(page)).toBeEnabled();
    await expectTyped(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    await expectPaidOnce(page, customer, orderNumber);
  });
});

test('shows the paid order after a reload during the payment', async ({ page }) => {
  const customer = await fillAll(page, cards.succeeds);
  // Our server is not told of the payment before the test is over.
  await page.route(confirmCall, () => undefined);
  const [{ orderNumber }] = await Promise.all([
    placedOrder(page),
    page.waitForRequest(confirmCall),
    payButton(page).click(),
  ]);
  await page.goto('/');
  expect(await readOrderNumber(page)).toBe(orderNumber);
  await expectPaidOnce(page, customer, orderNumber);
});

test('reloads a page whose code is gone after an upgrade, keeping text', async ({ page }) => {
  const customer = newCustomer();
  const code = /\/form-rules\.[\w-]+\.js$/;
  await openCheckout(page);
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  await page.getByLabel('Full name').fill(customer.name);
  await expect(page.getByText('There is a new version of this page').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  await page.unroute(code);
  await expect(payButton(page)).toBeEnabled();
  await fillDetails(page, customer);
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
});
