import type { Page } from '@playwright/test';
import { deskBudgets } from '../../../bench/budgets.ts';
import type { Order } from '../../../src/shared/orders/orders.ts';
import { colleague, openDesk, rowOf, sell, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { assignment, openReaderDesk, sellTo } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* What a dashboard makes a browser load and draw, asked of a browser (bench/budgets.ts). */

const { step } = testAlone;

/** @returns the scripts that are there, with their bytes as they came over the wire */
function scripts(page: Page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
  );
}

async function expectInBudget(page: Page): Promise<void> {
  const loaded = await scripts(page);
  const bytes = loaded.reduce((sum, script) => sum + script.bytes, 0);
  expect(bytes, 'nothing was measured').toBeGreaterThan(1_000);
  expect(bytes, loaded.map((script) => `${script.bytes} ${script.name}`).join('\n')).toBeLessThanOrEqual(
    deskBudgets.JavaScript,
  );
}

testAlone('the admin’s desk loads what is looked at, and keeps its budget', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const { order, reading } = await sellAndWrite(service.url, admin, 'The Star speaks of patience.');
  await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Star speaks of courage.' });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname.slice('/api/'.length));
  });

  await step('the list of orders', async () => {
    await openDesk(page, service.url);
    await expect(rowOf(page, order)).toBeVisible();
    await expectInBudget(page);
    expect((await scripts(page)).map(({ name }) => name).join()).not.toMatch(/Tooltip/);
    const approvals = page.getByRole('tab', { name: 'Reading Approval' });
    await expect(approvals).toHaveText('Reading Approval1');
    expect(calls.sort()).toEqual(['alerts', 'orders', 'overview/waiting', 'readers', 'readings/held']);
  });

  await step('a tab is on its way before it is pressed, and alone', async () => {
    const overview = page.getByRole('tab', { name: 'Overview' });
    const arrives = page.waitForResponse(/OverviewTab.*\.js$/);
    await overview.hover();
    await arrives;
    await overview.click();
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Overview' })).toBeVisible();
    expect((await scripts(page)).map(({ name }) => name).join()).not.toMatch(/SettingsTab|Difference/);
    expect(calls.filter((call) => call === 'overview')).toHaveLength(1);
  });

  await step('the versions of a reading, and what changed in them', async () => {
    await page.getByRole('tab', { name: 'Reading Approval' }).click();
    const card = page.getByRole('article');
    await expect(card).toContainText('The Star speaks of courage.');
    const revisions = `orders/${order.id}/revisions`;
    expect(calls).not.toContain(revisions);
    await card.getByText('Versions (2)').click();
    const showChanges = card.getByRole('button', { name: 'Show changes' });
    await expect(showChanges).toBeVisible();
    const comes = Promise.withResolvers<void>();
    await page.route(/Difference.*\.js$/, async (route) => {
      await comes.promise;
      await route.continue();
    });
    await showChanges.click();
    await expect(card.getByRole('status', { name: 'Loading changes' })).toBeVisible();
    comes.resolve();
    await expect(card.getByRole('deletion')).toHaveText('patience');
    expect(calls.filter((call) => call === revisions)).toHaveLength(1);
    expect(calls.filter((call) => call === 'readings/pending')).toHaveLength(1);
  });
});

testAlone(
  'a part that cannot be loaded says so, and is there after another try',
  async ({ page, service }) => {
    await sell(service.url);
    await openDesk(page, service.url);
    await page.route(/SettingsTab.*\.js$/, (route) => route.abort());
    await page.getByRole('tab', { name: 'Settings' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await expect(problem).toBeVisible();
    await page.unroute(/SettingsTab.*\.js$/);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Reading Price' })).toBeVisible();
  },
);

testAlone('the reader’s desk keeps its budget', async ({ page, service }) => {
  const order = await sellTo(service, await colleague(service.url), 'reader1');
  await openReaderDesk(page, service.url, 'reader1');
  await expect(assignment(page, order)).toBeVisible();
  await expectInBudget(page);
});

testAlone('of a thousand rows, the one that is ticked is drawn again', async ({ page, service }) => {
  const { id } = await sell(service.url);
  const order = await (await colleague(service.url)).order(id);
  await page.route('**/api/orders?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor'));
    const orders = Array.from({ length: 200 }, (_, index) => numbered(order, from + index));
    const nextCursor = from < 800 ? String(from + 200) : null;
    await route.fulfill({ json: { orders, total: 1_000, nextCursor } });
  });
  await openDesk(page, service.url, '?rows=1000');
  // To ask for a role looks at every element there is, and here are many.
  const lines = page.locator('tbody tr');
  await expect(lines).toHaveCount(1_000);
  await page.locator('thead').getByRole('checkbox', { name: 'Select all orders shown' }).check();
  await expect(page.getByText('1000 selected')).toBeVisible();
  await watchRows(page);
  await lines.nth(500).getByRole('checkbox').uncheck();
  await expect(page.getByText('999 selected')).toBeVisible();
  expect(await rowsDrawnAgain(page)).toEqual([500]);
});

function numbered(order: Order, index: number): Order {
  return { ...order, id: `o${index}`, orderNumber: `CT-${String(index).padStart(6, '0')}` };
}

/** What React gave a row when it drew it last. It is another object after each time. */
const drawn = `(row) => row[Object.keys(row).find((key) => key.startsWith('__reactProps$'))]`;
const rows = `[...document.querySelectorAll('tbody tr')]`;

async function watchRows(page: Page): Promise<void> {
  await page.evaluate(`window.drawnBefore = ${rows}.map(${drawn})`);
}

/** @returns which rows have been drawn again since, from 0 */
function rowsDrawnAgain(page: Page): Promise<number[]> {
  return page.evaluate(
    `${rows}.map(${drawn}).flatMap((now, index) => now === window.drawnBefore[index] ? [] : [index])`,
  );
}
