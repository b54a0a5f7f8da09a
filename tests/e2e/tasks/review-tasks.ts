import type { Page } from '@playwright/test';
import type { Reading } from '../../../src/shared/readings/readings.ts';
import { commentByMouse, letterOf, placeOfWords } from '../steps/comment-steps.ts';
import { cardOf, expectDone, type SoldOrder, sellAndWrite } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';
import { openAs, type Stage, task } from './task.ts';

/* What an admin does most with a reading. */

const passage = 'The Star stands over your question.';
const letter = `${passage} It speaks of patience.\n\nThe Moon asks what you hide.`;

/** Has one reading wait for the admin's word, and no other. */
async function sellToReview({ url, admin }: Stage): Promise<SoldOrder> {
  for (const { id } of await admin.ask<Reading[]>('GET', '/api/readings/pending')) {
    await admin.ask('PUT', `/api/readings/${id}/reject`, { feedback: 'Later.' });
  }
  const { order } = await sellAndWrite(url, admin, letter);
  return order;
}

const queued = (page: Page, { orderNumber }: SoldOrder) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${orderNumber} ·`) });

/** The whole text is there to be read. */
async function expectRead(page: Page, order: SoldOrder) {
  const card = cardOf(page, order);
  await expect(letterOf(page, order)).toContainText('The Moon asks what you hide.');
  return card;
}

/** The mail is there as the customer will get it. @returns what sends it */
async function expectMail(page: Page, { orderNumber }: SoldOrder) {
  const dialog = page.getByRole('dialog', { name: `Send the reading for ${orderNumber}?` });
  await expect(dialog.frameLocator('iframe').getByText(passage)).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Send to the customer' });
  await expect(send).toBeEnabled();
  return send;
}

export const readAndApprove = task({
  name: 'read and approve',
  keystrokes: 3,
  async begin(stage) {
    const order = await sellToReview(stage);
    await openAs(stage, 'admin', '/admin/dashboard?tab=approvals');
    await expect(queued(stage.page, order)).toBeVisible();
    return order;
  },
  async byMouse(page, order) {
    await queued(page, order).click();
    const card = await expectRead(page, order);
    await card.getByRole('button', { name: 'Approve & Send' }).click();
    await (await expectMail(page, order)).click();
  },
  async byKeyboard(keys, page, order) {
    await keys.press('j');
    await expectRead(page, order);
    await keys.press('a');
    await expect(await expectMail(page, order)).toBeFocused();
    await keys.press('Enter');
  },
  async onPhone(page, order) {
    await queued(page, order).tap();
    const card = await expectRead(page, order);
    await card.getByRole('button', { name: 'Approve & Send' }).tap();
    await (await expectMail(page, order)).tap();
  },
  async done({ page, admin }, order) {
    await expectDone(page, 'Reading Approved', new RegExp(order.orderNumber));
    await expect(queued(page, order)).toHaveCount(0);
    expect(await admin.order(order.id)).toMatchObject({ status: 'approved' });
  },
});

const comment = 'Over which one?';

export const rejectWithComment = task({
  name: 'reject with a comment on a passage',
  keystrokes: 5,
  async begin(stage) {
    const order = await sellToReview(stage);
    await openAs(stage, 'admin', `/admin/dashboard?tab=approvals&reading=${order.orderNumber}`);
    await expectRead(stage.page, order);
    return order;
  },
  async byMouse(page, order) {
    await commentByMouse(page, letterOf(page, order), passage, comment);
    await cardOf(page, order).getByRole('button', { name: 'Reject', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 comment on the text goes with it.');
    await question.getByRole('button', { name: 'Reject' }).click();
  },
  async byKeyboard(keys, page, order) {
    const box = letterOf(page, order);
    await keys.press('c');
    await expect(box).toBeFocused();
    await keys.press('Enter');
    await expect(box.getByLabel(`Comment on “${passage}”`)).toBeFocused();
    await keys.type(comment);
    await keys.press('Control+Enter');
    await expect(box.getByRole('region', { name: `Comment on “${passage}”` })).toContainText(comment);
    await keys.press('r');
    const question = page.getByRole('alertdialog');
    await expect(question.getByLabel('Feedback')).toBeFocused();
    await expect(question).toContainText('1 comment on the text goes with it.');
    await keys.press('Control+Enter');
  },
  async onPhone(page, order) {
    const box = letterOf(page, order);
    const { start } = await placeOfWords(box, 'stands');
    await page.touchscreen.tap(start.x + 1, start.y);
    await box.getByRole('button', { name: 'Comment', exact: true }).tap();
    await expect(box.getByLabel(`Comment on “${passage}”`)).toBeFocused();
    await page.keyboard.type(comment);
    const add = box.getByRole('button', { name: 'Add comment' });
    // Without scrolling.
    await expect(add).toBeInViewport({ ratio: 1 });
    await add.tap();
    await cardOf(page, order).getByRole('button', { name: 'Reject', exact: true }).tap();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 comment on the text goes with it.');
    await question.getByRole('button', { name: 'Reject' }).tap();
  },
  async done({ page, admin }, order) {
    await expectDone(page, 'Reading Rejected', new RegExp(order.orderNumber));
    await expect(queued(page, order)).toHaveCount(0);
    const reading = await admin.readingOf(order.id);
    expect(reading).toMatchObject({ comments: [{ quote: passage, text: comment }] });
    expect(await admin.order(order.id)).toMatchObject({ status: 'rejected' });
  },
});
