import type { Page } from '@playwright/test';
import { formatDays } from '../../../src/client/format.ts';
import { colleague, expectDone, manage, openDesk, orderDialog, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { readerElsewhere } from '../steps/reader-steps.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* Readers who are away, and how many open orders each takes. */

const day = 86_400_000;
const dayInNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const close = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();

test('nobody is free, the admin is told, and a higher limit gives the order to its reader', async ({
  page,
  browser,
  service,
}) => {
  // The day on which the story is told: midnight may come between two stories.
  const today = dayInNewYork.format(Date.now());
  const nextWeek = dayInNewYork.format(Date.now() + 7 * day);
  const awayUntil = `away until ${short.format(new Date(nextWeek))}`;
  const admin = await colleague(service.url);
  await openDesk(page, service.url, '?tab=settings');
  const people = page.getByRole('region', { name: 'People' });

  await test.step('a reader goes away', async () => {
    const dialog = await manage(page, 'reader2');
    const form = dialog.getByRole('form', { name: 'More days away' });
    await form.getByLabel('First day').fill(nextWeek);
    await form.getByLabel('Last day').fill(today);
    await form.getByRole('button', { name: 'Add days' }).click();
    await expect(form.getByRole('alert')).toHaveText('The last day away is before the first.');
    await form.getByLabel('First day').fill(today);
    await form.getByLabel('Last day').fill(nextWeek);
    await page.keyboard.press('Enter');
    await expectDone(page, 'Days Away Updated', 'reader2 gets no new orders then.');
    await expect(dialog.getByRole('list', { name: 'Days away' })).toContainText(
      formatDays({ from: today, to: nextWeek }),
    );
    await expectNoFlaws(page);
    await close(page);
    await expect(people.getByRole('listitem').filter({ hasText: 'reader2' })).toContainText(awayUntil);
  });

  await test.step('another takes one order at a time', async () => {
    const dialog = await manage(page, 'reader1');
    const most = dialog.getByLabel('At most');
    await most.fill('0');
    await most.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('A reader takes at least 1 open order.');
    await most.fill('1');
    await most.press('Enter');
    await expectDone(page, 'Limit Updated', 'reader1 takes at most 1 open order.');
    await close(page);
  });

  const taken = await sell(service.url);
  const waiting = await sell(service.url);
  expect((await admin.order(taken.id)).assignedReader?.username).toBe('reader1');
  expect((await admin.order(waiting.id)).assignedReader).toBeNull();

  const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await test.step('the alert leads to the order, where the choice says who can take it', async () => {
    await page.reload();
    await expect(alert).toContainText('An order waits for a reader');
    await expect(people.getByRole('listitem').filter({ hasText: 'reader1' })).toContainText('full (1 of 1)');
    await expectNoFlaws(page);
    await alert.getByRole('button', { name: waiting.orderNumber }).click();
    const choice = orderDialog(page, waiting).getByLabel('Assigned reader');
    await expect(choice.getByRole('option')).toHaveText([
      'Nobody',
      'reader1 · full (1 of 1)',
      `reader2 · ${awayUntil}`,
    ]);
    await close(page);
  });

  await test.step('with a higher limit the order is given away, and the alert goes', async () => {
    await page.getByRole('tab', { name: 'Order Management' }).click();
    await alert.getByRole('button', { name: 'Open People' }).click();
    const dialog = await manage(page, 'reader1');
    await expect(dialog.getByLabel('At most')).toHaveValue('1');
    await dialog.getByLabel('At most').fill('2');
    await dialog.getByRole('button', { name: 'Save limit' }).click();
    await expectDone(page, 'Limit Updated', 'reader1 takes at most 2 open orders.');
    await close(page);
    await expect(alert).toHaveCount(0);
    await expect(people.getByRole('listitem').filter({ hasText: 'reader1' })).toContainText(
      '2 open orders of at most 2',
    );
    expect((await admin.order(waiting.id)).assignedReader?.username).toBe('reader1');
  });

  await test.step('the reader comes back earlier', async () => {
    const reader = await readerElsewhere(browser, service, 'reader2');
    await reader.getByRole('button', { name: 'My account' }).click();
    const days = reader.getByRole('dialog').getByRole('region', { name: 'Days away' });
    await expect(days).toContainText('Those you have stay yours.');
    await expectNoFlaws(reader);
    await days.getByRole('button', { name: /^Remove / }).press('Enter');
    await expectDone(reader, 'Days Away Updated', 'You get new orders every day.');
    await expect(days.getByRole('listitem')).toHaveCount(0);
    await expect(reader.locator('body')).not.toBeFocused();
    const next = await sell(service.url);
    expect((await admin.order(next.id)).assignedReader?.username).toBe('reader2');
    await reader.context().close();
  });
});
