import type { Page } from '@playwright/test';
import {
  expect as baseExpect,
  cards,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/* What a stranger with a bad line finds: everything there is, a little later. */

const viewport = { width: 360, height: 640 };

/**
 * Puts a page on a line as bad as browsers call "Slow 3G": 400 kbit a second in both directions, and two seconds until
 * anything comes back.
 */
async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** For pages on such a line: what is looked for comes, and takes its time. */
const expect = baseExpect.configure({ timeout: 60_000 });

test.describe('on slow 3G', () => {
  test.use({ viewport });
  test.slow();

  test('shows offer, price, date, and reader first, with sample and terms linked', async ({ page }) => {
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

  test('sells a reading, corrects its address, and shows its receipt', async ({ page, request }) => {
    const customer = newCustomer();
    await slowDown(page);
    await page.goto('/', { waitUntil: 'commit' });
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    const orderNumber = await readOrderNumber(page);
    const own = page.getByRole('region', { name: 'Your order' });
    await expect(own).toContainText('m…@customers.example');
    await expect(own).toContainText(/In your inbox by\s*\w+day, \w+ \d+/);
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
});
