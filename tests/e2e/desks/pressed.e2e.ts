import type { Locator, Page, Response } from '@playwright/test';
import type { Alert } from '../../../src/shared/alerts.ts';
import { placeOf } from '../steps/arrive.ts';
import { letterOf } from '../steps/comment-steps.ts';
import {
  colleague,
  numberOf,
  openDesk,
  orderDialog,
  rowOf,
  sell,
  sellAndWrite,
  signInHearing,
  stream,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { sellTo, text, wayBack } from '../steps/reader-steps.ts';
import { expect, people } from '../steps/steps.ts';

/* What comes and goes by itself while a button is down: the press is meant for what was there. */

/** Opens a desk that hears what others do. */
async function openListening(page: Page, address: string, person: 'admin' | 'reader1'): Promise<void> {
  await signInHearing(page, new URL(address).origin, person, people[person]);
  const listening = page.waitForResponse(stream);
  await page.goto(address);
  await listening;
}

/** Puts the pointer on something that stands still, and presses. */
async function pressOn(page: Page, button: Locator): Promise<void> {
  await placeOf(button);
  await button.hover();
  await page.mouse.down();
}

/** Waits until the page has drawn what it knows. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The answer of a list that has these words, or has them no more. */
function listAnswers(page: Page, path: string, words: string, hasThem: boolean): Promise<Response> {
  return page.waitForResponse(
    async (answer) =>
      new URL(answer.url()).pathname === path && (await answer.text()).includes(words) === hasThem,
  );
}

test('alerts that come above the list do not take a press away', async ({ page, service }) => {
  const alert: Alert = {
    code: 'payment_stray',
    message: 'Payments came without an order.',
    count: 1,
    orders: [],
  };
  const order = await sell(service.url);
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/alerts', async (route) => {
    await pressed.promise;
    await route.fulfill({ json: [alert] });
  });
  await openDesk(page, service.url, `?q=${order.orderNumber}`);
  await pressOn(page, numberOf(page, order));
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
  await openListening(page, `${service.url}/admin/dashboard`, 'admin');
  await pressOn(page, numberOf(page, order));
  const customerName = 'Bea Ångström';
  const list = listAnswers(page, '/api/orders', customerName, true);
  const other = await sell(service.url, { customerName });
  await list;
  await drawn(page);
  await page.mouse.up();
  await expect(orderDialog(page, order)).toBeVisible();
  await expect(rowOf(page, other)).toBeVisible();
});

test('a reading that a colleague decides on does not take a press on the next one away', async ({
  page,
  service,
}) => {
  const admin = await colleague(service.url);
  const first = await sellAndWrite(service.url, admin, 'The Star.');
  const second = await sellAndWrite(service.url, admin, 'The Sun.');
  await openListening(page, `${service.url}/admin/dashboard?tab=approvals`, 'admin');
  const queued = page.getByRole('list', { name: 'Readings pending approval' }).getByRole('listitem');
  await pressOn(page, queued.getByRole('button', { name: new RegExp(`^${second.order.orderNumber} ·`) }));
  const list = listAnswers(page, '/api/readings/pending', first.order.orderNumber, false);
  await admin.ask('PUT', `/api/readings/${first.reading.id}/reject`, { feedback: 'Warmer, please.' });
  await list;
  await drawn(page);
  await page.mouse.up();
  await expect(letterOf(page, second.order)).toContainText('The Sun.');
  await expect(queued).toHaveCount(1);
});

test('an order that a reader loses does not take a press on the next one away', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const first = await sellTo(service, admin, 'reader1');
  const second = await sellTo(service, admin, 'reader1');
  await openListening(page, `${service.url}/reader/dashboard`, 'reader1');
  await pressOn(page, page.getByRole('button', { name: `Upload Reading for ${second.orderNumber}` }));
  const list = listAnswers(page, '/api/reader/orders', first.orderNumber, false);
  await admin.ask('PUT', `/api/orders/${first.id}/assignee`, { readerId: null });
  await list;
  await drawn(page);
  await page.mouse.up();
  await expect(text(page)).toBeFocused();
  await wayBack(page).click();
  await expect(page.getByRole('heading', { name: 'Pending Assignments (1)' })).toBeVisible();
});
