import type { Page, Route } from '@playwright/test';
import {
  askToWait,
  checkoutCall,
  expectToast,
  expectTyped,
  placedOrder,
  providerConfirm,
  toastOn,
  tooMany,
} from '../steps/checkout-steps.ts';
import {
  type Customer,
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

/* What a customer reads while something takes its time, and that nothing is lost by it. */

async function fillAll(page: Page, card = cards.succeeds): Promise<Customer> {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  return customer;
}

/** What stands under the button and is announced. */
const status = (page: Page) => page.getByRole('form').locator('div[role="status"]');

test('asked to wait when the form is begun, the page says so and tries again by itself', async ({ page }) => {
  await page.clock.install();
  await page.route(checkoutCall, (route) => askToWait(route, 40));
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await expect(status(page)).toHaveText(`${tooMany} We’ll try again automatically in 40 seconds.`);
  await expect(page.getByText('Payment System Error')).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();

  await page.unroute(checkoutCall);
  const opened = page.waitForResponse(checkoutCall);
  await page.clock.fastForward(40_000);
  expect((await opened).status()).toBe(200);
  await expect(status(page)).toHaveText('');
  await expectTyped(page, customer);
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
});

for (const { who, answer } of [
  { who: 'too many asked', answer: (route: Route) => askToWait(route, 30) },
  {
    who: 'card payments are paused',
    answer: (route: Route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '30' },
        json: { error: { code: 'unavailable', message: tooMany } },
      }),
  },
]) {
  test(`Pay, pressed while ${who}, waits with its card and pays by itself`, async ({ page }) => {
    await page.clock.install();
    const customer = await fillAll(page);
    await page.route(checkoutCall, answer);
    await payButton(page).click();
    await expect(status(page)).toHaveText(`${tooMany} We’ll try again automatically in 30 seconds.`);
    await expect(payButton(page)).toHaveText('Processing...');
    await expect(toastOn(page)).toHaveCount(0);
    await expectTyped(page, customer);
    await expect(page.getByLabel('Card number')).toHaveValue(cards.succeeds);

    await page.unroute(checkoutCall);
    await page.clock.fastForward(30_000);
    await readOrderNumber(page);
  });
}

test('a server that never answers is given up twice, in a plain sentence', async ({ page }) => {
  const customer = await fillAll(page);
  let asked = 0;
  await page.route(checkoutCall, () => {
    asked += 1;
  });
  // The browser's own clock ends a call; the test has it run out at once.
  await page.evaluate(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), 200);
      return controller.signal;
    };
    Object.assign(window, {
      restoreTime() {
        AbortSignal.timeout = timeout;
      },
    });
  });
  await payButton(page).click();
  await expectToast(page, {
    title: 'Payment Error',
    text: 'The server took too long to respond. Please try again.',
    isDestructive: true,
  });
  expect(asked).toBe(2);
  await expectTyped(page, customer);

  await page.unroute(checkoutCall);
  await page.evaluate(() => Reflect.get(window, 'restoreTime')());
  await payButton(page).click();
  await readOrderNumber(page);
});

test('a payment that takes long says what is going on, and can be looked at again', async ({ page }) => {
  await page.clock.install();
  await fillAll(page);
  const held: Route[] = [];
  await page.route(providerConfirm, (route) => void held.push(route));
  const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
  await expect.poll(() => held.length).toBe(1);
  await page.clock.fastForward(20_000);
  await expect(status(page)).toContainText('We haven’t heard back about your payment yet.');
  const look = page.getByRole('button', { name: 'Check again' });
  await look.click();
  await expect(status(page)).toContainText('your payment hasn’t gone through yet');
  await expect(payButton(page)).toHaveText('Processing...');

  // Paid, but the answer does not come back.
  await held[0]?.fetch();
  await look.click();
  expect(await readOrderNumber(page)).toBe(orderNumber);
});

test('a payment that somebody has made a moment ago is a payment, not a failure', async ({ page }) => {
  await fillAll(page);
  await page.route(providerConfirm, async (route) => {
    // From the same browser, whose first answer was lost: the provider says that it has succeeded already.
    await route.fetch();
    await route.continue();
  });
  await payButton(page).click();
  await readOrderNumber(page);
  await expectToast(page, {
    title: 'Payment Successful',
    text: 'Thank you for your purchase! A confirmation email has been sent.',
    isDestructive: false,
  });
});

test('rules of the form that do not come are not waited for without end', async ({ page }) => {
  await page.clock.install();
  await openCheckout(page);
  // Fetched with the first focus, as is what shows toasts.
  await page.route('**/_astro/*.js', () => undefined);
  await payButton(page).click();
  await expect(payButton(page)).toHaveText('Processing...');
  await page.clock.fastForward(15_000);
  await expect(
    page.getByRole('form').getByText('We couldn’t reach the server. Please check your connection'),
  ).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
});

test.describe('a payment that the bank is checking', () => {
  /** Pays with a card whose bank takes its time. @returns has the bank decide */
  async function payUndecided(page: Page, card: string) {
    const customer = await fillAll(page, card);
    const [confirmation] = await Promise.all([page.waitForRequest(providerConfirm), payButton(page).click()]);
    const id = /\/(pi_\w+)\/confirm$/.exec(confirmation.url())?.[1] ?? '';
    const decide = async (step: 'payment_succeeds' | 'payment_fails') => {
      const answer = await page.request.post('/sandbox/payments/steps', {
        headers: { origin: new URL(page.url()).origin },
        form: { payment: id, id, step },
        maxRedirects: 0,
      });
      expect(answer.status()).toBeLessThan(400);
    };
    await expect(
      page.getByRole('heading', { level: 1, name: 'Your bank is still checking this payment' }),
    ).toBeVisible();
    await expect(page).toHaveTitle(/^Payment Being Checked/);
    await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeHidden();
    await expect(toastOn(page)).toHaveCount(0);
    return { customer, decide };
  }

  test('is confirmed when the bank agrees', async ({ page }) => {
    const { decide } = await payUndecided(page, '4000 0000 0000 7775');
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Your bank is still checking this payment' }),
    ).toBeVisible();
    await decide('payment_succeeds');
    await readOrderNumber(page);
    await expect(toastOn(page)).toContainText('Payment Successful');
    await page.goto('/');
    await expect(page.locator('[data-form-news]')).toContainText(/You’ve placed order CT-\w+/);
  });

  test('that the bank refuses leads back to the form as it was', async ({ page }) => {
    const { customer, decide } = await payUndecided(page, '4000 0000 0000 8880');
    const address = page.url();
    await page.goto('/');
    await expectTyped(page, customer);
    await expect(page.locator('[data-form-news]')).not.toContainText('You’ve placed');
    await page.goto(address);
    await decide('payment_fails');
    await expect(page.getByRole('heading', { level: 1, name: 'You haven’t been charged' })).toBeVisible();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expectTyped(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    await readOrderNumber(page);
  });
});
