import type { Locator, Page } from '@playwright/test';
import { findFlaws, shapeRules } from '../flaws/find-flaws.ts';
import { orderDialog } from '../steps/desk-steps.ts';
import { testEmpty } from '../steps/empty-service.ts';
import { text as readingText, subject } from '../steps/reader-steps.ts';
import { buy, expect, mailsTo, newCustomer, orderLink, phone } from '../steps/steps.ts';

/* One person answers, writes, sends, refunds and takes a day off, from the one account that the set-up makes. */

const reading = 'The Hermit came first: you already know what you want to look for.\n\nTake the smaller job.';
const question = 'Do you mean the job in Lisbon, or the one you have?';
const answer = 'The one in Lisbon.';
const complaint = 'The end is missing: what about the move?';
const reply = 'You are right. The move can wait until spring.';

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
/** The button of a message names its keys, too. */
const send = (place: Page | Locator, name = 'Send') =>
  place.getByRole('region', { name: 'Messages' }).getByRole('button', { name });
const main = (page: Page) => page.getByRole('main');
const expectNoFlawsHere = (page: Page) => expect.poll(() => findFlaws(page, shapeRules)).toEqual([]);

const test = testEmpty.extend({
  baseURL: ({ started }, use) => use(new URL(started.link).origin),
});

for (const viewport of [{ width: 1440, height: 900 }, phone]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('one person runs a week from one account', async ({ page, browser, started }) => {
      const customer = newCustomer();
      const baseURL = new URL(started.link).origin;
      const visitor = await (await browser.newContext({ viewport, baseURL })).newPage();
      const mail = async (count: number) => (await mailsTo(page.request, customer.email, count)).at(-1);
      const today = page.getByRole('list', { name: 'To do' });
      const openToday = async () => {
        await page.goto('/admin/dashboard?tab=today');
        await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
      };

      const unfoldSubject = async () => {
        if (viewport === phone) await subject(page).getByRole('button', { expanded: false }).click();
      };

      await test.step('the link leads through the set-up to Today', async () => {
        await page.goto(started.link);
        await page.getByLabel('Your username').fill('ada');
        await page.getByLabel('Your email address').fill('ada@quiet.example');
        await page.getByLabel('Password', { exact: true }).fill('the wheel turns');
        await page.getByLabel('Repeat the password').fill('the wheel turns');
        await button(page, 'Create the account').click();
        await page.getByLabel('Name of the business').fill('Quiet Cards');
        await expect(page.getByLabel('Contact address')).toHaveValue('ada@quiet.example');
        await button(page, 'Save and continue').click();
        await button(page, 'Skip for now').click();
        await button(page, 'Open the dashboard').click();
        await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
        await expect(page.getByText('Nothing needs attention')).toBeVisible();
        await expectNoFlawsHere(page);
        await button(page, 'Dismiss').click();
      });

      const orderNumber = await buy(visitor, customer);
      const order = { orderNumber };

      await test.step('the order is on Today, and its customer is asked a question', async () => {
        await button(today, `Write ${orderNumber}`).click();
        await expect(readingText(page)).toBeEditable();
        await expectNoFlawsHere(page);
        await unfoldSubject();
        await page.getByText('Write to the customer', { exact: true }).click();
        await page.getByLabel('Your message').fill(question);
        await page.getByLabel('A question: the due date waits for the answer').check();
        await send(page, 'Ask the customer').click();
        await expect(page.getByRole('log').getByText(question)).toBeVisible();
      });

      await test.step('the customer answers on the page that the mail leads to', async () => {
        await visitor.goto(orderLink(await mail(2)));
        await expect(main(visitor)).toContainText(question);
        await expectNoFlawsHere(visitor);
        await visitor.getByLabel('Your answer').fill(answer);
        await send(visitor).click();
        await expect(visitor.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
        await expect(main(visitor)).toContainText(answer);
      });

      await test.step('the answer is beside the text, which is written and sent', async () => {
        await openToday();
        await button(today, `Write ${orderNumber}`).click();
        await unfoldSubject();
        await expect(page.getByRole('log').getByText(answer)).toBeVisible();
        await readingText(page).fill(reading);
        await button(page, 'Write & send').click();
        await expect(
          page.getByText(`${orderNumber}: email sent to customer.`, { exact: true }),
        ).toBeVisible();
      });

      await test.step('the customer reads it, and reports a problem', async () => {
        const delivered = await mail(3);
        expect(delivered?.text).toContain(reading);
        await visitor.goto(orderLink(delivered));
        await expect(visitor.getByRole('article')).toContainText('Take the smaller job.');
        await visitor.getByText('Write to us', { exact: true }).click();
        await visitor.getByLabel('Your message').fill(complaint);
        await visitor.getByLabel('Something is wrong with my order').check();
        await send(visitor).click();
        await expect(main(visitor)).toContainText('We got your message.');
        await expectNoFlawsHere(visitor);
      });

      await test.step('the problem is answered from Today', async () => {
        await openToday();
        await expectNoFlawsHere(page);
        await button(today, `Reply ${orderNumber}`).click();
        const dialog = orderDialog(page, order);
        await expect(dialog.getByRole('log').getByText(complaint)).toBeVisible();
        await expect(dialog.getByLabel('Your message')).toBeFocused();
        await page.keyboard.insertText(reply);
        await send(dialog).click();
        await expect(dialog.getByRole('log').getByText(reply)).toBeVisible();
        await expectNoFlawsHere(page);
        await visitor.goto(orderLink(await mail(4)));
        await expect(main(visitor)).toContainText(reply);
      });

      await test.step('a part of the money goes back', async () => {
        const dialog = orderDialog(page, order);
        await button(dialog, 'Refund…').click();
        const refund = page.getByRole('dialog', { name: `Refund order ${orderNumber}` });
        await refund.getByLabel('How much ($)').fill('20');
        await button(refund, 'Refund $20.00').click();
        await expect(dialog).toContainText('$60.00, $20.00 refunded');
        expect((await mail(5))?.text).toContain('$20.00');
        await button(dialog, 'Close').click();
        await expect(page.getByText('Nothing needs attention')).toBeVisible();
      });

      await test.step('the next visitor gets a later day because of a day off', async () => {
        const promised = visitor.locator('[data-promised-day]').filter({ visible: true }).first();
        await visitor.goto('/');
        const before = (await promised.getAttribute('datetime')) ?? '';
        await page.getByRole('tab', { name: 'Settings' }).click();
        await button(page, 'Closed days').click();
        const form = page.getByRole('form', { name: 'Closed days' });
        await button(form, 'Add days').click();
        await form.getByLabel('First day').fill(before);
        await expectNoFlawsHere(page);
        await button(form, 'Save').click();
        await expect(page.getByText('Days Updated', { exact: true })).toBeVisible();
        // The public pages follow a moment later.
        await expect(async () => {
          await visitor.goto('/');
          expect(await promised.getAttribute('datetime')).not.toBe(before);
        }).toPass();
        await expect(promised).toBeVisible();
      });
    });
  });
}
