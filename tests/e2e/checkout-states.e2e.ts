import type { Page, Route } from '@playwright/test';
import { checkoutCall, expectTyped, providerScript, settingsCall } from './checkout-steps.ts';
import { expect, fillDetails, newCustomer, openCheckout, payButton, test } from './steps.ts';

test('until everything is there, the page says that it is loading', async ({ page }) => {
  const held: Route[] = [];
  await page.route(checkoutCall, (route) => void held.push(route));
  await page.goto('/');
  const loading = page.getByRole('status').filter({ hasText: 'Loading checkout...' });
  await expect(loading).toBeVisible();
  await expect(loading.locator('.spinner')).toHaveCSS('animation-name', 'spin');
  await expect(payButton(page)).toHaveCount(0);
  // Everything there is to read is there to read meanwhile.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Professional career guidance delivered to your inbox',
  );
  await expect(page.getByRole('heading', { name: 'About the reader' })).toBeVisible();

  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(payButton(page)).toHaveText('Pay $60 & Get My Reading');
  await expect(payButton(page)).toBeEnabled();
  await expect(loading).toHaveCount(0);
});

test('the form waits for its card fields, and the button for both', async ({ page }) => {
  const held: Route[] = [];
  await page.route('**/sandbox/stripe/v1/sandbox/payment_intents/*', (route) => void held.push(route));
  await page.goto('/');
  await expect(page.getByText('Loading the card fields...')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.getByLabel('Full name').fill('Maya');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(page.getByText('Loading the card fields...')).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('Maya');
});

test('card fields that cannot be loaded say so in words that help', async ({ page }) => {
  await page.route('**/sandbox/stripe/v1/sandbox/payment_intents/*', (route) => route.abort());
  await page.goto('/');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The card fields could not be loaded' }),
  ).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
});

async function withOtherKey(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: { ...(await response.json()), publishableKey: 'not_a_key' } });
}

/** What may be missing, how it comes to be, and what the panel says of each. */
const missing: {
  what: string;
  address: string;
  fail: (route: Route) => Promise<void>;
  checks: [clientSecret: string, provider: string, keyPrefix: string];
}[] = [
  {
    what: 'a client secret',
    address: checkoutCall,
    fail: (route) => route.fulfill({ status: 502, body: '' }),
    checks: ['✗Client secret: missing', '✓Provider handle: present', '✓Key prefix: present'],
  },
  {
    what: "the provider's script",
    address: providerScript,
    fail: (route) => route.abort(),
    checks: ['✓Client secret: present', '✗Provider handle: missing', '✓Key prefix: present'],
  },
  {
    what: 'a key the provider takes',
    address: settingsCall,
    fail: withOtherKey,
    checks: ['✓Client secret: present', '✗Provider handle: missing', '✗Key prefix: missing'],
  },
  {
    what: 'a connection',
    address: '**/api/**',
    fail: (route) => route.abort(),
    checks: ['✗Client secret: missing', '✗Provider handle: missing', '✗Key prefix: missing'],
  },
];

async function checksOn(page: Page): Promise<string[]> {
  const lines = await page.getByRole('alert').getByRole('listitem').allTextContents();
  return lines.map((line) => line.replace(/\s+/g, ' ').trim());
}

for (const { what, address, fail, checks } of missing) {
  test(`without ${what} the page says what is missing; trying again brings the form with its text`, async ({
    page,
  }) => {
    const customer = newCustomer();
    await openCheckout(page);
    await fillDetails(page, customer);
    await page.route(address, fail);
    await page.reload();
    const panel = page.getByRole('alert', { name: 'Payment System Error' });
    await expect(panel).toBeVisible();
    await expect(
      panel.getByText('Unable to initialize payment system. Environment variable issue detected.', {
        exact: true,
      }),
    ).toBeVisible();
    expect(await checksOn(page)).toEqual(checks);
    await expect(payButton(page)).toHaveCount(0);

    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel).toBeVisible();
    await page.unroute(address);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(payButton(page)).toBeEnabled();
    await expect(panel).toHaveCount(0);
    await expectTyped(page, customer);
  });
}
