import type { Locator, Page } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import { longDayText } from '../../../src/shared/checkout/offer-text.ts';
import type { NewDayOffer } from '../../../src/shared/orders/order-schema.ts';
import {
  cardOf,
  expectDone,
  numberOf,
  openDesk,
  orderDialog,
  type SoldOrder,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, laptop, mailsTo, newTag, openPlain, orderLink, phone } from '../steps/steps.ts';

/* All that an owner does on a busy morning, one after the other, on a laptop and on a phone. */

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

for (const viewport of [laptop, phone]) {
  test.describe(`at ${viewport.width} px`, () => {
    // The default leaves longer to undo an approval.
    test.use({ viewport, environment: { APPROVAL_UNDO_SECONDS: '5' } });

    test('handles a busy morning from the screen alone', async ({ page, service, browser, admin }) => {
      const { url } = service;
      const first = await sellAndWrite(url, admin, 'The Star, first.');
      const second = await sellAndWrite(url, admin, 'The Sun, second.');
      const [misdirected, late] = [await sell(url), await sell(url)];
      makeDueInAnHour(service.databasePath, late);

      await test.step('two readings are approved, one after the other', async () => {
        await openDesk(page, url, '?tab=approvals');
        for (const { order } of [first, second]) {
          await button(cardOf(page, order), 'Approve & Send').click();
          await expect(cardOf(page, order)).toHaveCount(0);
          await expect(button(page, `Undo the approval of ${order.orderNumber}`)).toBeInViewport();
        }
        for (const { order } of [first, second]) await mailsTo(page.request, order.email, 2);
      });

      await test.step('a corrected address gets the confirmation', async () => {
        await page.getByRole('tab', { name: 'Order Management' }).click();
        await page.getByRole('searchbox', { name: 'Search' }).fill(misdirected.email);
        await numberOf(page, misdirected).click();
        const dialog = orderDialog(page, misdirected);
        await button(dialog, 'Correct address').click();
        await dialog.getByLabel('New email address').fill(`right.${misdirected.email}`);
        await button(dialog, 'Save & resend').click();
        await mailsTo(page.request, `right.${misdirected.email}`, 1);
      });

      await test.step('a late order on Today gets a later day', async () => {
        await page.goto(`${url}/admin/dashboard?tab=today`);
        await button(page, `Open ${late.orderNumber}`).click();
        const offer = await admin.ask<NewDayOffer>('GET', `/api/orders/${late.id}/new-day`);
        const [before, offered] = [longDayText(offer.dueDay), longDayText(offer.offeredDay)];
        const dialog = orderDialog(page, late);
        await button(dialog, `Promise ${offered}`).click();
        const [, mail] = await mailsTo(page.request, late.email, 2);
        expect(mail?.subject).toBe(`Your reading will arrive by ${offered}`);
        const customer = await openPlain(browser, orderLink(mail));
        await expect(customer.getByRole('main')).toContainText(
          `We promised it by ${before}, but we need more time. You’ll get it by ${offered}.`,
        );
        await button(dialog, 'Close').click();
        await expect(dialog).toHaveCount(0);
      });

      await test.step('a reader is added', async () => {
        const name = `nora.${newTag()}`;
        await page.getByRole('tab', { name: 'Settings' }).click();
        await button(page, 'Accounts').click();
        await page.getByText('Add a person', { exact: true }).click();
        const form = page.getByRole('form', { name: 'Add a person' });
        await form.getByLabel('Username').fill(name);
        await form.getByLabel('How they get in').selectOption('password');
        await form.getByLabel('First password').fill('first words');
        await button(form, 'Create account').click();
        await expectDone(page, 'Account Created', `${name} can sign in now.`);
        await expect(button(page, `Manage the account of ${name}`)).toBeInViewport();
      });

      await test.step('sales are paused in the header and the shop, then resumed', async () => {
        const visitor = await (await browser.newContext({ viewport, baseURL: url })).newPage();
        const pay = visitor.getByRole('button', { name: /^Pay / });
        await page.getByRole('tab', { name: 'Today' }).click();
        await page.getByLabel('Resume on').fill(inTwoWeeks());
        await button(page, 'Pause sales').click();
        const badge = page.getByRole('link', { name: /^Sales paused until/ });
        await expect(badge).toBeVisible();
        // The public pages follow a moment later.
        await expect.poll(async () => (await page.request.get(url)).text()).toContain('We’ll be back on');
        await visitor.goto('/');
        const why = visitor.getByText(/We’ll be back on /).filter({ visible: true });
        await expect(why.first()).toBeInViewport();
        await expect(pay).toHaveCount(0);
        await button(page, 'Resume sales').click();
        await expect(badge).toHaveCount(0);
        await expect.poll(async () => (await page.request.get(url)).text()).not.toContain('We’ll be back on');
        await visitor.reload();
        await expect(pay).toBeVisible();
      });
    });
  });
}

/** No reading is submitted for it, and an hour is left. */
function makeDueInAnHour(databasePath: string, { id }: SoldOrder): void {
  const db = openDatabase(databasePath);
  // The service writes as well.
  db.$client.pragma('busy_timeout = 10000');
  const [dueAt, paidAt] = [Date.now() + 3_600_000, Date.now() - 4 * 86_400_000];
  db.$client.prepare('UPDATE orders SET due_at = ?, paid_at = ? WHERE id = ?').run(dueAt, paidAt, id);
  db.$client.close();
}

const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
