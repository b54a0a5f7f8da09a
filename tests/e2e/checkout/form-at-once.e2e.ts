import type { Page, Route } from '@playwright/test';
import { expectTyped, providerScript, settingsCall } from '../steps/checkout-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  phone,
  readOrderNumber,
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

const news = (page: Page) => page.locator('[data-form-news]');

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

test.describe('while its scripts are on their way', () => {
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
    expect(await name.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2);
    await expectTyped(page, customer);
    await expect(page.getByRole('radio', { name: /^Other/ })).toBeChecked();
    await expect(question).toHaveValue('Should I become a baker?');
    await page.keyboard.type('X');
    await expect(name).toHaveValue(`${customer.addressee.slice(0, 2)}X${customer.addressee.slice(2)}`);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    await readOrderNumber(page);
  });

  test('moves nothing when the payment form arrives', async ({ page }) => {
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
});

test('requests the provider’s script and the settings at the same time', async ({ page }) => {
  const release = await hold(page, settingsCall);
  const script = page.waitForRequest(providerScript);
  await page.goto('/');
  // Without an answer to one the other is asked for, and once only.
  await script;
  let again = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sandbox/stripe/stripe.js')) again += 1;
  });
  await release();
  await expect(payButton(page)).toBeEnabled();
  expect(again).toBe(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows its fields and asks to turn on JavaScript', async ({ page }) => {
    const response = await page.goto('/');
    expect(await response?.text()).toMatch(/<noscript>.*To order, please turn on JavaScript/s);
    await expect(page.getByRole('radio')).toHaveCount(4);
    for (const label of ['Full name', 'Email', 'Name for the reading', 'Background context']) {
      await expect(page.getByLabel(label, { exact: label === 'Email' })).toBeVisible();
    }
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

test.describe('typed text', () => {
  test('returns after its tab was closed, and can be cleared', async ({ page, context }) => {
    const customer = newCustomer();
    await openCheckout(page);
    await fillDetails(page, customer);
    await page
      .getByRole('radio', { name: /find|job\. When/ })
      .first()
      .check();
    await page.close();

    const tab = await context.newPage();
    await openCheckout(tab);
    await expect(news(tab)).toHaveText('We’ve restored what you typed earlier.');
    await expectTyped(tab, customer);
    await expect(tab.getByRole('radio', { name: /When will I get it/ })).toBeChecked();

    await tab.getByRole('button', { name: 'Clear form' }).click();
    await expect(news(tab)).toHaveText('The form is cleared, and nothing is saved.');
    for (const label of ['Full name', 'Name for the reading', 'Background context']) {
      await expect(tab.getByLabel(label)).toHaveValue('');
    }
    await expect(tab.getByRole('radio', { name: /What career path should I pursue/ })).toBeChecked();
    await tab.close();
    const another = await context.newPage();
    await openCheckout(another);
    await expect(another.getByLabel('Full name')).toHaveValue('');
    expect(await another.evaluate(() => localStorage.length)).toBe(0);
  });

  test('typed before any script arrived is kept as well', async ({ page, context }) => {
    await hold(page, scripts);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Full name').fill('Maya');
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1);
    await page.close();
    const tab = await context.newPage();
    await openCheckout(tab);
    await expect(tab.getByLabel('Full name')).toHaveValue('Maya');
  });
});
