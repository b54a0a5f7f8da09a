import type { Page } from '@playwright/test';
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
  fillCheckout,
  mailsTo,
  newCustomer,
  openCheckout,
  pay,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

async function expectPaidOnce(page: Page, customer: Customer, orderNumber: string): Promise<void> {
  expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
  await mailsTo(page.request, customer.email, 1);
}

test('reports a lost connection, keeps everything, and charges once later', async ({ page, context }) => {
  const unreachable = 'We couldn’t reach the server. Please check your connection and try again.';
  await page.clock.install();
  const customer = await fillCheckout(page);
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
  await expectPaidOnce(page, customer, await pay(page));
});

test('shows the order instead of charging twice after a lost answer', async ({ page }) => {
  const customer = await fillCheckout(page);
  let charges = 0;
  await page.route(providerConfirm, async (route) => {
    charges += 1;
    await route.fetch();
    await route.abort();
  });
  const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Try another card.')).toHaveCount(0);
  expect(await pay(page)).toBe(orderNumber);
  expect(charges).toBe(1);
  await expectPaidOnce(page, customer, orderNumber);
});

test('returns from the bank’s page to the order that was paid', async ({ page, context }) => {
  // As for cards whose bank requires its own page.
  await context.route(providerScript, async (route) => {
    const response = await route.fetch();
    const script = (await response.text()).replaceAll(/"if_required"|'if_required'/g, '"never"');
    await route.fulfill({ response, body: script });
  });
  const customer = await fillCheckout(page, cards.threeDSecure);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  expect(await readOrderNumber(page)).toBe(orderNumber);
  expect(addresses[0]).toMatch(/redirect_status=succeeded/);
  // The secret of the payment stays neither in the address bar nor in the history.
  await expect(page).toHaveURL(`/thank-you?order=${orderNumber}`);
  const thanks = 'Thank you for your purchase! A confirmation email has been sent.';
  await expectDone(page, 'Payment Successful', thanks);
  await expectPaidOnce(page, customer, orderNumber);
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('');
});

test('shows the paid order after a reload during the payment', async ({ page }) => {
  const customer = await fillCheckout(page);
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
  const { name } = newCustomer();
  const code = /\/form-rules\.[\w-]+\.js$/;
  await openCheckout(page);
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  await page.getByLabel('Full name').fill(name);
  await expect(page.getByText('This page has a new version').first()).toBeVisible();
  await page.unroute(code);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue(name);
});
