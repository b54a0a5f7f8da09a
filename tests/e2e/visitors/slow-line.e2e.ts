import type { Browser } from '@playwright/test';
import { sellBeforehand } from '../steps/delivery-steps.ts';
import { colleague } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expectInTime as expect, slowDown } from '../steps/slow-line.ts';
import {
  cards,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  orderLink,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/* What a stranger with a bad line finds: everything there is, a little later. */

const viewport = { width: 360, height: 640 };

/** A page of its own on a bad line, without scripts. */
async function openPlain(browser: Browser) {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  await slowDown(page);
  return page;
}

test.describe('on slow 3G', () => {
  test.use({ viewport });
  test.slow();

  test('the first screen says what, how much, when and who; sample, terms and mailbox are a link away', async ({
    page,
  }) => {
    await slowDown(page);
    await page.goto('/', { waitUntil: 'commit' });
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.locator('[data-price]:visible').first(),
      page.locator('[data-promised-day]:visible').first(),
      page.locator('[data-who-writes]'),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('link', { name: 'Read a sample' }).click();
    await expect(page.getByRole('heading', { name: 'What a reading looks like' })).toBeInViewport();
    await page.getByRole('link', { name: 'Read the full letter' }).click();
    await expect(page.getByRole('article').getByText('With warm wishes,')).toBeVisible();
    for (const name of ['Terms', 'Privacy', 'Refunds']) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('main')).toContainText('hello@career-tarot.example');
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Find your orders' }).click();
    await expect(page.getByRole('button', { name: 'Send me my links' })).toBeVisible();
  });

  test('a reading is bought, its address corrected, and its receipt read', async ({ page, request }) => {
    const customer = newCustomer();
    await slowDown(page);
    await page.goto('/', { waitUntil: 'commit' });
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    const orderNumber = await readOrderNumber(page);
    const own = page.getByRole('region', { name: 'Your order' });
    await expect(own).toContainText('m…@customers.example');
    await expect(own).toContainText(/Reading due by\s*\w+day, \w+ \d+/);
    await own.getByRole('link', { name: 'Correct it' }).click();
    const right = `right.${customer.email}`;
    await page.getByLabel('Your email address').fill(right);
    await page.getByRole('button', { name: 'Save the address' }).click();
    await expect(page.getByRole('status')).toContainText('Thanks, we’ve corrected it.');
    const [confirmation] = await mailsTo(request, right, 1);
    expect(confirmation?.text).toContain(orderNumber);
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(orderNumber);
  });

  test('a question of the reader is answered without scripts, and the day goes on', async ({
    page,
    browser,
  }) => {
    const customer = newCustomer();
    await sellBeforehand(customer);
    const [confirmation] = await mailsTo(page.request, customer.email, 1);
    const admin = await colleague(product.url);
    const [order] = await admin
      .ask<{ orders: { id: string }[] }>(
        'GET',
        `/api/orders?payment=all&q=${encodeURIComponent(customer.email)}`,
      )
      .then(({ orders }) => orders);
    await admin.ask('POST', `/api/orders/${order?.id}/questions`, { question: 'In Lisbon, or here?' });

    const plain = await openPlain(browser);
    const main = plain.getByRole('main');
    await plain.goto(orderLink(confirmation), { waitUntil: 'commit' });
    await expect(main.getByRole('heading', { name: 'We have a question for you' })).toBeVisible();
    await expect(main).toContainText('In Lisbon, or here?');
    await expect(main).toContainText(/Reading due by\s*On hold since/);
    await plain.getByLabel('Your answer').fill('In Lisbon.');
    await plain.getByRole('button', { name: 'Send answer' }).click();
    await expect(main.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
    await expect(main).toContainText('In Lisbon.');
    await expect(main).toContainText(/Reading due by\s*\w+day, /);
    await plain.context().close();
  });
});
