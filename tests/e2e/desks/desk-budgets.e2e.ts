import type { Page } from '@playwright/test';
import { deskBudgets } from '../../../tools/bench/budgets.ts';
import { colleague, openDesk, rowOf, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { assignment, openReaderDesk, sellTo } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* What a dashboard makes a browser load and draw, asked of a browser (tools/bench/budgets.ts). */

// Of one shop: what is in its lists counts.
testAlone.describe.configure({ mode: 'default' });

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

/** Has the page note when its list of orders is there: the rest is fetched in the background. */
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

testAlone('loads only what the admin’s desk shows and stays within budget', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const { order } = await sellAndWrite(service.url, admin, 'The Star speaks of patience.');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The line on which the desk hears of changes is opened once the page is painted, whenever that is.
    if (pathname.startsWith('/api/') && pathname !== '/api/events')
      calls.push(pathname.slice('/api/'.length));
  });
  await noteFirstRow(page);
  await openDesk(page, service.url);
  await expect(rowOf(page, order)).toBeVisible();
  const loaded = await scriptsOfList(page);
  expectInBudget(loaded);
  expect(loaded.map(({ name }) => name).join()).not.toMatch(/OrderBody|Tooltip|\/Toaster|\/Dialog/);
  await expect(page.getByRole('tab', { name: 'Reading Approval' })).toHaveText('Reading Approval1');
  const expected = ['auth/user', 'offers', 'orders', 'readers', 'readings/held', 'settings', 'today'];
  expect(calls.sort()).toEqual(expected);
});

testAlone('stays within budget on the reader’s desk', async ({ page, service }) => {
  const order = await sellTo(service, await colleague(service.url), 'reader1');
  await openReaderDesk(page, service.url, 'reader1');
  await expect(assignment(page, order)).toBeVisible();
  expectInBudget(await scripts(page));
});
