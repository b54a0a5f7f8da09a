import type { Locator, Page } from '@playwright/test';
import { alertLine, filterBy, openDesk, openFilters } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';
import type { Screen } from './camera.ts';
import { openOrderOf, standStillSessions } from './month.ts';

/* The tabs and dialogs of the admin's desk. */

const dialog = (page: Page) => page.getByRole('dialog').last();
const firstCard = (page: Page) => page.getByRole('article').first();
/** The reading that is open stands after the list of the others. */
const openReading = (page: Page) => page.getByRole('article').last();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
/** Mails bring their own fonts along, or rely on those of whoever reads them. */
const mail = (page: Page) => page.locator('iframe');

/** Opens a tab with what stands above all of them. */
async function openTab(page: Page, url: string, query: string): Promise<void> {
  await openDesk(page, url, query);
  await expect(alertLine(page)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Emails about to leave' })).toBeVisible();
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
  await expect(page.getByRole('button', { name: 'Refunds', exact: true })).toBeVisible();
}

async function openPeople(page: Page, url: string): Promise<void> {
  await standStillSessions(page);
  await openTab(page, url, '?tab=settings&section=people');
  await expect(page.getByRole('button', { name: 'Manage the account of reader2' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Earlier readings/ })).toBeVisible();
}

/** The pages of the settings beside those above: what each shows once it is there. */
const settingsPages: [section: string, isThere: (page: Page) => Locator][] = [
  ['delivery', (page) => page.getByRole('button', { name: 'Add days' })],
  ['aftercare', (page) => page.getByLabel(/^Ask for feedback/)],
  ['mail', (page) => page.getByRole('checkbox', { name: 'Apple Pay and Google Pay' })],
  ['health', (page) => page.getByRole('button', { name: 'Back up now' })],
  ['privacy', (page) => page.getByRole('form', { name: 'How long data is kept' })],
  ['history', (page) => page.getByRole('searchbox', { name: 'Search' })],
];

const orders: Screen[] = [
  { name: 'orders', isPictured: true, reach: openOrders },
  {
    name: 'orders-not-loaded',
    async reach(page, url) {
      await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, body: '' }));
      await openTab(page, url, '');
      await expect(page.getByRole('alert')).toContainText('The orders could not be loaded.');
    },
  },
  {
    name: 'session-ended',
    async reach(page, url) {
      await openOrders(page, url);
      await page.context().clearCookies();
      await openFilters(page);
      await filterBy(page, 'Status').selectOption({ label: 'Under Review' });
      await expect(dialog(page)).toHaveAccessibleName('Your session has ended');
    },
  },
];

const orderDialogs: Screen[] = [
  { name: 'order-under-review', isPictured: true, reach: (page, url) => openOrderOf(page, url, 'grace') },
  {
    name: 'order-versions',
    async reach(page, url) {
      await openOrderOf(page, url, 'hannah');
      await dialog(page).getByText('Versions (2)').click();
      await dialog(page).getByRole('button', { name: 'Show changes' }).click();
      await dialog(page).locator('ins').first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'order-long-name', reach: (page, url) => openOrderOf(page, url, 'maxi') },
  { name: 'order-disputed', reach: (page, url) => openOrderOf(page, url, 'brandon') },
  {
    name: 'order-refund',
    isPictured: true,
    async reach(page, url) {
      await openOrderOf(page, url, 'samir');
      await dialog(page).getByRole('button', { name: 'Refund…' }).click();
      await expect(dialog(page).getByLabel('How much ($)')).toBeVisible();
      // Stripe's id is another one each time.
      await dialog(page)
        .getByText(/re_\w{20}/)
        .evaluate((line) => {
          line.textContent = String(line.textContent).replace(/re_\w+/, 're_0123456789abcdefghijklmn');
        });
      // How far the order behind it was scrolled to its button differs by a pixel.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
      });
    },
  },
];

const approvals: Screen[] = [
  { name: 'approvals', isPictured: true, reach: openApprovals },
  {
    name: 'approvals-none',
    async reach(page, url) {
      await page.route(/\/api\/readings\/(pending|held)$/, (route) => route.fulfill({ json: [] }));
      await page.route('**/api/overview/waiting', (route) =>
        route.fulfill({ json: { toReview: 0, unassigned: 0 } }),
      );
      await openDesk(page, url, '?tab=approvals');
      await expect(page.getByText('No readings pending approval')).toBeVisible();
    },
  },
  {
    name: 'approval-open',
    isPictured: true,
    async reach(page, url) {
      await openApprovals(page, url);
      await firstCard(page).getByRole('button', { name: 'View Full Text' }).click();
      await expect(openReading(page)).toBeFocused();
    },
  },
  {
    name: 'approval-preview',
    isPictured: true,
    hidden: mail,
    async reach(page, url) {
      await openApprovals(page, url);
      await firstCard(page).getByRole('button', { name: 'Preview' }).click();
      await expect(mail(page)).toBeVisible();
    },
  },
];

const theRest: Screen[] = [
  {
    name: 'overview',
    isPictured: true,
    extent: 'whole page',
    async reach(page, url) {
      await openTab(page, url, '?tab=overview');
      await expect(page.getByRole('list', { name: 'To do' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Readers' })).toBeVisible();
    },
  },
  {
    name: 'customer',
    isPictured: true,
    extent: 'whole page',
    async reach(page, url) {
      await openOrderOf(page, url, 'siobhan');
      await page.getByRole('region', { name: 'Facts' }).getByRole('link').click();
      await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'settings',
    isPictured: true,
    extent: 'whole page',
    reach: openSettings,
    // The address of the site has a port of its own each time.
    hidden: (page) => page.getByText(/^http:\/\/127\.0\.0\.1:\d+$/),
  },
  ...settingsPages.map(([section, isThere]) => ({
    name: `settings-${section}`,
    async reach(page: Page, url: string) {
      await openTab(page, url, `?tab=settings&section=${section}`);
      await expect(isThere(page)).toBeVisible();
    },
  })),
  { name: 'settings-people', reach: openPeople },
  {
    name: 'business-text',
    async reach(page, url) {
      await openSettings(page, url);
      await press(page, 'Terms');
      await expect(dialog(page).getByText('Original')).toBeVisible();
    },
  },
  {
    name: 'account-of-a-reader',
    async reach(page, url) {
      await openPeople(page, url);
      await press(page, 'Manage the account of reader1');
      await expect(dialog(page).getByRole('button', { name: 'Set password' })).toBeVisible();
    },
  },
  {
    name: 'my-account',
    isPictured: true,
    async reach(page, url) {
      await standStillSessions(page);
      await openOrders(page, url);
      await press(page, 'My account');
      await expect(dialog(page).getByText('this device')).toBeVisible();
    },
  },
];

export const adminScreens: Screen[] = [...orders, ...orderDialogs, ...approvals, ...theRest];
