import type { Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import { colleague, type SoldOrder } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  answerShort,
  choose,
  expectSaved,
  openReaderDesk,
  sellRejected,
  sellTo,
  subject,
  text,
  wayBack,
} from '../steps/reader-steps.ts';
import { expect, expectNoFlaws, people } from '../steps/steps.ts';

/* The room that readers have to write in. */

const { step } = testAlone;

/** Everything that one writes with is on the screen as it is, without scrolling. */
async function expectInView(page: Page): Promise<void> {
  await expect(text(page)).toBeInViewport({ ratio: 1 });
  for (const name of ['Submit for Admin Review', 'Preview']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
}

/** The page stands still: only the text scrolls, and beside it what it is about. */
async function expectOneScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(beyond).toBe(0);
}

/** What one does with the text can be pressed while a toast is there. */
async function expectClearOfToast(page: Page): Promise<void> {
  const toast = await toastOn(page).boundingBox();
  for (const name of ['Submit for Admin Review', 'Preview']) {
    const button = await page.getByRole('button', { name }).boundingBox();
    if (!toast || !button) throw new Error(`${toast ? name : 'The toast'} is not there.`);
    const isBeside = toast.x + toast.width <= button.x || button.x + button.width <= toast.x;
    const isAbove = toast.y + toast.height <= button.y || button.y + button.height <= toast.y;
    expect([name, isBeside || isAbove]).toEqual([name, true]);
  }
}

function last(sold: SoldOrder[]): SoldOrder {
  const order = sold.at(-1);
  if (!order) throw new Error('Nothing was sold.');
  return order;
}

testAlone('the place to write stays in view, however long the list is', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const sold: SoldOrder[] = [];
  const sellUpTo = async (count: number) => {
    while (sold.length < count) {
      sold.push(
        await sellTo(service, admin, 'reader1', { backgroundContext: 'We bake since March. '.repeat(9) }),
      );
    }
  };
  const expectRoom = async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openReaderDesk(page, service.url, 'reader1');
    await expect(page.getByRole('heading', { name: `Pending Assignments (${sold.length})` })).toBeVisible();
    await expectInView(page);
    await choose(page, last(sold));
    await expectInView(page);
    await expectOneScroll(page);
    await text(page).fill('The Star speaks of patience.\n'.repeat(60));
    await expectInView(page);
    await page.setViewportSize({ width: 1366, height: 650 });
    await expectInView(page);
    await expectOneScroll(page);
    await text(page).fill('');
    await page.getByRole('button', { name: 'Submit for Admin Review' }).click();
    await expect(toastOn(page)).toContainText('enter reading content');
    await expectClearOfToast(page);
    await toastOn(page).getByRole('button', { name: 'Close' }).click();
  };
  await step('with a dozen assignments', async () => {
    await sellUpTo(12);
    await expectRoom();
    await expectNoFlaws(page);
  });
  await step('in one column, choosing an order leads there', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await choose(page, last(sold));
    await expect(text(page)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, 0));
    await choose(page, last(sold));
    await expect(text(page)).toBeInViewport({ ratio: 1 });
    await expectNoFlaws(page);
  });
  await step('with thirty', async () => {
    await sellUpTo(30);
    await expectRoom();
  });
});

