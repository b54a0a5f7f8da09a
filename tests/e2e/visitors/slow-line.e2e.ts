import type { Page } from '@playwright/test';
import {
  expect as baseExpect,
  cards,
  fillCard,
  fillDetails,
  newCustomer,
  pay,
  test,
} from '../steps/steps.ts';

/* What a stranger with a bad line finds: everything there is, a little later. */

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

test.use({ viewport: { width: 360, height: 640 } });
test.slow();

test('sells a reading and shows its receipt on slow 3G', async ({ page }) => {
  await slowDown(page);
  await page.goto('/', { waitUntil: 'commit' });
  await fillDetails(page, newCustomer());
  await fillCard(page, cards.succeeds);
  const orderNumber = await pay(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(orderNumber);
});
