import type { Page } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import { nextBusinessDay } from '../../../src/server/time/business-days.ts';
import type { NewDayOffer } from '../../../src/shared/checkout/new-day.ts';
import { dayWords } from '../../../src/shared/checkout/offer-words.ts';
import { shiftDay } from '../../../src/shared/people/days-away.ts';
import type { AttackedService } from '../../faults/attacks-support/service.ts';
import { colleague, expectDone, openDesk, orderDialog, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws, mailsTo, orderLink } from '../steps/steps.ts';

/* What is told when something happens: which of it is switched on, and a reading that will be late. */

/** An hour is left, and nothing is handed in. */
function makeLate({ databasePath }: AttackedService, orderId: string): void {
  const db = openDatabase(databasePath);
  db.$client.prepare('UPDATE orders SET due_at = ? WHERE id = ?').run(Date.now() + 3_600_000, orderId);
  db.$client.close();
}

/** On a phone all alerts are one line, which unfolds. */
async function unfoldAlerts(page: Page): Promise<void> {
  const fold = page.getByRole('button', { name: /^\d+ alerts?/, expanded: false });
  await expect(fold.or(page.getByRole('list', { name: 'Alerts' })).first()).toBeVisible();
  if (await fold.isVisible()) await fold.click();
}

for (const width of [360, 1440]) {
  test(`an admin is asked about a reading that will be late, and sends a new day with one press, at ${width} px`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const admin = await colleague(service.url);
    const order = await sell(service.url);
    await mailsTo(page.request, order.email, 1);
    makeLate(service, order.id);
    const offer = await admin.ask<NewDayOffer>('GET', `/api/orders/${order.id}/new-day`);
    const newDay = dayWords(offer.offeredDay);

    await test.step('the alert leads to the order, which offers the day', async () => {
      await openDesk(page, service.url);
      await unfoldAlerts(page);
      const alert = page
        .getByRole('list', { name: 'Alerts' })
        .getByRole('listitem')
        .filter({ hasText: 'not handed in' });
      await alert.getByRole('button', { name: order.orderNumber }).click();
      const form = orderDialog(page, order).getByRole('form', { name: 'New day' });
      await expect(form).toContainText(`was promised it by ${dayWords(offer.dueDay)}`);
      await expect(form.getByLabel('New day')).toHaveValue(offer.offeredDay);
      await expectNoFlaws(page);
      await page.setViewportSize({ width, height: 900 });
    });

    await test.step('a day that is none is refused at the field, and one on which nobody works at once', async () => {
      const form = orderDialog(page, order).getByRole('form', { name: 'New day' });
      let saturday = offer.firstDay;
      while (new Date(saturday).getUTCDay() !== 6) saturday = shiftDay(saturday, 1);
      await form.getByLabel('New day').fill(saturday);
      await expect(form.getByLabel('New day')).toHaveAccessibleDescription(
        /Nobody works on Saturday, .* The next business day is Monday, /,
      );
      await form.getByLabel('New day').fill(offer.dueDay);
      await form.getByRole('button', { name: 'Send the new day' }).click();
      await expect(form.getByLabel('New day')).toHaveAccessibleDescription(/Choose a later day/);
      await form.getByLabel('New day').fill(offer.offeredDay);
    });

    await test.step('one press tells the customer, and whoever works by keyboard goes on from there', async () => {
      await page.getByRole('button', { name: `Send ${newDay}` }).click();
      await expectDone(page, 'New Day Sent', `${order.orderNumber} is due by ${newDay} now.`);
      await expect(page.getByText(`The customer is told that the reading comes by ${newDay}.`)).toBeFocused();
      const [, mail] = await mailsTo(page.request, order.email, 2);
      expect(mail?.subject).toBe(`Your reading will arrive by ${newDay}`);
      const shown = await page.request.get(orderLink(mail));
      expect(await shown.text()).toContain(`promised it by ${dayWords(offer.dueDay)}`);
      await expect(orderDialog(page, order).getByText(/told the customer a later day/)).toBeAttached();
    });

    await test.step('it is not asked again', async () => {
      await page.goto(`${service.url}/admin/dashboard`);
      await expect(page.getByRole('tabpanel').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByText('not handed in')).toHaveCount(0);
    });
  });

  test(`a later day is at hand long before, and while a reading is under review, by keyboard, at ${width} px`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const admin = await colleague(service.url);
    const order = await sell(service.url);
    await mailsTo(page.request, order.email, 1);
    const offer = await admin.ask<NewDayOffer>('GET', `/api/orders/${order.id}/new-day`);
    expect(offer.isLate).toBe(false);
    const chosen = nextBusinessDay(offer.firstDay, () => false);
    const dialog = orderDialog(page, order);
    const form = dialog.getByRole('form', { name: 'New day' });
    const unfold = async () => {
      await dialog.getByText('Send a later day').focus();
      await page.keyboard.press('Enter');
      await expect(form.getByLabel('New day')).toBeVisible();
    };

    await test.step('nothing is asked; unfolded, it says what was promised', async () => {
      await openDesk(page, service.url, `?order=${order.id}`);
      await expect(dialog.getByText('Send a later day')).toBeVisible();
      await expect(form).toHaveCount(0);
      await unfold();
      await expect(form).toContainText(`was promised it by ${dayWords(offer.dueDay)}. They get a mail`);
      await expect(form.getByLabel('New day')).toHaveValue(offer.offeredDay);
      await expectNoFlaws(page);
      await page.setViewportSize({ width, height: 900 });
    });

    await test.step('a day that was chosen is sent', async () => {
      await form.getByLabel('New day').fill(chosen);
      await form.getByLabel('New day').press('Enter');
      await expectDone(page, 'New Day Sent', `${order.orderNumber} is due by ${dayWords(chosen)} now.`);
      await expect(
        page.getByText(`The customer is told that the reading comes by ${dayWords(chosen)}.`),
      ).toBeFocused();
      const [, mail] = await mailsTo(page.request, order.email, 2);
      expect(mail?.subject).toBe(`Your reading will arrive by ${dayWords(chosen)}`);
    });

    await test.step('and another one, once it is written', async () => {
      await admin.write(order.id, 'The Star speaks of patience.');
      await openDesk(page, service.url, `?order=${order.id}`);
      await expect(dialog.getByText('Under Review').first()).toBeVisible();
      await unfold();
      await expect(form).toContainText(`was promised it by ${dayWords(chosen)}. They get a mail`);
      const next = nextBusinessDay(chosen, () => false);
      await form.getByLabel('New day').fill(next);
      await form.getByRole('button', { name: `Send ${dayWords(next)}` }).press('Enter');
      await expectDone(page, 'New Day Sent', `${order.orderNumber} is due by ${dayWords(next)} now.`);
      const [, , mail] = await mailsTo(page.request, order.email, 3);
      expect(mail?.subject).toBe(`Your reading will arrive by ${dayWords(next)}`);
    });

    await test.step('while the customer is asked something, nothing is due and no day is sent', async () => {
      await admin.ask('POST', `/api/orders/${order.id}/questions`, { question: 'Which of the two?' });
      await openDesk(page, service.url, `?order=${order.id}`);
      await expect(dialog.getByText('Waits for the customer since').first()).toBeVisible();
      await expect(dialog.getByText('Send a later day')).toHaveCount(0);
    });
  });

  test(`what is told is switched off and on in Settings, at ${width} px`, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 900 });
    await openDesk(page, service.url, '?tab=settings');
    const card = page.getByRole('region', { name: 'Mail when something happens' });
    const refunds = card.getByRole('checkbox', { name: 'Money was given back' });
    const late = card.getByRole('checkbox', { name: 'A reading will be late' });
    await expect(refunds).toBeEnabled();
    for (const box of [refunds, late, card.getByRole('checkbox', { name: 'A dispute is closed' })]) {
      await expect(box).toBeChecked();
    }
    await refunds.focus();
    await page.keyboard.press('Space');
    await expectDone(page, 'Setting Updated', 'This is not sent any more.');
    await expect(refunds).toBeFocused();
    await page.reload();
    await expect(refunds).toBeEnabled();
    await expect(refunds).not.toBeChecked();
    await expect(late).toBeChecked();
    await expectNoFlaws(page);

    const admin = await colleague(service.url);
    const order = await sell(service.url);
    await mailsTo(page.request, order.email, 1);
    const giveBack = (amount: number, refundedBefore: number) =>
      admin.ask('POST', `/api/orders/${order.id}/refund`, { amount, refundedBefore });
    await giveBack(20, 0);
    await page.setViewportSize({ width, height: 900 });
    await refunds.check();
    await expectDone(page, 'Setting Updated', 'This is sent from now on.');
    await giveBack(15, 20);
    const [, mail] = await mailsTo(page.request, order.email, 2);
    expect(mail?.text).toContain('We’ve refunded $15.00 USD');
  });
}