testAlone('a reading has a page of its own', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const form = { backgroundContext: 'We bake since March. '.repeat(9), readingAddresseeName: 'Mai' };
  const order = await sellTo(service, admin, 'reader1', form);
  const other = await sellTo(service, admin, 'reader1');
  const foreign = await sellTo(service, admin, 'reader2');
  const address = `${service.url}/reader/orders/${order.orderNumber}`;
  const list = page.getByRole('heading', { name: 'Pending Assignments (2)' });
  const writeButton = ({ orderNumber }: SoldOrder) =>
    page.getByRole('button', { name: `Upload Reading for ${orderNumber}: Write` });
  const lines = () =>
    text(page).evaluate((box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight));
  await page.setViewportSize({ width: 1280, height: 720 });
  await openReaderDesk(page, service.url, 'reader1');

  await step('opened from the list, and left again, without a reload', async () => {
    await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
    await writeButton(order).click();
    await expect(page).toHaveURL(address);
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('The Star speaks');
    await page.goBack();
    await expect(page).toHaveURL(`${service.url}/reader/dashboard`);
    await expect(list).toBeVisible();
    await expect(writeButton(order)).toBeFocused();
    await page.goForward();
    await expect(text(page)).toHaveValue('The Star speaks');
    await page.getByRole('combobox', { name: 'Order' }).selectOption(other.id);
    await expect(page).toHaveURL(`${service.url}/reader/orders/${other.orderNumber}`);
    await expect(text(page)).toHaveValue('');
    await page.goBack();
    await expect(text(page)).toHaveValue('The Star speaks');
    await wayBack(page).click();
    await expect(list).toBeVisible();
    await expect(writeButton(order)).toBeFocused();
    const choice = page.getByRole('combobox', { name: 'Order' });
    await choice.focus();
    await choice.selectOption(other.id);
    await expect(subject(page)).toContainText(other.name);
    await expect(choice).toBeFocused();
    await wayBack(page).click();
    await expect(writeButton(other)).toBeFocused();
    await page.keyboard.press('w');
    await expect(page).toHaveURL(address);
    await expect(text(page)).toBeFocused();
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  });
  await step('a link to it leads there', async () => {
    await page.goto(address);
    await expect(text(page)).toHaveValue('The Star speaks');
    await expect(subject(page)).toContainText('We bake since March.');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.orderNumber);
    await expect.poll(lines).toBeGreaterThan(11);
    await expectOneScroll(page);
    await expectNoFlaws(page);
  });
  await step('on a phone the text comes first, and the question is one tap away', async () => {
    for (const width of [280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectInView(page);
    }
    await expect.poll(lines).toBeGreaterThan(14);
    await expect(page.getByRole('button', { name: 'Choose cards' })).toBeInViewport({ ratio: 1 });
    const background = subject(page).getByText('We bake since March.');
    await expect(background).toBeHidden();
    await subject(page).getByRole('button', { expanded: false }).click();
    await expect(background).toBeInViewport();
    await expect(page.getByLabel('Internal notes')).toBeVisible();
    await expectNoFlaws(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await subject(page).getByRole('button', { expanded: true }).click();
    await expect(background).toBeHidden();
    await expect(page.getByLabel('Internal notes')).toBeHidden();
  });
  await step('above a phone’s keyboard there is still room for half of a paragraph', async () => {
    await page.setViewportSize({ width: 360, height: 440 });
    await expect.poll(lines).toBeGreaterThan(9);
    await text(page).click();
    await expect(page.getByRole('button', { name: 'Submit for Admin Review' })).toBeInViewport({ ratio: 1 });
    await expectNoFlaws(page);
    await page.setViewportSize({ width: 360, height: 440 });
    await page.evaluate(() => scrollTo(0, 0));
  });
  await step('on a small tablet the head of the page is one line', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const heightOfHead = async () => (await page.getByRole('banner').boundingBox())?.height;
    await expect.poll(heightOfHead).toBeLessThan(60);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await step('an order of somebody else is not found, and leads back', async () => {
    for (const number of [foreign.orderNumber, 'CT-AAAAAA']) {
      const response = await page.goto(`${service.url}/reader/orders/${number}`);
      expect(response?.status()).toBe(404);
      const missing = page.getByRole('region', { name: 'Not found' });
      await expect(missing).toContainText(`There is no order ${number} among yours.`);
      await expectNoFlaws(page);
      await missing.getByRole('button', { name: 'My Assignments' }).click();
      await expect(missing).toHaveCount(0);
      await expect(page.locator('body')).not.toBeFocused();
      await expect(page).toHaveURL(`${service.url}/reader/dashboard`);
    }
  });
  await step('keys show it and hand it in, and what is most urgent comes next', async () => {
    await page.goto(address);
    // Nothing can be typed before the order is there.
    await expect(text(page)).toHaveValue('The Star speaks');
    await text(page).press('Control+End');
    await page.keyboard.type(' of patience.');
    await page.keyboard.press('Control+Shift+Enter');
    const preview = page.getByRole('dialog', { name: `Preview for ${order.orderNumber}` });
    await expect(preview.frameLocator('iframe').getByText('The Star speaks of patience.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(text(page)).toBeFocused();
    await text(page).press('Control+Enter');
    await answerShort(page);
    await expect(page.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${service.url}/reader/dashboard`);
    await expect(writeButton(other)).toBeFocused();
    expect((await admin.readingOf(order.id)).content).toBe('The Star speaks of patience.');
  });
  await step('whoever is not signed in is asked to, and then there', async () => {
    await page.context().clearCookies();
    const response = await page.goto(`${service.url}/reader/orders/${other.orderNumber}`);
    expect(response?.status()).toBe(401);
    await page.getByLabel('Username').fill('reader1');
    await page.getByLabel('Password').fill(people.reader1);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.orderNumber);
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

testAlone(
  'a key costs nobody anything in the longest text, rewritten as it is',
  async ({ page, service }) => {
    const admin = await colleague(service.url);
    const words = Array.from({ length: 6_200 }, (_, index) => `card${index % 999}`);
    const rejected = await sellRejected(service, admin, 'reader1', {
      content: words.join(' '),
      feedback: 'The other way round, please.',
    });
    await openReaderDesk(page, service.url, 'reader1', `?order=${rejected.id}`);
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
  },
);

testAlone('an order that is taken away closes what was opened for it', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const refunded = await sellTo(service, admin, 'reader1', { readingAddresseeName: 'Mai' });
  const deleted = await sellTo(service, admin, 'reader1');
  const left = await sellTo(service, admin, 'reader1');
  const notice = page.getByRole('region', { name: 'Taken away' });
  const dialog = page.getByRole('dialog');
  const expectKept = async ({ orderNumber }: SoldOrder, words: string) => {
    await notice.getByText(`What you wrote for ${orderNumber}`).click();
    await expect(notice.getByLabel(`Text for ${orderNumber}`)).toHaveValue(words);
  };
  await openReaderDesk(page, service.url, 'reader1');

  await step('its page', async () => {
    await choose(page, refunded);
    await page.keyboard.type('The Star speaks');
    await expectSaved(page);
    await admin.ask('POST', `/api/orders/${refunded.id}/refund`, { amount: 60 });
    await page.keyboard.type(' of patience.');
    await expect(notice).toContainText(`${refunded.orderNumber}: This order was refunded`);
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(notice).toBeFocused();
    await expect(text(page)).toHaveValue('');
    await expect(notice).toContainText('What you wrote is kept on this device only');
    await expectNoFlaws(page);
    await page.reload();
    await expect(notice).toContainText('This order was refunded');
    await expectKept(refunded, 'The Star speaks of patience.');
    await expectNoFlaws(page);
  });
  await step('the preview', async () => {
    await choose(page, deleted);
    await expect(dialog).toHaveCount(0);
    await expect(notice).toHaveCount(0);
    await expect(text(page)).toHaveValue('');
    await page.route('**/draft', (route) => route.abort());
    await text(page).fill('The Sun.');
    await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog).toBeVisible();
    await admin.ask('DELETE', `/api/orders/${deleted.id}`);
    await page.unroute('**/draft');
    await expect(notice).toContainText(`${deleted.orderNumber}: This order was deleted`);
    await expect(dialog).toHaveCount(0);
    await choose(page, left);
    await expect(text(page)).toHaveValue('');
    await expect(dialog).toHaveCount(0);
  });
  await step('the texts stay apart, and each is thrown away when nobody needs it', async () => {
    await page.reload();
    const order = page.getByRole('combobox', { name: 'Order' });
    await order.focus();
    await order.selectOption('Select an order');
    await expect(order).toBeFocused();
    await expect(text(page)).toHaveValue('');
    await expect(notice.getByRole('listitem')).toHaveText([
      new RegExp(deleted.orderNumber),
      new RegExp(refunded.orderNumber),
    ]);
    await expectKept(deleted, 'The Sun.');
    await expectKept(refunded, 'The Star speaks of patience.');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoFlaws(page);
    const discard = notice.getByRole('button', { name: 'Discard the text' });
    await discard.first().click();
    await expect(notice).not.toContainText(deleted.orderNumber);
    await discard.click();
    await expect(notice).toHaveCount(0);
    await expect(text(page)).toBeFocused();
    await page.reload();
    await expect(order).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/The S(tar|un)/);
  });
});
