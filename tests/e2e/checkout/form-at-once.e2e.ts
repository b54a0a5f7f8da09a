import type { Page, Route } from '@playwright/test';
import { expectTyped, nothingTyped, settingsCall } from '../steps/checkout-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  pay,
  payButton,
  phone,
  test,
} from '../steps/steps.ts';

/* The form is there with the page, and what is done to it before its scripts are there is not lost. */

const scripts = '**/_astro/*.js';

/** Holds back what is asked for at an address. @returns lets it through, and all that is asked for there later */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(address, async (route) => {
    if (isOpen) await route.continue();
    else held.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** How much of the screen has jumped since the page was opened, as browsers score it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!Reflect.get(entry, 'hadRecentInput')) sum += Number(Reflect.get(entry, 'value'));
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

test.use({ viewport: phone });

test('keeps what was typed before its scripts arrive', async ({ page }) => {
  const release = await hold(page, scripts);
  const customer = newCustomer();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await fillDetails(page, customer);
  await page.getByRole('radio', { name: /^Other/ }).check();
  const question = page.getByLabel('Your own question');
  await question.fill('Should I become a baker?');
  // The customer is in the middle of a word.
  const name = page.getByLabel('Name for the reading');
  await name.evaluate((field: HTMLInputElement) => {
    field.focus();
    field.setSelectionRange(2, 2);
  });
  await release();
  await expect(payButton(page)).toBeEnabled();

  await expect(name).toBeFocused();
  await expectTyped(page, customer);
  await expect(page.getByRole('radio', { name: /^Other/ })).toBeChecked();
  await expect(question).toHaveValue('Should I become a baker?');
  await page.keyboard.type('X');
  await expect(name).toHaveValue(`${customer.addressee.slice(0, 2)}X${customer.addressee.slice(2)}`);
  await fillCard(page, cards.succeeds);
  await pay(page);
});

test('restores what was typed before any script arrived', async ({ page, context }) => {
  await hold(page, scripts);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Full name').fill('Maya');
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1);
  await page.close();
  const tab = await context.newPage();
  await openCheckout(tab);
  await expect(tab.getByLabel('Full name')).toHaveValue('Maya');
});

test('restores the form of a closed tab, and can clear it', async ({ page, context }) => {
  const news = (tab: Page) => tab.locator('[data-form-news]');
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await page.getByRole('radio', { name: /When will I get it/ }).check();
  await page.close();

  const tab = await context.newPage();
  await openCheckout(tab);
  await expect(news(tab)).toHaveText('We’ve restored what you typed earlier.');
  await expectTyped(tab, customer);
  await expect(tab.getByRole('radio', { name: /When will I get it/ })).toBeChecked();
  await tab.getByRole('button', { name: 'Clear form' }).click();
  await expect(news(tab)).toHaveText('Form cleared. Nothing is saved.');
  await expectTyped(tab, nothingTyped);
  await expect(tab.getByRole('radio', { name: /What career path should I pursue/ })).toBeChecked();
  expect(await tab.evaluate(() => localStorage.length)).toBe(0);
});

test('keeps the page still when the payment form arrives', async ({ page }) => {
  const release = await hold(page, settingsCall);
  await page.goto('/');
  await payButton(page).scrollIntoViewIfNeeded();
  await expect(page.getByText('Loading checkout...')).toBeVisible();
  const before = await payButton(page).boundingBox();
  await release();
  await expect(payButton(page)).toBeEnabled();
  expect((await payButton(page).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows its fields and asks to turn on JavaScript', async ({ page }) => {
    const response = await page.goto('/');
    expect(await response?.text()).toMatch(/<noscript>.*To order, please turn on JavaScript/s);
    await expectTyped(page, nothingTyped);
    await expect(page.getByText('Pay $60 & Get My Reading')).toBeVisible();
    // Neither a promise that something is loading, nor one to keep what is typed.
    await expect(page.getByText('Loading checkout...')).toBeHidden();
    await expect(page.getByText('Clear form')).toBeHidden();
    // The choice opens its field without a script, and a press sends nothing anywhere.
    await expect(page.getByLabel('Your own question')).toBeHidden();
    await page.getByRole('radio', { name: /^Other/ }).check();
    await expect(page.getByLabel('Your own question')).toBeVisible();
    await page.getByLabel('Full name').fill('Maya');
    await page.getByLabel('Full name').press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByLabel('Full name')).toHaveValue('Maya');
  });
});
