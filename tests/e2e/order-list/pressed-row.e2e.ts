import type { Page } from '@playwright/test';
import type { Alert } from '../../../src/shared/alerts.ts';
import { numberOf, openDesk, orderDialog, rowOf, sell, signInHere } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, people } from '../steps/steps.ts';

/* What comes by itself while a button of the list is down: the press is meant for what was there. */

const alert: Alert = {
  code: 'payment_stray',
  message: 'Payments came without an order.',
  count: 1,
  orders: [],
};

/** Waits until the page has drawn what it knows. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('alerts that come above the list do not take a press away', async ({ page, service }) => {
  const order = await sell(service.url);
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/alerts', async (route) => {
    await pressed.promise;
    await route.fulfill({ json: [alert] });
  });
  await openDesk(page, service.url, `?q=${order.orderNumber}`);
  await numberOf(page, order).hover();
  await page.mouse.down();
  const answer = page.waitForResponse('**/api/alerts');
  pressed.resolve();
  await (await answer).finished();
  await drawn(page);
  await page.mouse.up();
  await expect(orderDialog(page, order)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Alerts' })).toContainText(alert.message);
});

test('an order that is sold meanwhile does not take a press away', async ({ page, service }) => {
  const order = await sell(service.url);
  await signInHere(page, service.url, 'admin', people.admin);
  await page.unroute('**/api/events?*');
  const listening = page.waitForResponse('**/api/events?*');
  await page.goto('/admin/dashboard');
  await listening;
  await numberOf(page, order).hover();
  await page.mouse.down();
  const customerName = 'Bea Ångström';
  const list = page.waitForResponse(
    async (answer) =>
      new URL(answer.url()).pathname === '/api/orders' && (await answer.text()).includes(customerName),
  );
  const other = await sell(service.url, { customerName });
  await list;
  await drawn(page);
  await page.mouse.up();
  await expect(orderDialog(page, order)).toBeVisible();
  await expect(rowOf(page, other)).toBeVisible();
});
