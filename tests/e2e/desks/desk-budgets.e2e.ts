import type { Page } from '@playwright/test';
import type { Order } from '../../../src/shared/orders/orders.ts';
import { deskBudgets } from '../../../tools/bench/budgets.ts';
import { colleague, openDesk, rowOf, sell, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { assignment, openReaderDesk, sellTo } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* What a dashboard makes a browser load and draw, asked of a browser (tools/bench/budgets.ts). */

// Of one shop: what is in its lists counts.
testAlone.describe.configure({ mode: 'default' });

const { step } = testAlone;

/**
 * @param until milliseconds since the navigation
 * @returns the scripts that were there, with their bytes as they came over the wire. One that was fetched ahead and
 * then used is listed twice by the browser and came once.
 */
async function scripts(page: Page, until = Number.POSITIVE_INFINITY) {
  const listed = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize, responseEnd }) => ({
        name: new URL(name).pathname,
        bytes: encodedBodySize,
        at: responseEnd,
      })),
  );
  const inTime = listed.filter(({ at }) => at <= until);
  return [...new Map(inTime.map((script) => [script.name, script])).values()];
}

/** Has the page note when its list of orders is there: what follows is fetched while nobody waits. */
async function noteFirstRow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-row]')) return;
      performance.mark('first row');
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

/** @returns the scripts with which the list of orders was there */
async function scriptsOfList(page: Page) {
  return scripts(page, await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime));
}

function expectInBudget(loaded: Awaited<ReturnType<typeof scripts>>): void {
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
    // The line on which the desk hears of changes is opened once the page is painted, whenever that is.
    if (pathname.startsWith('/api/') && pathname !== '/api/events')
      calls.push(pathname.slice('/api/'.length));
  });

  await step('the list of orders', async () => {
    await noteFirstRow(page);
    await openDesk(page, service.url);
    await expect(rowOf(page, order)).toBeVisible();
    const loaded = await scriptsOfList(page);
    expectInBudget(loaded);
    expect(loaded.map(({ name }) => name).join()).not.toMatch(/OrderBody|Tooltip|\/Toaster|\/Dialog/);
    const approvals = page.getByRole('tab', { name: 'Reading Approval' });
    await expect(approvals).toHaveText('Reading Approval1');
    expect(calls.sort()).toEqual([
      'alerts',
      'auth/user',
      'first-steps',
      'orders',
      'overview/waiting',
      'readers',
      'readings/held',
      'settings',
    ]);
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
    await page.getByRole('button', { name: new RegExp(`^${order.orderNumber} ·`) }).click();
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

testAlone('the reader’s desk keeps its budget', async ({ page, service }) => {
  const order = await sellTo(service, await colleague(service.url), 'reader1');
  await openReaderDesk(page, service.url, 'reader1');
  await expect(assignment(page, order)).toBeVisible();
  expectInBudget(await scripts(page));
});

testAlone(
  'of a thousand rows, those in sight are laid out and the one that is ticked is drawn again',
  async ({ page, service }) => {
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
    // What nobody sees costs no layout; it is there all the same for who searches the page, or has it read out.
    await expect.poll(() => laidOut(page)).toBeLessThan(150);
    await expect(lines.last()).toContainText('CT-000999');
    await page.locator('thead').getByRole('checkbox', { name: 'Select all orders shown' }).check();
    await expect(page.getByText('1000 selected')).toBeVisible();
    await watchRows(page);
    await lines.nth(500).getByRole('checkbox').uncheck();
    await expect(page.getByText('999 selected')).toBeVisible();
    expect(await rowsDrawnAgain(page)).toEqual([500]);
  },
);

function numbered(order: Order, index: number): Order {
  return { ...order, id: `o${index}`, orderNumber: `CT-${String(index).padStart(6, '0')}` };
}

/** @returns of how many rows the browser has laid out what is in them */
function laidOut(page: Page): Promise<number> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll('[data-row]')];
    return buttons.filter((button) => button.checkVisibility({ contentVisibilityAuto: true })).length;
  });
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
