import type { Page } from '@playwright/test';
import { adminSees } from '../steps/checkout-steps.ts';
import { genuine, product, stripeApi } from '../steps/servers.ts';
import { buy, expect, newCustomer, test } from '../steps/steps.ts';

test.use({ baseURL: genuine.url });

/** What Stripe's hosts would answer: the sandbox's stand-in for Stripe.js, and its API. */
async function interceptStripe(page: Page) {
  const loaded: string[] = [];
  await page.route('https://js.stripe.com/**', async (route) => {
    loaded.push(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${product.url}/sandbox/stripe/stripe.js` }) });
  });
  await page.route('https://api.stripe.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${stripeApi}${pathname}${search}` });
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'access-control-allow-origin': genuine.url },
    });
  });
  return loaded;
}

test('with keys, the page loads Stripe.js from Stripe and a reading can be bought', async ({ page }) => {
  const loaded = await interceptStripe(page);
  const customer = newCustomer();
  const orderNumber = await buy(page, customer);
  expect(loaded).toEqual(['https://js.stripe.com/endive/stripe.js']);
  expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
});

test('with keys, there is no sandbox', async ({ request }) => {
  for (const path of ['/sandbox', '/sandbox/mail', '/sandbox/mail.json', '/sandbox/stripe/stripe.js']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});
