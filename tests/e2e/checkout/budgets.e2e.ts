import type { Page, Request } from '@playwright/test';
import { checkoutBudgets } from '../../../tools/bench/budgets.ts';
import { testAlone } from '../steps/own-service.ts';
import { genuine } from '../steps/servers.ts';
import { buy, expect, newCustomer, openCheckout, payButton, test } from '../steps/steps.ts';

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
  const urls = () => finished.map((request) => request.url());
  /** @returns the bytes that came over the wire, as they were compressed, by what they were for */
  async function weigh(): Promise<Record<Kind, number>> {
    await page.waitForLoadState('networkidle');
    const bytes = { JavaScript: 0, CSS: 0, HTML: 0, fonts: 0 };
    for (const request of finished) {
      const kind = kinds[request.resourceType()];
      if (!kind || isProviders(request.url())) continue;
      bytes[kind] += (await request.sizes()).responseBodySize;
    }
    return bytes;
  }
  async function expectWithinBudgets(): Promise<void> {
    const bytes = await weigh();
    for (const kind of Object.values(kinds)) {
      expect(bytes[kind], `nothing was measured of ${kind}`).toBeGreaterThan(1_000);
      expect.soft(bytes[kind], `bytes of ${kind}`).toBeLessThanOrEqual(checkoutBudgets[kind]);
    }
  }
  return { urls, weigh, expectWithinBudgets };
}

async function visitAll(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
}

test('stays within the checkout’s download budgets', async ({ page }) => {
  const { urls, expectWithinBudgets } = watch(page);
  await openCheckout(page);
  await expectWithinBudgets();
  const { origin } = new URL(page.url());
  expect(urls().filter((url) => !url.startsWith(origin))).toEqual([]);
});

testAlone('stays within the checkout’s budgets on an offer’s page', async ({ page, admin }) => {
  const questions = ['text', 'date', 'number', 'yesNo', 'longText'].map((kind) => ({ kind, label: kind }));
  const addOns = [{ name: 'One more question', price: 15, asks: 'Your other question' }];
  await admin.ask('POST', '/api/offers', { name: 'Three cards', price: 30, questions, addOns });
  const { expectWithinBudgets } = watch(page);
  await page.goto('/readings/three-cards');
  await expect(payButton(page)).toBeEnabled();
  await expectWithinBudgets();
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
  const { urls } = watch(page);
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ body: '' }));
  const paths = ['/thank-you?order=CT-7K3M9Q', '/no/such/page', '/admin/login', '/email-test', '/order/none'];
  await visitAll(
    page,
    paths.map((path) => genuine.url + path),
  );
  expect(urls().filter(isProviders)).toEqual([]);
});

test('loads no script on pages without a form', async ({ page }) => {
  const { weigh } = watch(page);
  await visitAll(page, ['/thank-you?order=CT-7K3M9Q', '/no/such/page', '/order/none']);
  expect((await weigh()).JavaScript).toBe(0);
});

test('loads no script on the order page', async ({ page }) => {
  await buy(page, newCustomer());
  await page.waitForLoadState('networkidle');
  const { weigh } = watch(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await page.waitForURL('**/order/*');
  expect(await weigh()).toMatchObject({ JavaScript: 0, HTML: expect.any(Number) });
});
