import { toastOn } from '../steps/checkout-steps.ts';
import { colleague, openDesk, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { choose, expectSaved, openReaderDesk, sellRejected, sellTo, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';
import { dialog, longForm, longText, looking, word } from './flawless-steps.ts';

/* Every state of writing and approving, in both themes and at every width, the texts as long as can be. */

test('the readings to approve', async ({ page, service }) => {
  const look = looking(page);
  await openDesk(page, service.url, '?tab=approvals');
  await look('none', () => expect(page.getByText('No readings pending approval')).toBeVisible());

  const admin = await colleague(service.url);
  await sellAndWrite(service.url, admin, longText, longForm);
  await page.reload();
  const card = page.getByRole('article').first();
  await look('the whole text, with the notes open', async () => {
    await card.getByRole('button', { name: 'View Full Text' }).click();
    await card.getByRole('button', { name: 'Edit Notes' }).click();
    await card.getByLabel('Internal notes').fill(word(500));
  });
  await card.getByRole('button', { name: 'Cancel' }).click();
  await look('the question before rejecting', async () => {
    await card.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('alertdialog').getByLabel('Feedback').fill(word(500));
  });
});

test('a reading that is edited and sent', async ({ page, service }) => {
  const look = looking(page);
  const admin = await colleague(service.url);
  const { order, reading } = await sellAndWrite(service.url, admin, longText, longForm);
  await openDesk(page, service.url, '?tab=approvals');
  const card = page.getByRole('article').first();
  await look('a newer version of what is edited', async () => {
    await card.getByRole('button', { name: 'Edit Reading' }).click();
    await card.getByLabel('Reading content').fill(`${longText} And the Sun.`);
    await admin.ask('PUT', `/api/readings/${reading.id}`, {
      content: `${longText} And the Moon.`,
      internalNotes: word(500),
    });
    await card.getByRole('button', { name: 'Save Changes' }).click();
    await expect(card.getByRole('region', { name: 'A newer version' })).toBeVisible();
    await expect(toastOn(page)).toContainText('Update Failed');
    await page.keyboard.press('F8');
  });
  await card.getByRole('button', { name: 'Take theirs' }).click();
  await look('the mail before it is sent', async () => {
    await card.getByRole('button', { name: 'Approve & Send' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Send to the customer' })).toBeEnabled();
  });
  await look('an approval that can be taken back, with the toast', async () => {
    await dialog(page).getByRole('button', { name: 'Send to the customer' }).click();
    await expect(page.getByRole('list', { name: 'Emails about to leave' })).toContainText(order.orderNumber);
    await expect(toastOn(page)).toContainText('Reading Approved');
    await page.keyboard.press('F8');
  });
});

test('the reader’s desk', async ({ page, service }) => {
  const look = looking(page);
  const admin = await colleague(service.url);
  const rejected = await sellRejected(service, admin, 'reader1', { content: longText, feedback: word(500) });
  const long = await sellTo(service, admin, 'reader1', longForm);
  await openReaderDesk(page, service.url, 'reader1');
  await look('an order with long names and a long question, chosen', async () => {
    await choose(page, long);
    await text(page).fill(longText);
    await expectSaved(page);
  });
  await look('a rejected one, with its feedback and what was changed', async () => {
    await choose(page, rejected);
    await text(page).fill(`${longText} And the Sun.`);
    await page.getByText('What you have changed').click();
    await expect(page.locator('ins').first()).toBeVisible();
  });
  await look('the mail as it will be', async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog(page).locator('iframe')).toBeVisible();
  });
});
