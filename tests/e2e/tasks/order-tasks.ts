import type { Locator, Page } from '@playwright/test';
import {
  expectDone,
  numberOf,
  openMenu,
  orderDialog,
  rowOf,
  type SoldOrder,
  sell,
} from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';
import { type Keys, newReader, openAs, type Stage, task } from './task.ts';

/* What an admin does most with an order. */

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Find or do' });
const options = (page: Page): Locator => palette(page).getByRole('option');

/** Types into the palette, and takes what it finds first. */
async function take(keys: Keys, page: Page, words: string, found: string): Promise<void> {
  await keys.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await keys.type(words);
  await expect(options(page).first()).toContainText(found);
  await keys.press('Enter');
}

/** Sells a reading and opens it beside the list. */
async function sellAndOpen(stage: Stage): Promise<SoldOrder> {
  const order = await sell(stage.url);
  await openAs(stage, 'admin', `/admin/dashboard?order=${order.id}`);
  await expect(orderDialog(stage.page, order)).toContainText(order.email);
  return order;
}

/** Opens the list; a row has the focus, as after `j`. */
async function list(stage: Stage, order: SoldOrder): Promise<void> {
  await openAs(stage, 'admin', '/admin/dashboard');
  await expect(numberOf(stage.page, order)).toBeVisible();
  // A finger has focused nothing before it presses: what a focus says of the row would lie over its menu.
  const { width } = stage.page.viewportSize() ?? { width: 0 };
  if (width > 360) await numberOf(stage.page, order).focus();
}

export const find = task({
  name: 'find an order',
  keystrokes: 2,
  async begin(stage) {
    const order = await sell(stage.url);
    const newer = await sell(stage.url);
    await openAs(stage, 'admin', '/admin/dashboard');
    await expect(numberOf(stage.page, newer)).toBeVisible();
    return { order, newer };
  },
  async byMouse(page, { order, newer }) {
    await page.getByRole('searchbox', { name: 'Search' }).click();
    await page.keyboard.type(order.name);
    await expect(rowOf(page, newer)).toHaveCount(0);
    await numberOf(page, order).click();
  },
  byKeyboard: (keys, page, { order }) => take(keys, page, order.name, order.orderNumber),
  async onPhone(page, { order }) {
    await page.getByRole('button', { name: 'Find', exact: true }).tap();
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type(order.name);
    await options(page).filter({ hasText: order.orderNumber }).tap();
  },
  async done({ page, admin }, { order }) {
    const { customerEmail } = await admin.order(order.id);
    await expect(orderDialog(page, order)).toContainText(customerEmail);
  },
});

const refundField = (page: Page, { orderNumber }: SoldOrder) =>
  page.getByRole('dialog', { name: `Refund order ${orderNumber}` }).getByLabel('How much ($)');

export const refundInPart = task({
  name: 'refund in part',
  keystrokes: 3,
  begin: sellAndOpen,
  async byMouse(page, order) {
    await orderDialog(page, order).getByRole('button', { name: 'Refund…' }).click();
    await expect(refundField(page, order)).toBeFocused();
    await page.keyboard.type('20');
    await page.getByRole('button', { name: 'Refund $20.00' }).click();
  },
  async byKeyboard(keys, page, order) {
    await take(keys, page, 'refund', 'Refund…');
    await expect(refundField(page, order)).toBeFocused();
    await keys.type('20');
    await keys.press('Enter');
  },
  async onPhone(page, order) {
    await orderDialog(page, order).getByRole('button', { name: 'Refund…' }).tap();
    await expect(refundField(page, order)).toBeFocused();
    await page.keyboard.type('20');
    await page.getByRole('button', { name: 'Refund $20.00' }).tap();
  },
  async done({ page, admin }, order) {
    await expectDone(page, 'Refund Made', /20\.00/);
    await expect(orderDialog(page, order)).toContainText('$20.00 given back');
    expect(await admin.order(order.id)).toMatchObject({ refundedAmount: 20, status: 'pending' });
  },
});

const addressForm = (page: Page): Locator => page.getByRole('form', { name: 'Correct address' });

