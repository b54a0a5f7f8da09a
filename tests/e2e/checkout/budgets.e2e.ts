import type { Page, Request } from '@playwright/test';
import { checkoutBudgets } from '../../../tools/bench/budgets.ts';
import { genuine } from '../steps/servers.ts';
import { buy, expect, newCustomer, openCheckout, test } from '../steps/steps.ts';

/* What a visitor's browser has to load, asked of a browser (tools/bench/budgets.ts). */

type Kind = keyof typeof checkoutBudgets;

const kinds: Record<string, Kind> = {
  document: 'HTML',
  stylesheet: 'CSS',
  script: 'JavaScript',
  font: 'fonts',
};

/** Where the payment provider's script comes from: Stripe's, or its stand-in. */
const isProviders = (url: string) => /^https:\/\/[\w.]*stripe\.com\/|\/sandbox\/stripe\//.test(url);

/** Notes every request of a page from now on. */
function watch(page: Page) {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  /** @returns the bytes that came over the wire, as they were compressed, by what they were for */
  async function weigh(): Promise<Record<Kind, number>> {
    const bytes = { JavaScript: 0, CSS: 0, HTML: 0, fonts: 0 };
    for (const request of finished) {
      const kind = kinds[request.resourceType()];
      if (!kind || isProviders(request.url())) continue;
      bytes[kind] += (await request.sizes()).responseBodySize;
    }
    return bytes;
  }
  return { finished, weigh };
}

test('stays within the checkout’s download budgets', async ({ page }) => {
  const { finished, weigh } = watch(page);
  await openCheckout(page);
  await page.waitForLoadState('networkidle');
  const bytes = await weigh();
  for (const kind of Object.values(kinds)) {
    expect(bytes[kind], `nothing was measured of ${kind}`).toBeGreaterThan(1_000);
    expect.soft(bytes[kind], `bytes of ${kind}`).toBeLessThanOrEqual(checkoutBudgets[kind]);
  }
  const foreign = finished
    .map((request) => request.url())
    .filter((url) => !url.startsWith(new URL(page.url()).origin));
  expect(foreign, 'asked of others').toEqual([]);
});

test('blocks the first paint of the checkout only with its stylesheet', async ({ page }) => {
  await openCheckout(page);
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking')
      .map(({ name }) => new URL(name).pathname),
  );
  expect(blocking).toEqual([expect.stringMatching(/^\/_astro\/.+\.css$/)]);
});

test('loads no payment provider on pages without a payment', async ({ page }) => {
  const { finished } = watch(page);
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ body: '' }));
  for (const path of [
    '/thank-you?order=CT-7K3M9Q',
    '/no/such/page',
    '/admin/login',
    '/email-test',
    '/order/none',
  ]) {
    await page.goto(genuine.url + path);
    await page.waitForLoadState('networkidle');
  }
  expect(finished.map((request) => request.url()).filter(isProviders)).toEqual([]);
});

test('loads no script on pages without a form', async ({ page }) => {
  const { weigh } = watch(page);
  for (const path of ['/thank-you?order=CT-7K3M9Q', '/no/such/page', '/order/none']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect((await weigh()).JavaScript).toBe(0);
});

test('inlines the script of the order page', async ({ page }) => {
  await buy(page, newCustomer());
  await page.waitForLoadState('networkidle');
  const { finished } = watch(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await page.waitForURL('**/order/*');
  await page.waitForLoadState('networkidle');
  const pathsOf = (type: string) =>
    finished
      .filter((request) => request.resourceType() === type)
      .map((request) => new URL(request.url()).pathname);
  expect(pathsOf('document')).toEqual([new URL(page.url()).pathname]);
  expect(pathsOf('script')).toEqual([]);
});
