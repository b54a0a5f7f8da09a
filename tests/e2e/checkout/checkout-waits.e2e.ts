import type { Page, Route } from '@playwright/test';
import { expectTyped, placedOrder, providerConfirm, toastOn } from '../steps/checkout-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillCheckout,
  openCheckout,
  pay,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/* What a customer reads while something takes its time, and that nothing is lost by it. */

test('explains a slow payment and can check it again', async ({ page }) => {
  const status = page.getByRole('form').locator('div[role="status"]');
  await page.clock.install();
  await fillCheckout(page);
  const held: Route[] = [];
  await page.route(providerConfirm, (route) => void held.push(route));
  const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
  await expect.poll(() => held.length).toBe(1);
  await page.clock.fastForward(20_000);
  await expect(status).toContainText('We haven’t heard back about your payment yet.');
  // Paid, but the answer does not come back.
  await held[0]?.fetch();
  await page.getByRole('button', { name: 'Check again' }).click();
  expect(await readOrderNumber(page)).toBe(orderNumber);
});

test('stops waiting for the form rules after a while', async ({ page }) => {
  await page.clock.install();
  await openCheckout(page);
  // Fetched with the first focus, as is what shows toasts.
  await page.route('**/_astro/*.js', () => undefined);
  await payButton(page).click();
  await expect(payButton(page)).toHaveText('Processing...');
  await page.clock.fastForward(15_000);
  await expect(page.getByRole('form').getByText('We couldn’t reach the server.')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
});

test.describe('a payment under review by the bank', () => {
  const checking = (page: Page) =>
    page.getByRole('heading', { level: 1, name: 'Your bank is still checking this payment' });

  /** Pays with a card whose bank takes its time. @returns has the bank decide */
  async function payUndecided(page: Page, card: string) {
    const customer = await fillCheckout(page, card);
    const [confirmation] = await Promise.all([page.waitForRequest(providerConfirm), payButton(page).click()]);
    const id = /\/(pi_\w+)\/confirm$/.exec(confirmation.url())?.[1] ?? '';
    await expect(checking(page)).toBeVisible();
    await expect(page).toHaveTitle(/^Payment Being Checked/);
    await expect(toastOn(page)).toHaveCount(0);
    const decide = async (step: 'payment_succeeds' | 'payment_fails') => {
      const headers = { origin: new URL(page.url()).origin };
      const form = { payment: id, id, step };
      // On a slow machine the bank may have decided the same by itself.
      await page.request.post('/sandbox/payments/steps', { headers, form, maxRedirects: 0 });
    };
    return { customer, decide };
  }

  test('is confirmed when the bank approves', async ({ page }) => {
    const { decide } = await payUndecided(page, '4000 0000 0000 7775');
    await page.reload();
    await expect(checking(page)).toBeVisible();
    await decide('payment_succeeds');
    await readOrderNumber(page);
    await expect(toastOn(page)).toContainText('Payment Successful');
    await page.goto('/');
    await expect(page.locator('[data-form-news]')).toContainText(/You’ve placed order CT-\w+/);
  });

  test('returns to the filled form when the bank refuses', async ({ page }) => {
    const { customer, decide } = await payUndecided(page, '4000 0000 0000 8880');
    const address = page.url();
    await page.goto('/');
    await expectTyped(page, customer);
    await expect(page.locator('[data-form-news]')).not.toContainText('You’ve placed');
    await page.goto(address);
    await decide('payment_fails');
    await expect(page.getByRole('heading', { level: 1, name: 'You haven’t been charged' })).toBeVisible();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expectTyped(page, customer);
    await fillCard(page, cards.succeeds);
    await pay(page);
  });
});
