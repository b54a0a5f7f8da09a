import type { Page } from '@playwright/test';
import { colleague, openDesk, orderDialog } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { readerElsewhere, sellTo, subject } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* What the reader of an order and an admin say to each other about it. */

const thread = (page: Page) => page.getByRole('log', { name: 'Notes on this order' }).getByRole('listitem');
const field = (page: Page) => page.getByLabel('Write a note');

test('a reader asks, an admin answers, and both see it on the order', async ({ page, browser, service }) => {
  const { url } = service;
  const order = await sellTo(service, await colleague(url), 'reader1');
  const reader = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);

  await test.step('what is typed is kept, and Ctrl and Enter send it, not the reading', async () => {
    await expect(reader.getByText('Nothing has been said yet.')).toBeVisible();
    await field(reader).fill('Which deck did they mean?');
    await reader.reload();
    await expect(field(reader)).toHaveValue('Which deck did they mean?');
    await field(reader).press('Control+Enter');
    await expect(thread(reader)).toHaveText([/^You.*Which deck did they mean\?$/]);
    await expect(field(reader)).toHaveValue('');
  });

  await test.step('the admin reads whose it is, and answers', async () => {
    await openDesk(page, url, `?order=${order.id}`);
    await expect(thread(page)).toHaveText([/^reader1 \(reader\).*Which deck did they mean\?$/]);
    await field(page).fill('The one of Marseille.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(thread(page).last()).toHaveText(/^You.*The one of Marseille\.$/);
    await expect(orderDialog(page, order)).toContainText('History');
  });

  await test.step('the reader finds the answer, on a phone one tap away', async () => {
    await reader.setViewportSize({ width: 360, height: 740 });
    await reader.reload();
    await subject(reader).getByRole('button', { expanded: false }).click();
    await expect(thread(reader).last()).toHaveText(/^admin \(admin\).*The one of Marseille\.$/);
  });
});
