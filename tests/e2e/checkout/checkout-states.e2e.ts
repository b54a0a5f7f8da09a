import { cardFormCall, checkoutCall, expectTyped, providerScript } from '../steps/checkout-steps.ts';
import { cards, expect, fillCard, fillDetails, newCustomer, pay, payButton, test } from '../steps/steps.ts';

test('reports card fields that fail to load and retries on request', async ({ page }) => {
  await page.route(cardFormCall, (route) => route.abort());
  await page.goto('/');
  const problem = page.getByRole('alert').filter({ hasText: 'We couldn’t load the card form' });
  await expect(problem).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.getByLabel('Full name').fill('Maya');

  await page.unroute(cardFormCall);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(problem).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('Maya');
});

test('stops waiting for card fields after a while', async ({ page }) => {
  await page.clock.install();
  await page.route(cardFormCall, () => undefined);
  await page.goto('/');
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(page.getByText('We couldn’t load the card form.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('requests the provider’s script twice, then offers Try again', async ({ page }) => {
  await page.clock.install();
  await page.route(`${providerScript}*`, () => undefined);
  await page.goto('/');
  // The page asks ahead of its form: only what the form waits for is given up.
  for (const address of ['/stripe.js', '?again=1']) {
    await expect(page.locator(`script[src$="${address}"]`)).toBeAttached();
    await expect(page.getByText('Loading checkout...')).toBeVisible();
    await page.clock.fastForward(15_000);
  }
  const panel = page.getByRole('alert', { name: 'Payment System Error' });
  await expect(panel).toBeVisible();
  await page.unroute(`${providerScript}*`);
  await panel.getByRole('button', { name: 'Try again' }).click();
  // The first request is still open; the second address is not.
  await page.clock.fastForward(15_000);
  await expect(payButton(page)).toBeEnabled();
});

test('shows an error panel when no payment can be created, keeping text', async ({ page }) => {
  await page.route(checkoutCall, (route) => route.fulfill({ status: 502, body: '' }));
  const customer = newCustomer();
  await page.goto('/');
  await fillDetails(page, customer);
  const panel = page.getByRole('alert', { name: 'Payment System Error' });
  await expect(panel).toContainText('You haven’t been charged, and what you typed is saved.');
  await expect(panel.getByRole('listitem')).toHaveText([
    /✗\s*Client secret: missing/,
    /✓\s*Provider handle: present/,
    /✓\s*Key prefix: present/,
  ]);
  await expect(page.getByLabel('Card number')).toBeHidden();
  await expect(payButton(page)).toHaveCount(0);
  await expectTyped(page, customer);

  await page.unroute(checkoutCall);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toHaveCount(0);
  await expect(payButton(page)).toBeFocused();
  await expectTyped(page, customer);
  await fillCard(page, cards.succeeds);
  await pay(page);
});
