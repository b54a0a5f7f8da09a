import type { Browser, Page } from '@playwright/test';
import { arrive } from '../steps/arrive.ts';
import { adminSees, openDesk } from '../steps/desk-steps.ts';
import { watchForInjection } from '../steps/injection-watch.ts';
import { openReaderDesk, submitReading } from '../steps/reader-steps.ts';
import { genuine, product, stripeApi } from '../steps/servers.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  orderLink,
  type Person,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/* The headers of every kind of answer: src/server/base/http/listener.test.ts. */

/** Opens a browser that notices every broken rule. */
async function open(browser: Browser, baseURL: string, others: string[] = []) {
  const context = await browser.newContext({ baseURL });
  const tripwire = await watchForInjection(context, [baseURL, ...others]);
  return { page: await context.newPage(), ...tripwire };
}

/** A purchase with everything that can happen on its way: a declined card, 3-D Secure, the order's page. */
async function buyTheLongWay(page: Page): Promise<{ orderNumber: string; email: string }> {
  const customer = newCustomer();
  await openCheckout(page);
  await payButton(page).click();
  await expect(page.getByText('Form Error', { exact: true })).toBeVisible();
  await fillDetails(page, customer);
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await fillCard(page, cards.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  return { orderNumber: await readOrderNumber(page), email: customer.email };
}

test.describe('the Content-Security-Policy', () => {
  test('is not violated from the checkout to the printed reading', async ({ browser }) => {
    test.setTimeout(120_000);
    const { page, expectSilence } = await open(browser, product.url);
    const { orderNumber, email } = await buyTheLongWay(page);
    await expectSilence(page);
    const [confirmation] = await mailsTo(page.request, email, 1);
    await page.goto(orderLink(confirmation));
    await expect(page.getByRole('main')).toContainText(orderNumber);
    await expectSilence(page);

    const admin = await open(browser, product.url);
    await openDesk(admin.page, product.url);
    const [order] = await adminSees(admin.page, email);
    const reader = await open(browser, product.url);
    const writer = order?.assignedReader?.username ?? 'reader1';
    await openReaderDesk(reader.page, product.url, writer as Person);
    await reader.page.getByRole('button', { name: `Upload Reading for ${orderNumber}` }).click();
    await reader.page.getByLabel('Reading content').fill('The Star speaks of patience.');
    await submitReading(reader.page);
    await expect(reader.page.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
    await reader.expectSilence(reader.page);

    await admin.page.goto('/admin/dashboard?tab=approvals');
    const card = admin.page.getByRole('article').filter({ hasText: orderNumber });
    await card.getByRole('button', { name: 'Edit Reading' }).click();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Preview' }).click();
    await admin.page.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: 'Approve & Send' }).click();
    await expect(admin.page.getByText('Reading Approved', { exact: true })).toBeVisible();
    await admin.page.goto(`/admin/dashboard?order=${order?.id}`);
    await expect(admin.page.getByRole('dialog')).toContainText(orderNumber);
    await admin.page.goto('/admin/dashboard?tab=settings');
    await expect(admin.page.getByRole('tabpanel')).toBeVisible();
    await admin.expectSilence(admin.page);

    const [, delivery] = await mailsTo(page.request, email, 2);
    await page.goto(orderLink(delivery));
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    await expectSilence(page);
  });

  test('is not violated on any other page', async ({ browser }) => {
    const { page, expectSilence } = await open(browser, product.url);
    const paths = ['/thank-you', '/admin/login', '/admin/dashboard', '/reader/dashboard', '/stripe-test'];
    for (const path of [...paths, '/email-test', '/no/such/page', '/order/AAAAAAAAAAAAAAAAAAAAAA']) {
      await arrive(page, path);
      await expect(page.getByRole('heading').first(), path).toBeVisible();
      await expectSilence(page);
    }
  });

  test('is not violated when it lists Stripe’s own hosts', async ({ browser }) => {
    const stripe = ['https://js.stripe.com', 'https://api.stripe.com'];
    const { page, expectSilence } = await open(browser, genuine.url, stripe);
    const loaded: string[] = [];
    await page.route('https://js.stripe.com/**', async (route) => {
      loaded.push(route.request().url());
      await route.fulfill({
        response: await route.fetch({ url: `${product.url}/sandbox/stripe/stripe.js` }),
      });
    });
    await page.route('https://api.stripe.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const response = await route.fetch({ url: `${stripeApi}${pathname}${search}` });
      const headers = { ...response.headers(), 'access-control-allow-origin': genuine.url };
      await route.fulfill({ response, headers });
    });
    await buyTheLongWay(page);
    await expectSilence(page);
    expect(loaded).toEqual(['https://js.stripe.com/endive/stripe.js']);
  });
});
