import type { Page } from '@playwright/test';
import { test } from '../steps/desk-steps.ts';
import { expectSaved, openReaderDesk, sellRejected, sellTo, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* The room that readers have to write in. */

const { step } = test;

test('the order that is written for stands in the address, for its reader alone', async ({
  page,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  const other = await sellTo(service, admin, reader);
  const foreign = await sellTo(service, admin, 'reader2');
  const address = `${service.url}/reader/orders/${order.orderNumber}`;
  const writeButton = page.getByRole('button', { name: `Upload Reading for ${order.orderNumber}` });
  await openReaderDesk(page, service.url, reader);

  await step('opened from the list, and left again, without a reload', async () => {
    await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
    await writeButton.click();
    await expect(page).toHaveURL(address);
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('The Star speaks');
    await page.goBack();
    await expect(page).toHaveURL(`${service.url}/reader/dashboard`);
    await expect(writeButton).toBeFocused();
    await page.goForward();
    await expect(text(page)).toHaveValue('The Star speaks');
    await page.getByRole('combobox', { name: 'Order' }).selectOption(other.id);
    await expect(page).toHaveURL(`${service.url}/reader/orders/${other.orderNumber}`);
    await page.goBack();
    await expect(text(page)).toHaveValue('The Star speaks');
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  });
  await step('a link to it leads there', async () => {
    await page.goto(address);
    await expect(text(page)).toHaveValue('The Star speaks');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.orderNumber);
  });
  await step('an order of somebody else is not found, and leads back', async () => {
    const response = await page.goto(`${service.url}/reader/orders/${foreign.orderNumber}`);
    expect(response?.status()).toBe(404);
    const missing = page.getByRole('region', { name: 'Not found' });
    await missing.getByRole('button', { name: 'My Assignments' }).click();
    await expect(page).toHaveURL(`${service.url}/reader/dashboard`);
  });
  await step('whoever is not signed in is asked to, and then there', async () => {
    await page.context().clearCookies();
    const response = await page.goto(address);
    expect(response?.status()).toBe(401);
    await page.getByLabel('Username').fill(reader.username);
    await page.getByLabel('Password').fill(reader.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.orderNumber);
  });
});

/** What the page's own thread has spent, in milliseconds: what else the machine has to do is not counted. */
interface Spent {
  /** On our scripts. */
  script: number;
  /** On everything, the browser's drawing of the text included. */
  all: number;
}

/** Types in the middle of the text. @returns what each key cost until all was drawn anew */
async function costOfKeys(page: Page, keys: string): Promise<Spent[]> {
  await text(page).evaluate((field: HTMLTextAreaElement) => {
    field.setSelectionRange(field.value.length / 2, field.value.length / 2);
    field.focus();
  });
  // Past Playwright, whose trace would copy the text at each key.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<Spent> => {
    const expression = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))';
    await browser.send('Runtime.evaluate', { expression, awaitPromise: true });
    const { metrics } = await browser.send('Performance.getMetrics');
    const milliseconds = (wanted: string) => {
      const metric = metrics.find(({ name }) => name === wanted);
      if (!metric) throw new Error(`The browser does not tell ${wanted}.`);
      return metric.value * 1_000;
    };
    return { script: milliseconds('ScriptDuration'), all: milliseconds('TaskDuration') };
  };
  const costs: Spent[] = [];
  let before = await spent();
  for (const key of keys) {
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    const after = await spent();
    costs.push({ script: after.script - before.script, all: after.all - before.all });
    before = after;
  }
  await browser.detach();
  return costs;
}

/** @param share of the costs that are not above it */
function percentile(costs: number[], share: number): number {
  return costs.toSorted((a, b) => a - b)[Math.ceil(costs.length * share) - 1] ?? Number.NaN;
}

test('a key costs nobody anything in the longest text, rewritten as it is', async ({
  page,
  service,
  admin,
  reader,
}) => {
  const words = Array.from({ length: 6_200 }, (_, index) => `card${index % 999}`);
  const rejected = await sellRejected(service, admin, reader, {
    content: words.join(' '),
    feedback: 'The other way round, please.',
  });
  await openReaderDesk(page, service.url, reader, `?order=${rejected.id}`);
  await expect(text(page)).toHaveValue(words.join(' '));
  await text(page).fill(words.toReversed().join(' '));
  await expectSaved(page);
  await expect(page.getByText('What you have changed')).toBeVisible();
  const keys = 'The Star speaks of patience and of rest.';
  const costs = await costOfKeys(page, keys);
  await expect(text(page)).toHaveValue(new RegExp(keys));
  const script = percentile(
    costs.map((cost) => cost.script),
    0.95,
  );
  expect(script, 'milliseconds of script for a key').toBeLessThan(16);
  // Most is layout and drawing of 50,000 characters that are one paragraph: 40 on a machine that has much
  // else to do. Comparing the texts took 3,000.
  const all = percentile(
    costs.map((cost) => cost.all),
    0.5,
  );
  expect(all, 'milliseconds for a key').toBeLessThan(100);

  await step('and the difference is shown when it is asked for', async () => {
    await page.getByText('What you have changed').click();
    await expect(page.locator('ins').first()).toBeVisible();
  });
});
