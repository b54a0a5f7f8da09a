import type { Locator, Page } from '@playwright/test';
import {
  addPerson,
  cardOf,
  colleague,
  expectDone,
  expectRefused,
  openCard,
  openDesk,
  sellAndWrite,
  test,
  unsavedText,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expect, mailsTo } from '../steps/steps.ts';

/* The readings that wait for the admin's word: changing, sending back, approving, undoing. */

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
/** Opens the question before a reading goes back. */
async function askToReject(page: Page, order: { orderNumber: string }): Promise<Locator> {
  await button(cardOf(page, order), 'Reject').click();
  return page.getByRole('alertdialog', { name: `Reject the reading for ${order.orderNumber}?` });
}

test('refuses the slower of two admins and says why', async ({ page, service: { url }, admin }) => {
  const other = await colleague(url, await addPerson(admin, 'admin'));
  const { order, reading } = await sellAndWrite(url, admin, 'The Star.');
  const card = await openCard(page, url, order);

  await test.step('a newer version blocks the approval', async () => {
    await other.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Star, and the Moon.' });
    await button(card, 'Approve & Send').click();
    await expectRefused(page, 'Approval Failed', /^There is now a newer version of this reading/);
    await expect(card).toContainText('The Star, and the Moon.');
    await button(card, 'I have seen it').click();
  });
  await test.step('an approved reading cannot be rejected', async () => {
    const question = await askToReject(page, order);
    await question.getByLabel('Feedback').fill('Too short.');
    await other.ask('PUT', `/api/readings/${reading.id}/approve`, {});
    await button(question, 'Reject').click();
    await expectRefused(page, 'Rejection Failed', /^The reading was approved in the meantime/);
    await expect(card).toHaveCount(0);
    const left = unsavedText(page.getByRole('tabpanel'));
    await expect(left.getByRole('textbox')).toHaveValue('Too short.');
    await expect(left).toContainText('Another admin has decided on this reading');
  });
  await mailsTo(page.request, order.email, 2);
});

testAlone.describe('with a minute to undo an approval', () => {
  testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '60' } });

  testAlone('undoes an approval after a reload, before the mail leaves', async ({ page, service, admin }) => {
    const { order } = await sellAndWrite(service.url, admin, 'The Star.');
    await openDesk(page, service.url, '?tab=approvals');
    await button(cardOf(page, order), 'Approve & Send').click();
    await expect(cardOf(page, order)).toHaveCount(0);
    const undo = page.getByRole('button', { name: `Undo the approval of ${order.orderNumber}` });
    await page.context().setOffline(true);
    await undo.click();
    await expectRefused(page, 'Undo Failed', /^We couldn’t reach the server/);
    await page.context().setOffline(false);
    await page.reload();
    await undo.click();
    await expectDone(
      page,
      'Approval Undone',
      `No email was sent. ${order.orderNumber} is waiting for approval again.`,
    );
    await expect(cardOf(page, order)).toBeVisible();
    expect((await admin.order(order.id)).status).toBe('reading_uploaded');
    await mailsTo(page.request, order.email, 1);
  });
});
