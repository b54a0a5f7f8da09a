import type { Page } from '@playwright/test';
import {
  addPerson,
  colleague,
  expectDone,
  numberOf,
  openListening,
  orderDialog,
  rowOf,
  sell,
  test,
  unsavedText,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { sellTo } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* Desks hear what has changed, and show it without a reload. When they listen: src/features/desk/start-live.test.ts. */

const { step } = test;

/** Turns to another tab, or back. */
async function look(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isVisible);
}

testAlone('shows the admin new orders while the list is open', async ({ page, service }) => {
  const first = await sell(service.url);
  await openListening(page, service.url, 'admin');
  const title = await page.title();
  const picked = rowOf(page, first).getByRole('checkbox');

  await step('a new order appears without losing selection or focus', async () => {
    await picked.check();
    await picked.focus();
    const second = await sell(service.url);
    await expect(rowOf(page, second)).toBeVisible();
    await expect(picked).toBeChecked();
    await expect(picked).toBeFocused();
  });
  await step('the title counts new orders until the admin looks', async () => {
    await look(page, false);
    const third = await sell(service.url);
    await expect(page).toHaveTitle(`(1) ${title}`);
    await expect(rowOf(page, third)).toHaveCount(0);
    await look(page, true);
    await expect(page).toHaveTitle(title);
    await expect(rowOf(page, third)).toBeVisible();
  });
  await step('the list is up to date after a restart of the service', async () => {
    const again = page.waitForResponse((response) => response.url().includes('/api/events') && response.ok());
    await service.restart();
    const fourth = await sell(service.url);
    await again;
    await expect(rowOf(page, fourth)).toBeVisible();
  });
});

testAlone('shows new orders in eight tabs of one browser', async ({ page, context, service }) => {
  const first = await sell(service.url);
  await openListening(page, service.url, 'admin');
  let tab = page;
  for (let opened = 1; opened < 8; opened += 1) {
    await look(tab, false);
    tab = await context.newPage();
    await tab.goto(`${service.url}/admin/dashboard`);
    await expect(rowOf(tab, first)).toBeVisible();
  }
  const second = await sell(service.url);
  await expect(rowOf(tab, second)).toBeVisible();
  await look(tab, false);
  await look(page, true);
  await expect(rowOf(page, second)).toBeVisible();
});

test('shows in an open order what others change, keeping typed text', async ({
  page,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  const other = await colleague(service.url, await addPerson(admin, 'admin'));
  const readerId = await admin.readerId('reader2');
  await openListening(page, service.url, 'admin');
  await numberOf(page, order).click();
  const dialog = orderDialog(page, order);
  const news = dialog.getByRole('status').filter({ hasText: 'Changed in the meantime' });
  const content = dialog.getByLabel('Reading content');

  await step('typed text and choices stay', async () => {
    await content.fill('The Star speaks');
    await dialog.getByLabel('Assigned reader').selectOption({ label: 'Unassigned' });
    await content.focus();
    await other.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId });
    await expect(news).toContainText(/Assigned · admin\.\w+ \(to reader2\)/);
    await expect(content).toBeFocused();
    await page.keyboard.type(' of patience.');
    await expect(content).toHaveValue('The Star speaks of patience.');
    await expect(dialog.getByLabel('Assigned reader')).toHaveValue('');
    await news.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(news).toHaveCount(0);
  });
  await step('the admin’s own changes are not announced', async () => {
    await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
    await expectDone(page, 'Order Reassigned', `${order.orderNumber} is unassigned now.`);
    await expect(news).toHaveCount(0);
  });
  await step('the writer learns at once why no reading is needed', async () => {
    await other.ask('POST', `/api/orders/${order.id}/refund`, { refundedBefore: 0 });
    await expect(news).toContainText(/admin\.\w+ refunded \$60\.00/);
    await expect(unsavedText(dialog)).toContainText('No reading is needed.');
    await expect(unsavedText(dialog).getByRole('textbox')).toHaveValue('The Star speaks of patience.');
  });
});
