import type { Page } from '@playwright/test';
import { openDesk } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';
import { picture, type Screen, state, wholePicture } from './camera.ts';
import { openOrderOf, standStillSessions } from './month.ts';

/* The tabs and dialogs of the admin's desk. */

const dialog = (page: Page) => page.getByRole('dialog').last();
const firstCard = (page: Page) => page.getByRole('article').first();
/** The open reading comes after the list of the others. */
const openReading = (page: Page) => page.getByRole('article').last();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
/** Mails have their own fonts, or use the reader's. */
const mail = (page: Page) => page.locator('iframe');

async function openTab(page: Page, url: string, query: string): Promise<void> {
  await openDesk(page, url, query);
  await expect(page.getByRole('tab', { name: /^Today \d/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Emails about to go out' })).toBeVisible();
}

async function openOrders(page: Page, url: string): Promise<void> {
  await openTab(page, url, '');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

async function openApprovals(page: Page, url: string): Promise<void> {
  await openTab(page, url, '?tab=approvals');
  await expect(page.getByRole('article')).toHaveCount(4);
}

async function openSettings(page: Page, url: string): Promise<void> {
  await openTab(page, url, '?tab=settings');
  await expect(page.getByRole('button', { name: 'History', exact: true })).toBeVisible();
}

export const adminScreens: Screen[] = [
  picture('orders', openOrders),
  state('orders-not-loaded', async (page, url) => {
    await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, body: '' }));
    await openTab(page, url, '');
    await expect(page.getByRole('alert')).toContainText('The orders could not be loaded.');
  }),
  picture('order-under-review', (page, url) => openOrderOf(page, url, 'grace')),
  state('order-long-name', (page, url) => openOrderOf(page, url, 'maxi')),
  state('order-disputed', (page, url) => openOrderOf(page, url, 'brandon')),
  picture('order-refund', async (page, url) => {
    await openOrderOf(page, url, 'samir');
    await dialog(page).getByRole('button', { name: 'Refund…' }).click();
    await expect(dialog(page).getByLabel('How much ($)')).toBeVisible();
    // Stripe's id differs in each run.
    await dialog(page)
      .getByText(/re_\w{20}/)
      .evaluate((line) => {
        line.textContent = String(line.textContent).replace(/re_\w+/, 're_0123456789abcdefghijklmn');
      });
    // How far the order behind it has scrolled to its button varies by a pixel.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
    });
  }),
  picture('approvals', openApprovals),
  state('approvals-none', async (page, url) => {
    await page.route(/\/api\/readings\/(pending|held)$/, (route) => route.fulfill({ json: [] }));
    await page.route('**/api/today', async (route) => {
      const today = await (await route.fetch()).json();
      await route.fulfill({ json: { ...today, toReview: 0 } });
    });
    await openDesk(page, url, '?tab=approvals');
    await expect(page.getByText('No readings pending approval')).toBeVisible();
  }),
  picture('approval-open', async (page, url) => {
    await openApprovals(page, url);
    await firstCard(page).getByRole('button', { name: 'View Full Text' }).click();
    await expect(openReading(page)).toBeFocused();
  }),
  {
    hidden: mail,
    ...picture('approval-preview', async (page, url) => {
      await openApprovals(page, url);
      await firstCard(page).getByRole('button', { name: 'Preview' }).click();
      await expect(mail(page)).toBeVisible();
    }),
  },
  wholePicture('today', async (page, url) => {
    await openTab(page, url, '?tab=today');
    await expect(page.getByRole('list', { name: 'To do' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Readers' })).toBeVisible();
  }),
  wholePicture('customer', async (page, url) => {
    await openOrderOf(page, url, 'siobhan');
    await page.getByRole('region', { name: 'Facts' }).getByRole('link').click();
    await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2);
  }),
  {
    // The site's address in this paragraph has a different port, and width, in each run.
    hidden: (page) => page.getByText(/^Emails change right away/),
    ...wholePicture('settings', async (page, url) => {
      await openSettings(page, url);
      await press(page, 'Name, contact and color');
      await expect(page.getByLabel('Postal address')).toBeVisible();
    }),
  },
  state('business-text', async (page, url) => {
    await openSettings(page, url);
    await press(page, 'Page text');
    await press(page, 'Terms');
    await page.getByRole('region', { name: 'Page text' }).getByText('History', { exact: true }).click();
    await expect(page.getByText('Original')).toBeVisible();
  }),
  picture('my-account', async (page, url) => {
    await standStillSessions(page);
    await openOrders(page, url);
    await press(page, 'My account');
    await expect(dialog(page).getByText('this device')).toBeVisible();
  }),
];
