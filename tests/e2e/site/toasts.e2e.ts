import type { Locator, Page } from '@playwright/test';
import { toastOn, waitOutToast } from '../steps/checkout-steps.ts';
import { expectRefused } from '../steps/desk-steps.ts';
import { buy, cards, expect, fillCheckout, newCustomer, payButton, test } from '../steps/steps.ts';

/* Where a toast stands on a phone; how it behaves is in src/ui/Toaster.test.tsx (docs/product.md §10). */

const declined = (page: Page) => page.getByText('You haven’t been charged. Try another card.');

test.describe('on a phone, a toast', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('leaves card and button uncovered and says the reason once', async ({ page }) => {
    await page.clock.install();
    await fillCheckout(page, cards.declined);
    await payButton(page).click();
    const words = 'Your card was declined.';
    await expectRefused(page, 'Payment Failed', words);
    await expectClearOf(page, [
      page.getByLabel('Card number'),
      page.getByLabel('Expiration date'),
      page.getByLabel('Security code'),
      payButton(page),
    ]);
    await expect(page.getByRole('form').getByText(words)).toHaveCount(0);
    await expectClearOf(page, [declined(page)]);
    const button = await payButton(page).boundingBox();

    // When the toast has gone, the page still says so, and the button has not moved.
    await waitOutToast(page);
    await expect(declined(page)).toBeVisible();
    expect(await payButton(page).boundingBox()).toEqual(button);
  });

  test('leaves the confirmation uncovered', async ({ page }) => {
    await buy(page, newCustomer());
    await expect(toastOn(page)).toContainText('Payment Successful');
    await expectClearOf(page, [
      page.getByRole('heading', { name: 'Order Confirmed' }),
      page.getByText('Your payment was processed.'),
      page.getByText('Order number').filter({ visible: true }),
      page.getByRole('link', { name: 'Correct it' }),
      page.getByText(/^\w+day, \w+ \d+/),
    ]);
  });
});

/** Nothing of the toast lies on any of these. */
async function expectClearOf(page: Page, others: Locator[]): Promise<void> {
  const toast = toastOn(page);
  await expect(toast).toBeInViewport();
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  );
  const box = await toast.boundingBox();
  for (const other of others) {
    const under = await other.boundingBox();
    if (!box || !under) throw new Error('the toast, or what it should leave free, is not there');
    const isClear =
      box.y + box.height <= under.y ||
      under.y + under.height <= box.y ||
      box.x + box.width <= under.x ||
      under.x + under.width <= box.x;
    expect(isClear, `${await other.textContent()} is free`).toBe(true);
  }
}
