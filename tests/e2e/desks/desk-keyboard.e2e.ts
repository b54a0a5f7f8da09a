import type { Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import {
  colleague,
  expectDone,
  filterBy,
  openDesk,
  rowOf,
  type SoldOrder,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { walkOn } from '../steps/focus-walk.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* The admin's desk without a pointer: nothing here clicks. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rowButton = (page: Page, { orderNumber }: SoldOrder) =>
  page.getByRole('button', { name: orderNumber, exact: true });

/** Presses a key on the focused tab. The tab it leads to has the focus, and its panel is there. */
async function expectTab(page: Page, key: string, name: RegExp, heading: string): Promise<void> {
  await page.keyboard.press(key);
  const tab = page.getByRole('tab', { name });
  await expect(tab).toBeFocused();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
}

test('orders are found, opened and deleted without a pointer', async ({ page, service }) => {
  const first = await sell(service.url, { customerName: 'Jack Kerr?' });
  const second = await sell(service.url, { customerName: 'Ada Núñez' });
  const third = await sell(service.url, { customerName: 'Bea Ångström' });
  await openDesk(page, service.url);
  await expect(rowButton(page, third)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search' });
  const dialog = page.getByRole('dialog');
  const walk = walkOn(page);

  await test.step('j and k walk along the rows, and stop at their ends', async () => {
    const steps: [key: string, order: SoldOrder][] = [
      ['j', third],
      ['j', second],
      ['j', first],
      ['j', first],
      ['k', second],
      ['k', third],
      ['k', third],
      ['j', second],
    ];
    for (const [key, order] of steps) {
      await page.keyboard.press(key);
      await expect(rowButton(page, order)).toBeFocused();
    }
  });

  await test.step('Enter opens, Esc closes, and the focus is where it was', async () => {
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName(`Order ${second.orderNumber}`);
    // While an order is open, they lead to the next one and back.
    for (const [key, order] of [
      ['j', first],
      ['k', second],
      [']', first],
      ['[', second],
      ['[', third],
      ['[', third],
      [']', second],
    ] as const) {
      await page.keyboard.press(key);
      await expect(dialog).toHaveAccessibleName(`Order ${order.orderNumber}`);
      await expect(dialog).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rowButton(page, second)).toBeFocused();
    // In front of everything the keys are nobody's.
    await page.keyboard.press('?');
    await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
    for (const key of ['j', 'k', '/', '?']) await page.keyboard.press(key);
    await expect(dialog).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(rowButton(page, second)).toBeFocused();
  });

  await test.step('Esc is for the dialog, and only then for a toast that came after it', async () => {
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName(`Order ${second.orderNumber}`);
    await dialog.getByLabel('Assigned reader').selectOption({ label: 'Nobody' });
    await dialog.getByRole('button', { name: 'Reassign' }).press('Enter');
    await expectDone(page, 'Order Reassigned', `${second.orderNumber} is with nobody now.`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(toastOn(page)).toBeVisible();
    await expect(rowButton(page, second)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toastOn(page)).toHaveCount(0);
  });

  await test.step('? lists the keys', async () => {
    await page.keyboard.press('?');
    await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
    for (const [key, what] of [
      ['Ctrl K', 'Find anything, or do it'],
      ['/', 'Search the orders'],
      ['j', 'Next row or reading'],
      ['k', 'Previous row or reading'],
      ['a', 'Approve the reading that is open'],
      ['r', 'Reject it'],
      ['e', 'Edit it'],
      ['c', 'Choose its next sentence, to comment on it with Enter'],
      ['#', 'Delete the order that is open, or the row'],
      ['u', 'Undo what was done last'],
      ['Enter', 'Open the order'],
      ['[ ]', 'Previous and next order, while one is open'],
      ['Esc', 'Close what is open; where you have changed a text, go to Cancel'],
      ['?', 'Show these keys'],
    ] as const) {
      const term = dialog.getByRole('term').filter({ has: page.getByText(key, { exact: true }) });
      await expect(term.locator('xpath=following-sibling::dd')).toHaveText(what);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rowButton(page, second)).toBeFocused();
  });

  await test.step('single keys can be switched off, and stay so', async () => {
    const single = dialog.getByRole('checkbox', { name: 'Single keys do something' });
    await page.keyboard.press('?');
    await single.press('Space');
    await expect(single).not.toBeChecked();
    await expectNoFlaws(page);
    await page.keyboard.press('Escape');
    await expect(rowButton(page, second)).toBeFocused();
    await page.reload();
    await expect(rowButton(page, second)).toBeVisible();
    for (const key of ['j', '/', '?']) await page.keyboard.press(key);
    await expect(page.locator('body')).toBeFocused();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await single.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(rowButton(page, second)).toBeFocused();
  });

  await test.step('/ searches, and in a field every key is a letter', async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await walk.look();
    await page.keyboard.type('jk/?');
    await expect(search).toHaveValue('jk/?');
    await expect(search).toBeFocused();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('No orders match', { exact: true })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('KERR?');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, second)).toHaveCount(0);
    await expect(rowOf(page, first)).toBeVisible();
    await walk.tabTo(first.orderNumber, 20);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Jack Kerr?');
    await page.keyboard.press('Escape');
    await expect(rowButton(page, first)).toBeFocused();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(rowOf(page, second)).toBeVisible();
  });

  await test.step('a filter is chosen, a column sorts, a row is picked', async () => {
    await walk.look();
    await walk.tab();
    await expect(filterBy(page, 'Status')).toBeFocused();
    await page.keyboard.type('Rejected');
    await expect(page).toHaveURL(/status=rejected/);
    await expect(page.getByText('No orders match', { exact: true })).toBeVisible();
    await walk.look();
    await walk.tabTo('Clear search and filters');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Order Management' })).toBeFocused();
    await expect(page).not.toHaveURL(/status=/);
    await expect(rowOf(page, second)).toBeVisible();
    await walk.look();
    await walk.tabTo('Customer');
    await page.keyboard.press('Enter');
    const customer = page.getByRole('columnheader', { name: 'Customer' });
    await expect(customer).toHaveAttribute('aria-sort', 'ascending');
    // The rows follow a moment later, and would change places under whoever walks on.
    await expect(page.getByRole('row').nth(1)).toContainText(second.orderNumber);
    await walk.look();
    await walk.tabTo(`Select order ${second.orderNumber}`);
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await expect(bar).toContainText('1 selected');
    await walk.look();
    await walk.tabTo('Clear selection', 20);
    await page.keyboard.press('Enter');
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Order Management' })).toBeFocused();
  });

  await test.step('an order is deleted after its question, and brought back', async () => {
    const question = page.getByRole('alertdialog');
    const remove = page.getByRole('button', { name: `Delete order ${third.orderNumber}` });
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(rowButton(page, third)).toBeFocused();
    await walk.look();
    await walk.tabTo(`Delete order ${third.orderNumber}`);
    await page.keyboard.press('Enter');
    await expect(question).toHaveAccessibleName(
      `Are you sure you want to delete order ${third.orderNumber}?`,
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();
    await page.keyboard.press('Space');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await walk.look();
    await walk.tabTo('Delete');
    await page.keyboard.press('Enter');
    await expectDone(page, 'Order Deleted', `Order ${third.orderNumber} is no longer listed.`);
    await expect(rowOf(page, third)).toHaveCount(0);
    await expect(rowButton(page, first)).toBeFocused();
    await page.keyboard.press('F8');
    await walk.tabTo('Undo', 5);
    await page.keyboard.press('Enter');
    await expectDone(page, 'Order Restored', `Order ${third.orderNumber} is back.`);
    await expect(rowOf(page, third)).toBeVisible();
  });

  await test.step('the tabs by the arrows, and / from every one of them', async () => {
    await page.reload();
    await expect(rowButton(page, third)).toBeVisible();
    await walk.tabTo('Order Management');
    await expectTab(page, 'ArrowRight', /Reading Approval/, 'Reading Approval');
    await expectTab(page, 'ArrowRight', /Overview/, 'Overview');
    await expectTab(page, 'End', /Settings/, 'Settings');
    await expectTab(page, 'ArrowRight', /Order Management/, 'Order Management');
    await expectTab(page, 'ArrowLeft', /Settings/, 'Settings');
    await expectTab(page, 'Home', /Order Management/, 'Order Management');
    await expectTab(page, 'End', /Settings/, 'Settings');
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
  });
  expect(walk.invisible).toEqual([]);
});

test('a reading is read, approved, taken back and sent back without a pointer', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const text = `Maya, ${'the Star shines. '.repeat(40)}`.trim();
  const { order } = await sellAndWrite(service.url, admin, text);
  const { order: later } = await sellAndWrite(service.url, admin, 'Maya, the Sun.');
  const isWaiting = async ({ id }: SoldOrder) => (await admin.order(id)).status === 'reading_uploaded';
  await openDesk(page, service.url);
  const dialog = page.getByRole('dialog');
  const card = ({ orderNumber, name }: SoldOrder) =>
    page.getByRole('article', { name: `${orderNumber} · ${name}` });
  const walk = walkOn(page);

  await walk.tabTo('Order Management');
  await expectTab(page, 'ArrowRight', /Reading Approval/, 'Reading Approval');
  await expect(card(order)).toBeVisible();

  const content = card(order).getByLabel('Reading content');
  const send = dialog.getByRole('button', { name: 'Send to the customer' });

  await test.step('they are walked along, each whole at once, and open their orders', async () => {
    await page.keyboard.press('j');
    await expect(card(order)).toBeFocused();
    await expect(card(order)).toContainText(text);
    await expect(page).toHaveURL(new RegExp(`reading=${order.orderNumber}`));
    await page.keyboard.press('j');
    await expect(card(later)).toBeFocused();
    await page.keyboard.press('j');
    await expect(card(later)).toBeFocused();
    await page.keyboard.press('k');
    await expect(card(order)).toBeFocused();
    await expectNoFlaws(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName(`Order ${order.orderNumber}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(card(order)).toBeFocused();
  });

  await test.step('out to the list, and in again', async () => {
    const queued = page.getByRole('listitem').getByRole('button', { name: `${order.orderNumber} · ` });
    await page.keyboard.press('Escape');
    await expect(queued).toBeFocused();
    await expect(page).not.toHaveURL(/reading=/);
    await page.keyboard.press('Enter');
    await expect(card(order)).toBeFocused();
  });

  await test.step('a change of the text: e, type, Ctrl+Enter', async () => {
    await page.keyboard.press('e');
    await expect(content).toBeFocused();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' j/k?a');
    await expect(content).toHaveValue(`${text} j/k?a`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expectDone(page, 'Reading Updated', `The reading for ${order.orderNumber} was saved.`);
    await expect(card(order)).toContainText('j/k?a');
    await expect(card(order).getByRole('button', { name: 'Edit Reading' })).toBeFocused();
    await expect(page.getByText('A newer version')).toHaveCount(0);
  });

  await test.step('approved with a, Enter: the next one is there; and taken back with u', async () => {
    await page.keyboard.press('a');
    await expect(dialog).toHaveAccessibleName(`Send the reading for ${order.orderNumber}?`);
    await expect(send).toBeFocused();
    await expect(send).toBeEnabled();
    // Whoever meant to type a sentence elsewhere has sent nothing by it.
    await page.keyboard.type('n idea of mine');
    await expect(send).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(card(order).getByRole('button', { name: 'Approve & Send' })).toBeFocused();
    expect(await isWaiting(order)).toBe(true);
    await page.keyboard.press('a');
    await expect(send).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(toastOn(page)).toContainText('Reading Approved');
    await expect(card(later)).toBeFocused();
    await expect(card(order)).toHaveCount(0);
    expect(await isWaiting(order)).toBe(false);
    await page.keyboard.press('u');
    await expectDone(
      page,
      'Approval Undone',
      `No email was sent. ${order.orderNumber} waits for approval again.`,
    );
    await expect(card(order)).toBeFocused();
    expect(await isWaiting(order)).toBe(true);
  });

  await test.step('decided on in its order: Esc leads to the next one, and then to the list', async () => {
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
    await panel.getByRole('button', { name: 'Approve & Send' }).press('Enter');
    const question = page.getByRole('dialog', { name: `Send the reading for ${order.orderNumber}?` });
    await question.getByRole('button', { name: 'Send to the customer', disabled: false }).press('Enter');
    await expectDone(page, 'Reading Approved', /unless you undo\.$/);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(card(later)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/reading=/);
    await expect(page.getByRole('button', { name: `${later.orderNumber} · ` })).toBeFocused();
    await page.keyboard.press('u');
    await expectDone(page, 'Approval Undone', /^No email was sent/);
    await expect(card(order)).toBeFocused();
  });

  await test.step('u once more takes back nothing that somebody else has decided', async () => {
    const { reading: theirs } = await sellAndWrite(service.url, admin, 'Maya, the Moon.');
    await admin.ask('PUT', `/api/readings/${theirs.id}/approve`, {});
    await page.reload();
    await expect(page.getByRole('list', { name: 'Emails about to leave' })).toContainText('is approved');
    await page.keyboard.press('u');
    await expectDone(page, 'Nothing to Undo', /^This undoes your own last decision/);
    expect((await admin.order(theirs.orderId)).status).toBe('approved');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(card(order)).toBeFocused();
  });

  await test.step('sent back with a word to the reader: r, type, Ctrl+Enter', async () => {
    await page.keyboard.press('j');
    await expect(card(later)).toBeFocused();
    await page.keyboard.press('r');
    const question = page.getByRole('alertdialog');
    await expect(question).toHaveAccessibleName(`Reject the reading for ${later.orderNumber}?`);
    await expect(question.getByLabel('Feedback')).toBeFocused();
    await page.keyboard.type('More of the Sun?');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expectDone(
      page,
      'Reading Rejected',
      `The reading for ${later.orderNumber} goes back for revision.`,
    );
    await expect(card(later)).toHaveCount(0);
    await expect(card(order)).toBeFocused();
    expect(await admin.readingOf(later.id)).toMatchObject({ feedback: 'More of the Sun?' });
  });

  await test.step('every button by Tab as well, and the focus is seen at each', async () => {
    await walk.look();
    await walk.tabTo('Approve & Send');
    await walk.tabTo('Reject');
    await walk.tabTo('Edit Reading');
    await walk.tabTo('Edit Notes');
    await page.keyboard.press('Enter');
    await expect(card(order).getByLabel('Internal notes')).toBeFocused();
  });
  expect(walk.invisible).toEqual([]);
});
