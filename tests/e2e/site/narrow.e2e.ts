import type { Page } from '@playwright/test';
import { buy } from '../../faults/attacks-support/browser.ts';
import { arrive } from '../steps/arrive.ts';
import { deliver } from '../steps/delivery-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo, newCustomer, openCheckout, orderLink, test } from '../steps/steps.ts';

/* The narrowest telephones, and wide ones on which everything is enlarged. */

test.use({ viewport: { width: 280, height: 653 } });

/** @returns what is wider than its place, the page itself included */
function findOverhang(): string[] {
  return [...document.querySelectorAll('html, body *')]
    .filter((element) => {
      const { display, overflowX } = getComputedStyle(element);
      // What only a screen reader gets to know, and what scrolls by itself, may be wider.
      if (display === 'inline' || element.clientWidth <= 1) return false;
      return element.scrollWidth > element.clientWidth + 1 && !['auto', 'scroll'].includes(overflowX);
    })
    .map(
      ({ tagName, className, scrollWidth, clientWidth }) =>
        `${tagName} ${className}: ${scrollWidth} in ${clientWidth}`,
    );
}

async function expectNoOverhang(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findOverhang)).toEqual([]);
}

test('the checkout fits, with its card form and with every field wrong', async ({ page }) => {
  await openCheckout(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectNoOverhang(page);
  await page.getByRole('radio', { name: /Other/ }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('The name for the reading is missing.')).toBeVisible();
  await expectNoOverhang(page);
});

test('what belongs together stands on one line, however wide the line is', async ({ page }) => {
  await page.goto('/');
  const linesOf = (words: string, within: string | RegExp) =>
    page
      .getByRole('main')
      .getByText(within)
      .evaluate((element, searched) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const start = node.textContent?.indexOf(searched) ?? -1;
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + searched.length);
          return range.getClientRects().length;
        }
        return 0;
      }, words);
  for (let width = 320; width <= 480; width += 8) {
    await page.setViewportSize({ width, height: 740 });
    const lines = [
      await linesOf('1-3', /^By placing your order you agree/),
      await linesOf('hello@career-tarot.example', /^Questions\?/),
    ];
    expect(lines, `at ${width} px`).toEqual([1, 1]);
  }
});

for (const path of [
  '/thank-you?order=CT-7K3M9Q',
  '/thank-you?order=CT-7K3M9Q&redirect_status=failed',
  '/no/such/page',
  '/order/none',
  '/admin/login',
  '/admin/dashboard',
  '/admin/forgot-password',
  '/admin/new-password',
  '/email-test',
  '/stripe-test',
  '/sandbox',
  '/sandbox/payments',
  '/sandbox/mail',
]) {
  test(`${path} fits`, async ({ page }) => {
    await arrive(page, path);
    await expectNoOverhang(page);
  });
}

test('a test payment fits', async ({ page }) => {
  await page.goto('/stripe-test');
  await expect(page.getByText('Payment form: ready')).toBeVisible();
  await expectNoOverhang(page);
});

test('an order fits, and its reading, whatever its words are', async ({ page, browser, request }) => {
  const { email } = newCustomer();
  await buy(product.url, { customerEmail: email, readingAddresseeName: 'Maximiliane-Wilhelmina-Magdalena' });
  const [confirmation] = await mailsTo(request, email, 1);
  await page.goto(orderLink(confirmation));
  await expectNoOverhang(page);
  const admin = await (await browser.newContext()).newPage();
  const delivery = await deliver(admin, email, `https://cards.example/${'star'.repeat(30)}\n\nRest.`);
  await page.goto(orderLink(delivery));
  await expect(page.getByRole('article')).toBeVisible();
  await expectNoOverhang(page);
  await page.goto(`/sandbox/mail/${delivery?.id}`);
  await page.getByText('Text part').click();
  await expectNoOverhang(page);
});
