import type { Locator, Page } from '@playwright/test';
import { longDayText } from '../../../src/shared/checkout/offer-text.ts';
import type { PublicSettings } from '../../../src/shared/checkout/public-settings.ts';
import { expectTyped } from '../steps/checkout-steps.ts';
import { expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { cards, expect, fillCheckout, mailsTo, newCustomer, pay, payButton, phone } from '../steps/steps.ts';

/* The day that the page promises, and the page of a full shop. */

test.use({ viewport: phone });

/** At the head of the order, and in what is said beneath the button. */
const shownDays = (page: Page) => page.getByRole('region', { name: 'Order your reading' }).getByRole('time');

async function expectDay(page: Page, day: string): Promise<void> {
  const words = longDayText(day, Date.now());
  await expect(shownDays(page)).toHaveText([words, words]);
}

async function promisedDay(page: Page): Promise<string> {
  const answer = await page.request.get('/api/settings');
  const { promisedDay }: PublicSettings = await answer.json();
  return promisedDay;
}

/** Reloads the page until it says what was just set. */
async function expectOnPage(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(text);
  await page.goto('/');
}

test('shows a later delivery date before charging, and says when sales stop', async ({
  page,
  browser,
  service,
}) => {
  const office = await browser.newPage({ viewport: phone });
  await openDesk(office, service.url, '?tab=settings&section=delivery');
  await office.getByRole('button', { name: 'Closed days' }).click();
  const sales = office.getByRole('region', { name: 'Days and queue' });
  const queue = office.getByRole('form', { name: 'Days and queue' });
  const closed = office.getByRole('form', { name: 'Closed days' });
  const save = async (form: Locator) => {
    const isSaved = office.waitForResponse(
      (response) =>
        response.url().endsWith('/api/settings/calendar') && response.request().method() === 'PUT',
    );
    await form.getByRole('button', { name: 'Save' }).click();
    expect((await isSaved).status()).toBe(200);
    await expectDone(office, 'Calendar Updated', /^Sales are /);
  };
  const customer = newCustomer();
  const first = await promisedDay(page);

  await test.step('the order card shows the day', async () => {
    await fillCheckout(page, cards.succeeds, customer);
    await expectDay(page, first);
    await expect(sales).toContainText(`promised by ${longDayText(first, Date.now())}.`);
  });

  await test.step('a later day is shown and confirmed before the payment', async () => {
    await closed.getByRole('button', { name: 'Add days' }).click();
    await closed.getByLabel('First day').fill(first);
    await save(closed);
    await payButton(page).click();
    const later = await promisedDay(page);
    expect(later > first).toBe(true);
    const notice = `Your reading would now arrive by ${longDayText(later, Date.now())}. You haven’t been charged. If the new date is okay, press the button again.`;
    await expectDone(page, 'New delivery date', notice);
    await expectDay(page, later);
    await expectTyped(page, customer);
    await pay(page);
    const [mail] = await mailsTo(page.request, customer.email, 1);
    expect(mail?.text).toContain(longDayText(later, Date.now()));
  });

  await test.step('nothing is sold at the limit of open orders', async () => {
    await queue.getByLabel('Open order limit').fill('1');
    await save(queue);
    await expect(sales).toContainText('You’re not selling right now.');
    await expectOnPage(page, 'We’re fully booked right now');
    await expect(page.getByRole('heading', { name: 'We’re fully booked right now' })).toBeVisible();
    await expect(page.getByRole('form')).toHaveCount(0);
  });

  await test.step('the shop sells for a later day', async () => {
    await queue.getByRole('radio', { name: 'Keep selling, with a later delivery date' }).check();
    await save(queue);
    const later = await promisedDay(page);
    await expectOnPage(page, longDayText(later, Date.now()));
    await expect(payButton(page)).toBeEnabled();
    await expectDay(page, later);
  });
});
