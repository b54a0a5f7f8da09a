import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../../tests/browser.ts';
import { deskBudgets } from '../budgets.ts';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { startProduct } from '../harness/servers.ts';
import { median } from '../harness/statistics.ts';

const orders = 20_000;
const rowsLoaded = 500;
const looks = 5;
/** Milliseconds by the browser's own clock. */
const target = { list: 600, change: 150, opening: 200 };

const firstRow = 'tbody tr';
const orderBody = '[role="dialog"] h3';

/** Measures how long an admin waits at the dashboard and what the browser loads, in a shop with many orders. */
export async function measureDeskScreen({ progress, databaseWith }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(orders);
  const product = await startProduct(database.path);
  const origin = `http://127.0.0.1:${product.port}`;
  const browser = await chromium.launch(chromiumOptions());
  const findings: Finding[] = [];
  const note = (what: string, times: number[], most: number) => {
    progress(`${what}: ${times.map((time) => time.toFixed(0)).join(' ')} ms`);
    findings.push(atMost(what, median(times), most, format.milliseconds));
  };
  try {
    const admin = await openPage(browser, origin, database.adminCookie);
    const desk = `${origin}/admin/dashboard`;
    note('list on screen', await repeat(() => arrive(admin, desk)), target.list);
    const { scripts, answers } = await loaded(admin);
    findings.push(
      atMost('JavaScript until the list is there', scripts, deskBudgets.JavaScript, format.kilobytes),
      { what: 'answers of the API until then', measured: format.kilobytes(answers) },
    );
    const sort = () => admin.getByRole('columnheader', { name: 'Customer' }).getByRole('button').click();
    const filter = (payment: string) => () =>
      admin.getByRole('combobox', { name: 'Payment' }).selectOption(payment);
    for (const rows of [50, rowsLoaded]) {
      const where = rows === rowsLoaded ? `, ${rows} rows` : '';
      const ready = async () => {
        await arrive(admin, `${desk}?rows=${rows}`);
        await admin.waitForFunction((all) => document.querySelectorAll('tbody tr').length >= all, rows);
      };
      const open = async () => {
        await ready();
        const button = admin.locator('[data-row]').first();
        return timed(admin, 'click', orderBody, () => button.click());
      };
      note(`opening an order${where}`, await repeat(open), target.opening);
      const change = (event: string, act: () => Promise<unknown>) => async () => {
        await ready();
        return timed(admin, event, 'table[aria-busy="false"] tbody tr', act, true);
      };
      note(`sort${where}`, await repeat(change('click', sort)), target.change);
      note(`filter${where}`, await repeat(change('input', filter('refunded'))), target.change);
      const search = async () => {
        await ready();
        return searchFor(admin, 'anna');
      };
      note(`search, after the last key${where}`, await repeat(search), target.change);
    }
    return findings;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Opens a page of the desk with the session in the cookie. */
export async function openPage(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}

async function repeat(look: () => Promise<number>): Promise<number[]> {
  // The first one finds nothing in any cache.
  await look();
  const times: number[] = [];
  for (let count = 0; count < looks; count += 1) times.push(await look());
  return times;
}

/** @returns milliseconds from the beginning of the navigation until there are rows */
async function arrive(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(painted, firstRow);
}

/** @returns milliseconds from an action until its outcome is visible */
async function timed(
  page: Page,
  event: string,
  outcome: string,
  act: () => Promise<unknown>,
  isAnew = false,
): Promise<number> {
  const outcomeAt = page.evaluate(
    ([name, selector, waits]) =>
      new Promise<number>((resolve) => {
        addEventListener(
          name,
          ({ timeStamp }) => {
            const before = document.querySelector('tbody tr');
            const look = () => {
              const found = document.querySelector(selector);
              if (!found || (waits && found === before)) requestAnimationFrame(look);
              else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            look();
          },
          { once: true, capture: true },
        );
      }),
    [event, outcome, isAnew] as const,
  );
  // The listener is there once this is answered: the page does one thing after the other.
  await page.evaluate(() => undefined);
  await act();
  return outcomeAt;
}

/** @returns milliseconds from the last key of quick typing until the searched order is listed */
async function searchFor(page: Page, text: string): Promise<number> {
  const foundAt = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let lastKey = 0;
        addEventListener('input', ({ timeStamp }) => (lastKey = timeStamp), { capture: true });
        const look = () => {
          const isAsked = new URLSearchParams(location.search).get('q') === wanted;
          if (!isAsked || !document.querySelector('table[aria-busy="false"] tbody tr'))
            requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - lastKey));
        };
        look();
      }),
    text,
  );
  await page.getByRole('searchbox').pressSequentially(text, { delay: 60 });
  return foundAt;
}

/** Runs in the page. @returns when the frame that shows this was drawn, in milliseconds since the navigation */
function painted(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.mark('arrived').startTime));
    };
    look();
  });
}

/**
 * @returns the bytes that this page had loaded when it was there, as they came over the wire. A script that was
 *   fetched ahead and then used is listed twice by the browser and came once.
 */
async function loaded(page: Page): Promise<{ scripts: number; answers: number }> {
  const entries = await page.evaluate(() => {
    const arrived = performance.getEntriesByName('arrived')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ responseEnd }) => responseEnd <= arrived)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
  });
  const sum = (listed: typeof entries) => listed.reduce((total, { bytes }) => total + bytes, 0);
  const scripts = entries.filter(({ path }) => path.endsWith('.js'));
  return {
    scripts: sum([...new Map(scripts.map((script) => [script.path, script])).values()]),
    answers: sum(entries.filter(({ path }) => path.startsWith('/api/'))),
  };
}
