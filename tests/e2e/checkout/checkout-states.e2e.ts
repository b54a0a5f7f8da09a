import type { Page } from '@playwright/test';
import { cardFormCall, checkoutCall, expectTyped, providerScript } from '../steps/checkout-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

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
  let asked = 0;
  await page.route(`${providerScript}*`, () => {
    asked += 1;
  });
  await page.goto('/');
  for (const times of [1, 2]) {
    await expect.poll(() => asked).toBe(times);
    // The page asks ahead of its form: only what the form waits for is given up.
    const wanted = page.locator(times === 1 ? 'script[src$="/stripe.js"]' : 'script[src$="?again=1"]');
    await expect(wanted).toBeAttached();
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

async function checksOn(page: Page): Promise<string[]> {
  const lines = await page.getByRole('alert').getByRole('listitem').allTextContents();
  return lines.map((line) => line.replace(/\s+/g, ' ').trim());
}

test('lists what is missing while offline and restores the form later', async ({ page }) => {
  const customer = newCustomer();
  const address = '**/api/**';
  await openCheckout(page);
  await fillDetails(page, customer);
  await page.route(address, (route) => route.abort());
  await page.reload();
  const panel = page.getByRole('alert', { name: 'Payment System Error' });
  await expect(panel).toContainText('You haven’t been charged, and what you typed is saved.');
  const missing = '✗Client secret: missing ✗Provider handle: missing ✗Key prefix: missing';
  expect((await checksOn(page)).join(' ')).toBe(missing);
  await expect(payButton(page)).toHaveCount(0);
  await page.unroute(address);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(panel).toHaveCount(0);
  await expectTyped(page, customer);
});

test('shows an error panel when no payment can be created, keeping text', async ({ page }) => {
  await page.route(checkoutCall, (route) => route.fulfill({ status: 502, body: '' }));
  const customer = newCustomer();
  await page.goto('/');
  await fillDetails(page, customer);
  const panel = page.getByRole('alert', { name: 'Payment System Error' });
  await expect(panel).toContainText(
    'Unable to initialize payment system. Environment variable issue detected.',
  );
  expect(await checksOn(page)).toEqual([
    '✗Client secret: missing',
    '✓Provider handle: present',
    '✓Key prefix: present',
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
  await payButton(page).click();
  await readOrderNumber(page);
});
