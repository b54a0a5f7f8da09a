import type { Locator, Page } from '@playwright/test';
import { findFlaws, shapeRules } from '../flaws/find-flaws.ts';
import { orderDialog } from '../steps/desk-steps.ts';
import { testEmpty } from '../steps/empty-service.ts';
import { text as readingText } from '../steps/reader-steps.ts';
import { buy, expect, laptop, mailsTo, newCustomer, orderLink, phone } from '../steps/steps.ts';

/* One person writes, sends and answers, from the one account that the set-up makes. */

const reading = 'The Hermit came first: you already know what you want to look for.\n\nTake the smaller job.';
const complaint = 'The end is missing: what about the move?';
const reply = 'You are right. The move can wait until spring.';

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');
const expectNoFlawsHere = (page: Page) => expect.poll(() => findFlaws(page, shapeRules)).toEqual([]);

const test = testEmpty.extend({
  baseURL: ({ started }, use) => use(new URL(started.link).origin),
});

for (const viewport of [laptop, phone]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('one person runs a week from one account', async ({ page, browser, started }) => {
      const customer = newCustomer();
      const baseURL = new URL(started.link).origin;
      const visitor = await (await browser.newContext({ viewport, baseURL })).newPage();
      const mail = async (count: number) => (await mailsTo(page.request, customer.email, count)).at(-1);
      const today = page.getByRole('list', { name: 'To do' });
      await test.step('the link leads through the set-up to Today', async () => {
        await page.goto(started.link);
        await page.getByLabel('Your username').fill('ada');
        await page.getByLabel('Your email address').fill('ada@quiet.example');
        await page.getByLabel('Password', { exact: true }).fill('the wheel turns');
        await page.getByLabel('Confirm password').fill('the wheel turns');
        await button(page, 'Create account').click();
        await page.getByLabel('Business name').fill('Quiet Cards');
        await expect(page.getByLabel('Contact email')).toHaveValue('ada@quiet.example');
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

      await test.step('the order is on Today, and its reading is written and sent', async () => {
        await button(today, `Write ${orderNumber}`).click();
        await readingText(page).fill(reading);
        await expectNoFlawsHere(page);
        await button(page, 'Write & send').click();
        await expect(
          page.getByText(`${orderNumber}: email sent to customer.`, { exact: true }),
        ).toBeVisible();
      });

      await test.step('the customer reads it, and reports a problem', async () => {
        const delivered = await mail(2);
        expect(delivered?.text).toContain(reading);
        await visitor.goto(orderLink(delivered));
        await expect(visitor.getByRole('article')).toContainText('Take the smaller job.');
        await visitor.getByText('Write to us', { exact: true }).click();
        await visitor.getByLabel('Your message').fill(complaint);
        await visitor.getByLabel('Something is wrong with my order').check();
        const form = visitor.locator('form', { has: visitor.getByLabel('Your message') });
        await button(form, 'Send').click();
        await expect(main(visitor)).toContainText('We got your message.');
        await expectNoFlawsHere(visitor);
      });

      await test.step('the owner answers the problem from Today', async () => {
        await page.goto('/admin/dashboard?tab=today');
        await button(today, `Reply ${orderNumber}`).click();
        const dialog = orderDialog(page, order);
        await expect(dialog.getByRole('log').getByText(complaint)).toBeVisible();
        await expect(dialog.getByLabel('Your message')).toBeFocused();
        await page.keyboard.insertText(reply);
        const messages = dialog.getByRole('region', { name: 'Messages' });
        await messages.getByRole('button', { name: 'Send' }).click();
        await expect(dialog.getByRole('log').getByText(reply)).toBeVisible();
        await expectNoFlawsHere(page);
        await visitor.goto(orderLink(await mail(3)));
        await expect(main(visitor)).toContainText(reply);
      });
    });
  });
}
