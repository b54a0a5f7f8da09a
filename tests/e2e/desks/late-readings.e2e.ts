import { openDatabase } from '../../../db/client.ts';
import type { NewDayOffer } from '../../../src/shared/checkout/new-day.ts';
import { dayWords } from '../../../src/shared/checkout/offer-words.ts';
import { alertLine, colleague, expectDone, openDesk, orderDialog, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, mailsTo, orderLink } from '../steps/steps.ts';

test('an admin is asked about a reading that will be late, and the customer is told a new day with one press', async ({
  page,
  service,
}) => {
  const admin = await colleague(service.url);
  const order = await sell(service.url);
  await mailsTo(page.request, order.email, 1);
  // An hour is left, and no reading is submitted.
  const db = openDatabase(service.databasePath);
  // The service writes as well.
  db.$client.pragma('busy_timeout = 10000');
  db.$client.prepare('UPDATE orders SET due_at = ? WHERE id = ?').run(Date.now() + 3_600_000, order.id);
  db.$client.close();
  const offer = await admin.ask<NewDayOffer>('GET', `/api/orders/${order.id}/new-day`);
  const newDay = dayWords(offer.offeredDay);

  await openDesk(page, service.url);
  const late = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await alertLine(page).click();
  await expect(late).toContainText('late, or due within a business day');
  await late.getByRole('button', { name: order.orderNumber }).click();
  const dialog = orderDialog(page, order);
  await expect(dialog.getByRole('form', { name: 'New day' })).toContainText(dayWords(offer.dueDay));
  await dialog.getByRole('button', { name: `Promise ${newDay}` }).click();
  await expectDone(page, 'New Day Sent', `${order.orderNumber} is due by ${newDay} now.`);
  await expect(
    page.getByText(`The customer has been told that the reading comes by ${newDay}.`),
  ).toBeFocused();
  await expect(dialog.getByText(/told the customer a later day/)).toBeAttached();
  const [, mail] = await mailsTo(page.request, order.email, 2);
  expect(mail?.subject).toBe(`Your reading will arrive by ${newDay}`);
  await page.goto(orderLink(mail));
  await expect(page.getByText(`promised it by ${dayWords(offer.dueDay)}`)).toBeVisible();

  await page.goto(`${service.url}/admin/dashboard`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(alertLine(page)).toHaveCount(0);
});
