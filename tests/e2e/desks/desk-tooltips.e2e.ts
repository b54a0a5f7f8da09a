import type { Locator, Page } from '@playwright/test';
import { placeOf } from '../steps/arrive.ts';
import { openDesk, type SoldOrder, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

/* What a customer asked, beside the number of their order (docs/product.md §9). */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const script = /TooltipBubble.*\.js$/;
const ownQuestion = (customQuestion: string) => ({ readingType: 'other', customQuestion }) as const;

const rowButton = (page: Page, { orderNumber }: SoldOrder) =>
  page.getByRole('button', { name: orderNumber, exact: true });

/** Moves the pointer there as a hand does, not in one leap. */
async function moveTo(page: Page, button: Locator): Promise<void> {
  const box = await placeOf(button);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
}

/** Has the page note when a pointer comes to a button and when a tooltip is there. */
async function noteTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = (name: string) => performance.mark(name);
    addEventListener('pointerover', ({ target }) => {
      if (target instanceof Element && target.closest('[data-row]')) note('hovered');
    });
    new MutationObserver(() => {
      if (document.querySelector('[role="tooltip"]')) note('told');
    }).observe(document.body, { childList: true });
  });
}

/** @returns milliseconds from the pointer's coming to the tooltip, the last time */
function waitOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const last = (name: string) => performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN;
    return last('told') - last('hovered');
  });
}

/** The only tooltip says it right beside the button, for the eyes, and as its description. */
async function expectTold(page: Page, button: Locator, question: string): Promise<void> {
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText(question);
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  await expect(button).toHaveAccessibleDescription(question);
  const [beside, number] = [await tooltip.boundingBox(), await button.boundingBox()];
  if (!beside || !number) throw new Error('the tooltip or its button is gone');
  expect(Math.round(beside.x - number.x - number.width)).toBe(6);
  expect(Math.abs(number.y + number.height / 2 - beside.y - beside.height / 2)).toBeLessThan(20);
}

/** Nothing lies where the button would be pressed. */
async function expectFree(button: Locator): Promise<void> {
  const isHit = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isHit, 'the tooltip of one number lies on another').toBe(true);
}

async function expectUntold(page: Page, button: Locator): Promise<void> {
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expect(button).toHaveAccessibleDescription('');
}

test('the number of an order tells what was asked', async ({ page, service }) => {
  const below = await sell(service.url, ownQuestion('Shall I go and live by the sea?'));
  const above = await sell(service.url, ownQuestion('Shall I stay where I am?'));
  await openDesk(page, service.url);
  const [first, second] = [rowButton(page, above), rowButton(page, below)];
  await expect(second).toBeVisible();
  await noteTimes(page);

  await test.step('to a pointer that stays a while, and to the next row at once', async () => {
    await moveTo(page, first);
    await expectTold(page, first, 'Shall I stay where I am?');
    expect(await waitOf(page)).toBeGreaterThanOrEqual(699);
    await moveTo(page, second);
    await expectTold(page, second, 'Shall I go and live by the sea?');
    expect(await waitOf(page)).toBeLessThan(699);
    await expectFree(first);
    await expect(first).toHaveAccessibleDescription('');
    await page.mouse.move(5, 5, { steps: 12 });
    await expectUntold(page, second);
  });

  await test.step('to whoever comes by the keyboard, until Esc', async () => {
    await page.keyboard.press('j');
    await expectTold(page, first, 'Shall I stay where I am?');
    await expectFree(second);
    await page.keyboard.press('j');
    await expectTold(page, second, 'Shall I go and live by the sea?');
    await expectFree(first);
    await page.keyboard.press('Escape');
    await expectUntold(page, second);
    await expect(second).toBeFocused();
  });

  await test.step('and is out of the way when the order opens', async () => {
    await moveTo(page, first);
    await expectTold(page, first, 'Shall I stay where I am?');
    const place = await first.boundingBox();
    await first.click();
    await expect(page.getByRole('dialog')).toHaveAccessibleName(`Order ${above.orderNumber}`);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    // The list is wide again, and its rows are where they were.
    await expect.poll(() => first.boundingBox()).toEqual(place);
  });

  await test.step('and goes with its row', async () => {
    await page.keyboard.press('k');
    await moveTo(page, second);
    await expectTold(page, second, 'Shall I go and live by the sea?');
    await page.keyboard.press('/');
    await page.keyboard.type(above.name);
    await expect(second).toHaveCount(0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});

test('a button keeps the focus while what tells of it is fetched, and without it', async ({
  page,
  service,
}) => {
  const order = await sell(service.url, ownQuestion('Shall I stay where I am?'));
  await openDesk(page, service.url);
  const button = rowButton(page, order);
  await expect(button).toBeVisible();
  const focused = await button.elementHandle();
  await page.route(script, (route) => route.abort());
  const fails = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
  // A row is seen a moment before the keys are heard.
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(button).toBeFocused({ timeout: 500 });
  }).toPass();
  await fails;
  await expect(button).toBeFocused();
  await expectUntold(page, button);
  await page.unroute(script);
  await button.blur();
  await page.keyboard.press('j');
  await expectTold(page, button, 'Shall I stay where I am?');
  expect(await focused?.evaluate((element) => element === document.activeElement)).toBe(true);
});
