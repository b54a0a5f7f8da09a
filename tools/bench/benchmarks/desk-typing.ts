import { type Browser, chromium, type Page } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import { createSessions } from '../../../src/server/people/credentials/sessions.ts';
import { chromiumOptions } from '../../../tests/browser.ts';
import { atMost, type Finding, fewOrders, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { startProduct } from '../harness/servers.ts';
import { quantile } from '../harness/statistics.ts';
import { openPage } from './desk-screen.ts';

const keys = 60;
/** Milliseconds by the browser's own clock. */
const target = 16;

const words = 'The Star speaks of patience and of courage to begin anew. '.repeat(182);
const label = 'Reading content';
/** As large as the one on the page of a reading, in letters of that size, and nothing beside it. */
const bareField = `<textarea aria-label="${label}" style="width: 60rem; height: 36rem; font: 1.125rem/1.6 serif"></textarea>`;

/**
 * Measures key latency in a text of 2,000 words: from the key until the frame that shows it is drawn, compared with a
 * page that holds only a field with the same text.
 *
 * The rows with a reach are measured in a browser that draws each frame as soon as there is one to draw. A 60 Hz screen
 * takes a frame every 16.7 ms, and a key comes at any moment in between: that wait alone puts the p95 of an idle page
 * at about 16 ms. That figure is printed as well, without a reach.
 */
export async function measureTyping({ progress, databaseWith }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(fewOrders);
  const cookie = await signReaderIn(database.path);
  const product = await startProduct(database.path);
  const origin = `http://127.0.0.1:${product.port}`;
  const type = async (how: string, flags: string[]) => {
    const browser = await chromium.launch(chromiumOptions(...flags));
    try {
      const bare = quantile(await typeOn(await openBareField(browser)), 0.95);
      const ours = quantile(await typeOn(await openReading(browser, origin, cookie)), 0.95);
      progress(`a key ${how}: p95 ${ours.toFixed(1)} ms, in a bare field ${bare.toFixed(1)} ms`);
      return { ours, reference: `${format.milliseconds(bare)} in a bare field` };
    } finally {
      await browser.close();
    }
  };
  try {
    const work = await type('without a wait for the screen', ['--disable-frame-rate-limit']);
    const seen = await type('on a screen of 60 Hz', []);
    return [
      {
        ...atMost('a key in 2,000 words, p95', work.ours, target, format.milliseconds),
        reference: work.reference,
      },
      {
        what: 'the same with the wait for a screen of 60 Hz',
        measured: format.milliseconds(seen.ours),
        reference: seen.reference,
      },
    ];
  } finally {
    await product.stop();
  }
}

async function signReaderIn(path: string): Promise<string> {
  const db = openDatabase(path);
  const session = await createSessions(db, { now: Date.now }, false).start('reader-one', null);
  db.$client.close();
  return session.split(';')[0] ?? '';
}

async function openBareField(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(bareField);
  return page;
}

async function openReading(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const page = await openPage(browser, origin, cookie);
  await page.goto(`${origin}/reader/dashboard`);
  await page
    .getByRole('button', { name: /^Upload Reading for/ })
    .first()
    .click();
  return page;
}

/** @returns for each key the milliseconds from the key until the frame that shows it was drawn */
async function typeOn(page: Page): Promise<number[]> {
  const field = page.getByLabel(label);
  await field.fill(words);
  await field.press('End');
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, 'keyTimes', times);
    let pressedAt = 0;
    const drawn = new MessageChannel();
    drawn.port1.onmessage = ({ data }) => times.push(performance.now() - data);
    addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true });
    // What is posted while a frame is made arrives when that is done.
    const draw = (at: number) => requestAnimationFrame(() => drawn.port2.postMessage(at));
    addEventListener('input', () => draw(pressedAt), { capture: true });
  });
  await page.keyboard.type('s'.repeat(keys), { delay: 30 });
  await page.waitForFunction((all) => Reflect.get(window, 'keyTimes').length >= all, keys);
  return page.evaluate((): number[] => Reflect.get(window, 'keyTimes'));
}
