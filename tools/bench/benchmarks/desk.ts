import { type Browser, chromium, type Page } from 'playwright';
import { chromiumOptions } from '../../../tests/browser.ts';
import { type Benchmark, format, quantile, type Result, result } from '../benchmark.ts';
import { deskBudgets } from '../budgets.ts';
import { type Server, startProduct } from '../servers.ts';

const firstRow = 'table[aria-busy="false"] tbody tr';
const words = 'The Star speaks of patience and of courage to begin again. '.repeat(182);

/** The admin's desk in a shop with 20,000 orders, and a reader's page of writing, in a browser. */
export const desk: Benchmark = {
  name: 'desk',
  async run({ progress, databaseWith }) {
    const product = await startProduct(await databaseWith(20_000));
    // Draws each frame at once: waiting for a 60 Hz screen would be most of a key's time.
    const browser = await chromium.launch(chromiumOptions('--disable-frame-rate-limit'));
    const admin = await openAs(browser, product, 'admin', 'demo-admin-pass');
    const results: Result[] = [];
    const repeat = async (what: string, targetMs: number, measure: () => Promise<number>) => {
      // The first one finds all caches empty.
      await measure();
      const times: number[] = [];
      while (times.length < 7) times.push(await measure());
      progress(`${what}: ${times.map((time) => time.toFixed(0)).join(' ')} ms`);
      results.push(result(`desk: ${what}`, quantile(times), { atMost: targetMs }, 'milliseconds'));
    };
    await repeat('list on screen', 600, () => openDesk(admin, product));
    const { JavaScript: atMost } = deskBudgets;
    results.push(result('desk: JavaScript of the list', await scriptBytes(admin), { atMost }, 'kilobytes'));
    const timed = (shown: Shown, act: () => Promise<unknown>) => async () => {
      await openDesk(admin, product);
      const time = admin.evaluate(untilShown, shown);
      // The page works in sequence: when this is answered, it is listening.
      await admin.evaluate(() => undefined);
      await act();
      return time;
    };
    const sort = () => admin.getByRole('columnheader', { name: 'Customer' }).getByRole('button').click();
    const filter = () => admin.getByRole('combobox', { name: 'Payment' }).selectOption('refunded');
    // Not a name of the newest order, so that another one is shown first.
    const search = () => admin.getByRole('searchbox').pressSequentially('tanaka', { delay: 60 });
    const open = () => admin.locator('[data-row]').first().click();
    const list = { event: 'input', selector: firstRow };
    await repeat('sort', 150, timed({ ...list, event: 'click', query: 'sort=' }, sort));
    await repeat('filter', 150, timed({ ...list, query: 'payment=refunded' }, filter));
    await repeat('search, after the last key', 150, timed({ ...list, query: 'q=tanaka' }, search));
    await repeat('opening an order', 200, timed({ event: 'click', selector: '[role="dialog"] h3' }, open));
    const reader = await openAs(browser, product, 'reader1', 'demo-reader-pass');
    const keys = await typeReading(reader, product, 100);
    const detail = `p50 ${format(quantile(keys), 'milliseconds')}`;
    const what = 'desk: typing in a reading of 2,000 words, p95';
    results.push(result(what, quantile(keys, 0.95), { atMost: 16 }, 'milliseconds', detail));
    await browser.close();
    return results;
  },
};

async function openAs(browser: Browser, { url }: Server, username: string, password: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const login = { headers: { Origin: url }, data: { username, password } };
  const answer = await context.request.post(`${url}/api/login`, login);
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()}`);
  return context.newPage();
}

async function openDesk(page: Page, { url }: Server): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}/admin/dashboard`, { waitUntil: 'commit' });
  return page.evaluate(untilShown, { event: null, selector: firstRow });
}

interface Shown {
  /** The first event; null for the navigation. */
  event: string | null;
  /** Matches what appears when it is done. */
  selector: string;
  /** What the address contains when it is done. */
  query?: string;
}

/** Returns the milliseconds from the last event, or the navigation, until the frame that shows it; runs in the page. */
function untilShown({ event, selector, query = '' }: Shown): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${selector} did not appear.`)), 30_000);
    let startedAt = event === null ? 0 : Number.NaN;
    const before = event === null ? null : document.querySelector(selector);
    if (event !== null)
      addEventListener(event, ({ timeStamp }) => (startedAt = timeStamp), { capture: true });
    const look = () => {
      const shown = document.querySelector(selector);
      const isDone = shown && shown !== before && location.search.includes(query) && startedAt >= 0;
      const drawn = () => resolve(performance.mark('shown').startTime - startedAt);
      requestAnimationFrame(isDone ? drawn : look);
    };
    look();
  });
}

/** Returns the bytes of the scripts before the list. Prefetched scripts are listed twice. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? 0;
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= shownAt)
      .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const);
    return [...new Map(scripts).values()].reduce((sum, bytes) => sum + bytes, 0);
  });
}

/** Types at the end of a long reading. Returns the milliseconds from each key to the frame that shows it. */
async function typeReading(page: Page, { url }: Server, keys: number): Promise<number[]> {
  await page.goto(`${url}/reader/dashboard`);
  const upload = page.getByRole('button', { name: /^Upload Reading for/ });
  await upload.first().click();
  const field = page.getByLabel('Reading content');
  await field.fill(words);
  await field.press('End');
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, 'keyTimes', times);
    let pressedAt = 0;
    const drawn = new MessageChannel();
    drawn.port1.onmessage = ({ data }) => times.push(performance.now() - data);
    addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true });
    // A message posted while a frame is made arrives when the frame is done.
    const draw = (at: number) => requestAnimationFrame(() => drawn.port2.postMessage(at));
    addEventListener('input', () => draw(pressedAt), { capture: true });
  });
  await page.keyboard.type('s'.repeat(keys), { delay: 30 });
  await page.waitForFunction((all) => Reflect.get(window, 'keyTimes').length >= all, keys);
  return page.evaluate((): number[] => Reflect.get(window, 'keyTimes'));
}
