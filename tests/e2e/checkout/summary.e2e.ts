import type { Locator, Page } from '@playwright/test';
import type { OfferAnswer } from '../../../src/shared/offers/offer-types.ts';
import { toastOn } from '../steps/checkout-steps.ts';
import type { Colleague } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { cards, expect, fillCard, laptop, newCustomer, pay, payButton, phone } from '../steps/steps.ts';

/* From a link with a code to the thank-you: what is bought, what it costs, and what if not, is beside the price and Pay. */

test.describe.configure({ mode: 'default' });

const promise = 'Full refund until your reading is delivered.';
const declined = 'You haven’t been charged. Try another card.';

async function openShop(admin: Colleague): Promise<void> {
  const { offers } = await admin.ask<{ offers: OfferAnswer[] }>('GET', '/api/offers');
  if (offers.length > 1) return;
  const addOns = [{ name: 'Rush', price: 20, days: 1 }];
  await admin.ask('POST', '/api/offers', { name: 'Three cards', price: 30, days: 2, words: 250, addOns });
  await admin.ask('POST', '/api/offers', { name: 'A year ahead', price: 140, days: 10, words: 1_500 });
  await admin.ask('POST', '/api/codes', { code: 'SPRING', percentOff: 20 });
  await admin.ask('PUT', '/api/settings/tax', { kind: 'included', rate: '19', sentence: '', taxNumber: '' });
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
}

/** A shop's three cards fill one row on a wide screen, and are as wide as each other on a phone. */
async function expectFullRows(page: Page, places: Locator): Promise<void> {
  const boxes = await Promise.all((await places.all()).map(boxOf));
  const isPhone = page.viewportSize()?.width === phone.width;
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(isPhone ? 3 : 1);
  const list = await boxOf(places.first().locator('..'));
  expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeCloseTo(list.x + list.width, 0);
}

for (const viewport of [phone, { width: 768, height: 1024 }, laptop]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a customer sees what they pay for up to the thank-you', async ({
      page,
      browser,
      service,
      admin,
    }) => {
      await openShop(admin);
      const customer = newCustomer();

      await test.step('cards show the old and new price and open their page', async () => {
        await page.goto('/?code=spring');
        const offers = page.getByRole('region', { name: 'Choose your reading' });
        await expect(offers.getByRole('link', { name: promise })).toBeVisible();
        const places = offers.getByRole('listitem');
        const card = places.filter({ hasText: 'Three cards' });
        await expect(card.locator('strong')).toHaveText('was $30 USD, now $24 USD');
        await expectFullRows(page, places);
        await card.click({ position: { x: 5, y: 5 } });
        await expect(page.getByRole('heading', { level: 1, name: 'Three cards' })).toBeVisible();
      });

      await test.step('the summary adds up the offer, the add-on and the code', async () => {
        const summary = page.getByRole('region', { name: 'Your order' });
        await expect(payButton(page)).toHaveText('Pay $24 & Get My Reading');
        await expect(page.locator('strong:visible', { hasText: 'now $24 USD' }).first()).toBeVisible();
        await expect(page.getByRole('link', { name: promise }).filter({ visible: true })).toHaveCount(2);
        const days = page.locator('[data-promised-day]:visible');
        const usual = await days.first().textContent();
        await page.getByRole('checkbox', { name: /^Rush/ }).check();
        await expect(summary).toContainText(/Three cards\$30 USD.*Rush\$20.*Code SPRING.*−\$10/);
        await expect(summary).toContainText('Total, including 19% tax$40 USD');
        await expect(days.first()).not.toHaveText(usual ?? '');
        expect(new Set(await days.allTextContents()).size).toBe(1);
      });

      await test.step('a mistyped address gets a suggestion, and Pay goes on', async () => {
        await page.getByLabel('Full name').fill(customer.name);
        const email = page.getByLabel('Email', { exact: true });
        await email.fill(customer.email.replace('customers.example', 'gmial.com'));
        await page.getByLabel('Name for the reading').fill(customer.addressee);
        const field = page.locator('.field').filter({ has: page.getByLabel('Email', { exact: true }) });
        const suggestion = field.getByRole('status').filter({ hasText: 'Did you mean' });
        await expect(suggestion).toHaveCSS('font-size', '16px');
        await fillCard(page, cards.declined);
        await payButton(page).click();
        await expect(toastOn(page)).toContainText('Your card was declined.');
        await suggestion.getByRole('button', { name: 'Use it' }).click();
        await expect(email).toHaveValue(customer.email.replace('customers.example', 'gmail.com'));
      });

      await test.step('the form says that the declined card was not charged', async () => {
        const gap = await page.getByText(declined).evaluate((notice) => {
          const pay = notice.closest('form')?.querySelector('[type=submit]')?.getBoundingClientRect();
          return (pay?.top ?? 0) - notice.getBoundingClientRect().bottom;
        });
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(gap).toBeLessThan(40);
      });

      await test.step('the thank-you shows offer and amount only to this browser', async () => {
        await fillCard(page, cards.succeeds);
        const number = await pay(page);
        await expect(page.getByText('Three cards, $40.00')).toBeVisible();
        const stranger = await (await browser.newContext({ viewport })).newPage();
        await stranger.goto(`${service.url}/thank-you?order=${number}`);
        await expect(stranger.getByText(number)).toBeVisible();
        await expect(stranger.getByText('Three cards')).toHaveCount(0);
      });
    });
  });
}
