import type { Page, Route } from '@playwright/test';
import { cardFormCall, expectTyped, providerScript, settingsCall } from '../steps/checkout-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/** A phone's. */
const width = 360;

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

test.describe(`at ${width} px`, () => {
  test.use({ viewport: { width, height: 900 } });

  test('the form can be filled in while its scripts are on their way, and nothing of it is lost', async ({
    page,
  }) => {
    const release = await hold(page, scripts);
    const customer = newCustomer();
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await fillDetails(page, customer);
    await page.getByRole('radio', { name: /^Other/ }).check();
    const question = page.getByLabel('Your own question');
    await question.fill('Should I become a baker?');
    // Somebody is in the middle of a word.
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

  test('the button is disabled until the card can be entered', async ({ page }) => {
    const release = await hold(page, scripts);
    const releaseCard = await hold(page, cardFormCall);
    const customer = newCustomer();
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await fillDetails(page, customer);
    await expect(payButton(page)).toBeDisabled();
    await page.getByLabel('Full name').press('Enter');
    await release();
    await expect(page.getByText('Loading the card form...')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await releaseCard();
    await expect(payButton(page)).toBeEnabled();
    await expectTyped(page, customer);
  });

  test('nothing moves when the payment arrives', async ({ page }) => {
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

  test('on slow 3G the form is filled in while the rest loads', async ({ page }) => {
    test.slow();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    const customer = newCustomer();
    await page.goto('/', { waitUntil: 'commit' });
    await fillDetails(page, customer);
    await expect(payButton(page)).toBeDisabled();
    await expect(payButton(page)).toBeEnabled({ timeout: 60_000 });
    await expectTyped(page, customer);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
  });
});

test("the provider's script and the settings are asked for side by side", async ({ page }) => {
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

  test('the fields can be read, and what is missing is said', async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
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

test.describe('what was typed', () => {
  test('is there again when its tab was closed, and can be cleared', async ({ page, context }) => {
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

  test('begins no payment when its page is merely opened again, and is paid for as it stands', async ({
    page,
    context,
  }) => {
    const customer = newCustomer();
    await openCheckout(page);
    await fillDetails(page, customer);
    await page.close();

    const tab = await context.newPage();
    let calls = 0;
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/create-simple-payment-intent')) calls += 1;
    });
    for (const open of [() => tab.goto('/'), () => tab.reload()]) {
      await open();
      await expect(payButton(tab)).toBeEnabled();
      await expectTyped(tab, customer);
      await tab.waitForLoadState('networkidle');
      expect(calls).toBe(0);
    }
    await fillCard(tab, cards.succeeds);
    expect(calls).toBe(0);
    await payButton(tab).click();
    await readOrderNumber(tab);
    expect(calls).toBe(1);
  });

  test('goes on when something is typed, and clearing it begins nothing', async ({ page, context }) => {
    await openCheckout(page);
    await fillDetails(page, newCustomer());
    await page.close();
    const tab = await context.newPage();
    let calls = 0;
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/create-simple-payment-intent')) calls += 1;
    });
    await openCheckout(tab);
    await tab.getByRole('button', { name: 'Clear form' }).click();
    await tab.waitForLoadState('networkidle');
    expect(calls).toBe(0);
    const call = tab.waitForRequest('**/api/create-simple-payment-intent');
    await tab.getByRole('radio', { name: /When will I get it/ }).check();
    await call;
  });

  test('before any script was there is kept as well', async ({ page, context }) => {
    await hold(page, scripts);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Full name').fill('Maya');
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1);
    await page.close();
    const tab = await context.newPage();
    await openCheckout(tab);
    await expect(tab.getByLabel('Full name')).toHaveValue('Maya');
  });

  test('in another tab stays there: a second form begins empty', async ({ page, context }) => {
    const customer = newCustomer();
    await openCheckout(page);
    await fillDetails(page, customer);
    const tab = await context.newPage();
    await openCheckout(tab);
    await expect(tab.getByLabel('Full name')).toHaveValue('');
    await tab.getByLabel('Full name').fill('Somebody else');
    await page.reload();
    await expectTyped(page, customer);
  });

  test('asks about a mistyped mail address that comes back with it', async ({ page }) => {
    await openCheckout(page);
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('maya@gmial.com');
    await page.getByLabel('Full name').fill('Maya');
    await page.reload();
    await expect(email).toHaveValue('maya@gmial.com');
    const question = page.getByRole('status').filter({ hasText: 'Did you mean' });
    await expect(question).toHaveText('Did you mean maya@gmail.com? Use it');
    await question.getByRole('button', { name: 'Use it' }).click();
    await expect(email).toHaveValue('maya@gmail.com');
  });

  test('is gone from the device once it is bought', async ({ page }) => {
    await openCheckout(page);
    await fillDetails(page, newCustomer());
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    await readOrderNumber(page);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

test('a mistyped mail address is asked about, and never changed unasked', async ({ page }) => {
  await page.setViewportSize({ width, height: 900 });
  let asked = 0;
  page.on('request', (request) => {
    if (/EmailSuggestion/.test(request.url())) asked += 1;
  });
  await openCheckout(page);
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('maya@gmial.com');
  expect(asked).toBe(0);
  await page.getByLabel('Full name').focus();
  const question = page.getByRole('status').filter({ hasText: 'Did you mean' });
  await expect(question).toHaveText('Did you mean maya@gmail.com? Use it');
  await expect(email).toHaveValue('maya@gmial.com');
  await expect(email).toHaveAccessibleDescription(/Did you mean maya@gmail\.com\?/);
  await expect(payButton(page)).toBeEnabled();

  // By keyboard: the question stands behind its field.
  await email.focus();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Use it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('maya@gmail.com');
  await expect(email).toBeFocused();
  await expect(question).toHaveCount(0);

  await email.fill('maya@customers.example');
  await page.getByLabel('Full name').focus();
  await expect(question).toHaveCount(0);

  await email.fill('josé@customers.example');
  await page.getByLabel('Full name').focus();
  await expect(email).toHaveAccessibleDescription(
    /Is this right\? Most mail systems can’t deliver to letters like é before the @\./,
  );
  await expect(payButton(page)).toBeEnabled();
});
