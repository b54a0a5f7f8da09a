import type { Locator, Page } from '@playwright/test';
import { longDayText } from '../../../src/shared/checkout/offer-text.ts';
import type { PublicSettings } from '../../../src/shared/checkout/public-settings.ts';
import { expectTyped } from '../steps/checkout-steps.ts';
import { expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  payButton,
  phone,
  readOrderNumber,
} from '../steps/steps.ts';

/* The day that the page promises, and the page of a shop that is closed or full. */

const calendarCall = '/api/settings/calendar';

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
  const save = async (press: () => Promise<unknown>) => {
    const isSaved = office.waitForResponse(
      (response) => response.url().endsWith(calendarCall) && response.request().method() === 'PUT',
    );
    await press();
    expect((await isSaved).status()).toBe(200);
    await expectDone(office, 'Days Updated', /^Sales are /);
  };
  const sell = (form: Locator) => save(() => form.getByRole('button', { name: 'Save' }).click());
  const customer = newCustomer();
  const first = await promisedDay(page);

  await test.step('the order card shows the day', async () => {
    await openCheckout(page);
    await expectDay(page, first);
    await expect(sales).toContainText(`promised by ${longDayText(first, Date.now())}.`);
  });

  await test.step('a later day is shown and confirmed before the payment', async () => {
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    await closed.getByRole('button', { name: 'Add days' }).click();
    await closed.getByLabel('First day').fill(first);
    await sell(closed);
    await payButton(page).click();
    const later = await promisedDay(page);
    expect(later > first).toBe(true);
    const notice = `Your reading would now arrive by ${longDayText(later, Date.now())}. You haven’t been charged. If that’s okay, press the button again.`;
    await expectDone(page, 'New delivery date', notice);
    await expectDay(page, later);
    await expectTyped(page, customer);
    await payButton(page).click();
    await readOrderNumber(page);
    const [mail] = await mailsTo(page.request, customer.email, 1);
    expect(mail?.text).toContain(longDayText(later, Date.now()));
  });

  await test.step('nothing is sold at the limit of open orders', async () => {
    await queue.getByLabel('Open order limit').fill('1');
    await sell(queue);
    await expect(sales).toContainText('You are not selling right now.');
    await expectOnPage(page, 'We’re fully booked right now');
    await expect(page.getByRole('heading', { name: 'We’re fully booked right now' })).toBeVisible();
    await expect(page.getByRole('form')).toHaveCount(0);
  });

  await test.step('a paused shop says until when, and whom to contact', async () => {
    const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await office.getByRole('tab', { name: 'Today' }).click();
    await office.getByLabel('Resume on').fill(until);
    await office.getByRole('button', { name: 'Pause sales' }).click();
    await expectDone(office, 'Sales Paused', /^Sales are paused until /);
    await expectOnPage(page, 'We’re back on');
    await expect(
      page.getByRole('heading', { name: `We’re back on ${longDayText(until, Date.now())}` }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible();
  });

  await test.step('the shop sells for a later day', async () => {
    await office.getByRole('button', { name: 'Resume sales' }).click();
    await expectDone(office, 'Sales Resumed', /^Sales are open/);
    await openDesk(office, service.url, '?tab=settings&section=delivery');
    await queue.getByRole('radio', { name: 'Keep selling, with a later delivery date' }).check();
    await sell(queue);
    const later = await promisedDay(page);
    await expectOnPage(page, longDayText(later, Date.now()));
    await expect(payButton(page)).toBeEnabled();
    await expectDay(page, later);
  });

  await office.close();
});
