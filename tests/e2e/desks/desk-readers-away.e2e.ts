import type { Page } from '@playwright/test';
import {
  alertLine,
  colleague,
  expectDone,
  manage,
  openDesk,
  orderDialog,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

/* Readers who are away, and how many open orders each takes. */

const day = 86_400_000;
const dayInNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

const close = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();

test('nobody is free, the admin is told, and a higher limit gives the order to its reader', async ({
  page,
  service,
}) => {
  // The day on which the story is told: midnight may come between two stories.
  const today = dayInNewYork.format(Date.now());
  const nextWeek = dayInNewYork.format(Date.now() + 7 * day);
  const admin = await colleague(service.url);
  const readerOf = async (id: string) => (await admin.order(id)).assignedReader?.username;
  await openDesk(page, service.url, '?tab=settings&section=people');
  const setLimit = async (most: string) => {
    const dialog = await manage(page, 'reader1');
    await dialog.getByLabel('Open orders at most').fill(most);
    await dialog.getByLabel('Open orders at most').press('Enter');
    await expectDone(page, 'Account Updated', 'Saved for reader1.');
    await close(page);
  };

  const away = await manage(page, 'reader2');
  await away.getByRole('button', { name: 'Add days' }).click();
  await away.getByLabel('First day').fill(today);
  await away.getByLabel('Last day').fill(nextWeek);
  await away.getByRole('button', { name: 'Save' }).click();
  await expectDone(page, 'Account Updated', 'Saved for reader2.');
  await close(page);
  await setLimit('1');
  const taken = await sell(service.url);
  const waiting = await sell(service.url);
  expect([await readerOf(taken.id), await readerOf(waiting.id)]).toEqual(['reader1', undefined]);

  const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await page.reload();
  await alertLine(page).click();
  await expect(alert).toContainText('An order waits for a reader');
  await alert.getByRole('button', { name: waiting.orderNumber }).click();
  const choice = orderDialog(page, waiting).getByLabel('Assigned reader');
  await expect(choice.getByRole('option')).toHaveText([
    'Unassigned',
    /^reader1 · full/,
    /^reader2 · away until/,
  ]);
  await close(page);
  // The list of alerts closes with the tab.
  await page.getByRole('tab', { name: 'Order Management' }).click();
  await alertLine(page).click();
  await alert.getByRole('button', { name: 'Open People' }).click();
  await setLimit('2');
  await expect(alert).toHaveCount(0);
  expect(await readerOf(waiting.id)).toBe('reader1');
});
