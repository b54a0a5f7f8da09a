import type { Locator, Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import { type SoldOrder, sell } from '../steps/desk-steps.ts';
import { assignment, expectSaved, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';
import { newReader, openAs, type Reader, type Stage, task } from './task.ts';

/* What a reader does most. */

/** As much as is handed in without a question. */
const words = 'The Star speaks of patience. '.repeat(12).trim();

/** Sells a reading that is to be written by this reader. */
async function sellFor({ url, admin }: Stage, { id: readerId }: Reader): Promise<SoldOrder> {
  const order = await sell(url);
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId });
  return order;
}

const writeButton = (page: Page, order: SoldOrder): Locator =>
  assignment(page, order).getByRole('button', { name: /^Upload Reading/ });

/** One can write: what is kept of it has come. */
async function expectReady(page: Page): Promise<void> {
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toBeEditable();
}

export const openAndWrite = task({
  name: 'open the most urgent order and write',
  keystrokes: 1,
  async begin(stage) {
    const reader = await newReader(stage);
    const order = await sellFor(stage, reader);
    await sellFor(stage, reader);
    await openAs(stage, reader, '/reader/dashboard');
    await expect(writeButton(stage.page, order)).toBeVisible();
    return order;
  },
  async byMouse(page, order) {
    await writeButton(page, order).click();
    await expectReady(page);
    await page.keyboard.type(words);
  },
  async byKeyboard(keys, page) {
    await keys.press('w');
    await expectReady(page);
    await keys.type(words);
  },
  async onPhone(page, order) {
    await writeButton(page, order).tap();
    await expectReady(page);
    await page.keyboard.type(words);
  },
  async done({ page }, order) {
    await expect(page).toHaveURL(new RegExp(`/reader/orders/${order.orderNumber}$`));
    await expect(text(page)).toBeInViewport();
    await expectSaved(page);
    const draft = await page.request.get(`/api/orders/${order.id}/draft`);
    expect(await draft.json()).toMatchObject({ content: words });
  },
});

const submit = 'Submit for Admin Review';

async function expectPreview(page: Page): Promise<Locator> {
  const preview = page.getByRole('dialog', { name: /^Preview for/ });
  await expect(preview.frameLocator('iframe').getByText(words)).toBeVisible();
  return preview;
}

/** What was handed in is on its way to the admin, and is gone from what there is to write. */
async function expectSubmitted({ page, admin }: Stage, { id }: SoldOrder, content: string) {
  await expect(toastOn(page)).toContainText('Reading submitted for admin review');
  await expect(page.getByRole('heading', { name: 'Pending Assignments (0)' })).toBeVisible();
  expect(await admin.readingOf(id)).toMatchObject({ content });
  expect(await admin.order(id)).toMatchObject({ status: 'reading_uploaded' });
}

export const previewAndSubmit = task({
  name: 'preview and submit',
  keystrokes: 2,
  async begin(stage) {
    const { page } = stage;
    const reader = await newReader(stage);
    const order = await sellFor(stage, reader);
    await openAs(stage, reader, `/reader/orders/${order.orderNumber}`);
    await expect(text(page)).toBeEditable();
    // The caret stands behind what was written.
    await text(page).fill(words);
    await expectSaved(page);
    return order;
  },
  async byMouse(page) {
    await page.getByRole('button', { name: 'Preview' }).click();
    await (await expectPreview(page)).getByRole('button', { name: submit }).click();
  },
  async byKeyboard(keys, page) {
    await keys.press('Control+Shift+Enter');
    await expectPreview(page);
    await keys.press('Control+Enter');
  },
  async onPhone(page) {
    await page.getByRole('button', { name: 'Preview' }).tap();
    await (await expectPreview(page)).getByRole('button', { name: submit }).tap();
  },
  done: (stage, order) => expectSubmitted(stage, order, words),
});

const before = `The Moon asks what you hide. The Tower is a threat. Go in spring. ${words}`;
const after = `The Moon asks what you hide. The Tower is your desk. Go in spring. ${words}`;
const passage = 'The Tower is a threat.';
const better = 'The Tower is your desk.';

export const rework = task({
  name: 'rework what came back, at the passage that was commented on',
  keystrokes: 3,
  async begin(stage) {
    const { page, admin } = stage;
    const reader = await newReader(stage);
    const order = await sellFor(stage, reader);
    const { id } = await admin.write(order.id, before);
    const from = before.indexOf(passage);
    const comments = [{ from, to: from + passage.length, text: 'Is it?' }];
    await admin.ask('PUT', `/api/readings/${id}/reject`, { revision: 1, comments });
    await openAs(stage, reader, '/reader/dashboard');
    await expect(writeButton(page, order)).toContainText('Revise');
    return order;
  },
  async byMouse(page, order) {
    await writeButton(page, order).click();
    await page.getByRole('button', { name: `Show in the text: ${passage}` }).click();
    await expectChosen(page);
    await page.keyboard.type(better);
    await page.getByRole('button', { name: submit }).click();
  },
  async byKeyboard(keys, page) {
    await keys.press('w');
    await expect(text(page)).toHaveValue(before);
    await expect(page.getByText('Is it?')).toBeVisible();
    await keys.press("Control+'");
    await expectChosen(page);
    await keys.type(better);
    await keys.press('Control+Enter');
  },
  async onPhone(page, order) {
    await writeButton(page, order).tap();
    await expect(text(page)).toHaveValue(before);
    const subject = page.getByRole('region', { name: 'What it is about' });
    await subject.getByRole('button', { expanded: false }).tap();
    await page.getByRole('button', { name: `Show in the text: ${passage}` }).tap();
    await expectChosen(page);
    await page.keyboard.type(better);
    await page.getByRole('button', { name: submit }).tap();
  },
  done: (stage, order) => expectSubmitted(stage, order, after),
});

/** The passage is chosen in the text, where it can be seen: what is typed comes in its place. */
async function expectChosen(page: Page): Promise<void> {
  await expectReady(page);
  await expect(text(page)).toBeInViewport({ ratio: 0.5 });
  const chosen = () =>
    text(page).evaluate((field) =>
      field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '',
    );
  await expect.poll(chosen).toBe(passage);
}