export const correctAddress = task({
  name: 'correct an address',
  keystrokes: 3,
  async begin(stage) {
    const order = await sellAndOpen(stage);
    return { order, right: `right.${order.email}` };
  },
  async byMouse(page, { order, right }) {
    await orderDialog(page, order).getByRole('button', { name: 'Correct address' }).click();
    await expect(addressForm(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.type(right);
    await addressForm(page).getByRole('button', { name: 'Save & send again' }).click();
  },
  async byKeyboard(keys, page, { right }) {
    await take(keys, page, 'correct address', 'Correct address');
    await expect(addressForm(page).getByRole('textbox')).toBeFocused();
    await keys.type(right);
    await keys.press('Enter');
  },
  async onPhone(page, { order, right }) {
    await orderDialog(page, order).getByRole('button', { name: 'Correct address' }).tap();
    await expect(addressForm(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.type(right);
    await addressForm(page).getByRole('button', { name: 'Save & send again' }).tap();
  },
  async done({ page, admin }, { order, right }) {
    await expectDone(page, 'Address Corrected', `${order.orderNumber} now goes to ${right}.`);
    await expect(orderDialog(page, order).getByRole('link', { name: right })).toBeVisible();
    expect(await admin.order(order.id)).toMatchObject({ customerEmail: right });
  },
});

const bulkBar = (page: Page): Locator => page.getByRole('region', { name: 'Selected orders' });

/** Nothing but the keyboard and the browser's own list can choose in a `select`. */
async function chooseReader(page: Page, username: string): Promise<void> {
  const choice = bulkBar(page).getByRole('combobox');
  await expect(choice).toBeFocused();
  await choice.selectOption({ label: username });
}

export const reassign = task({
  name: 'reassign',
  keystrokes: 2,
  async begin(stage) {
    const { username } = await newReader(stage);
    const order = await sell(stage.url);
    const readerId = await stage.admin.readerId('reader1');
    await stage.admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId });
    await list(stage, order);
    return { order, username };
  },
  async byMouse(page, { order, username }) {
    const menu = await openMenu(page, order.orderNumber);
    await menu.getByRole('menuitem', { name: 'Assign…' }).click();
    await chooseReader(page, username);
    await bulkBar(page).getByRole('button', { name: 'Assign' }).click();
    await expectDone(page, 'Orders Reassigned', `1 order is with ${username} now.`);
  },
  async byKeyboard(keys, page, { order, username }) {
    await take(keys, page, `assign ${username}`, `Assign to ${username}`);
    await expectDone(page, 'Order Reassigned', `${order.orderNumber} is now with ${username}.`);
    await expect(numberOf(page, order)).toBeFocused();
  },
  async onPhone(page, { order, username }) {
    await page.getByRole('button', { name: `Actions for order ${order.orderNumber}` }).tap();
    await page.getByRole('menuitem', { name: 'Assign…' }).tap();
    await chooseReader(page, username);
    await bulkBar(page).getByRole('button', { name: 'Assign' }).tap();
    await expectDone(page, 'Orders Reassigned', `1 order is with ${username} now.`);
  },
  async done({ admin }, { order, username }) {
    expect(await admin.order(order.id)).toMatchObject({ assignedReader: { username } });
  },
});

const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo', exact: true });

async function expectDeleted(page: Page, order: SoldOrder): Promise<void> {
  await expectDone(page, 'Order Deleted', new RegExp(`^Order ${order.orderNumber} is no longer listed\\.`));
  await expect(rowOf(page, order)).toHaveCount(0);
}

export const deleteAndUndo = task({
  name: 'delete and undo',
  keystrokes: 4,
  async begin(stage) {
    const order = await sell(stage.url);
    await list(stage, order);
    return order;
  },
  async byMouse(page, order) {
    await rowOf(page, order).hover();
    await page.getByRole('button', { name: `Delete order ${order.orderNumber}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectDeleted(page, order);
    await undo(page).click();
  },
  async byKeyboard(keys, page, order) {
    await keys.press('#');
    await expect(
      page.getByRole('alertdialog', {
        name: `Are you sure you want to delete order ${order.orderNumber}?`,
      }),
    ).toBeVisible();
    await keys.press('Tab');
    await keys.press('Enter');
    await expectDeleted(page, order);
    await keys.press('u');
  },
  async onPhone(page, order) {
    await page.getByRole('button', { name: `Actions for order ${order.orderNumber}` }).tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await expectDeleted(page, order);
    await undo(page).tap();
  },
  async done({ page, admin }, order) {
    await expectDone(page, 'Order Restored', `Order ${order.orderNumber} is back.`);
    await expect(rowOf(page, order)).toBeVisible();
    expect(await admin.order(order.id)).toMatchObject({ orderNumber: order.orderNumber });
  },
});
