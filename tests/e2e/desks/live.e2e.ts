import type { Page } from '@playwright/test';
import {
  cardOf,
  colleague,
  expectDone,
  expectRefused,
  numberOf,
  openListening,
  orderDialog,
  otherAdmin,
  rowOf,
  sell,
  sellAndWrite,
  unsavedText,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { assignment, choose, expectSaved, sellTo, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* Desks that are told what has changed, and show it without a reload. */

const { step } = testAlone;

/** Turns to another tab, or back. */
async function look(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isVisible);
}

testAlone('the admin sees what is sold while the list is open', async ({ page, context, service }) => {
  const first = await sell(service.url);
  await openListening(page, service.url, 'admin');
  const title = await page.title();
  const picked = rowOf(page, first).getByRole('checkbox');

  await step('a sale appears, and what is selected and focused stays so', async () => {
    await picked.check();
    await picked.focus();
    const second = await sell(service.url);
    await expect(rowOf(page, second)).toBeVisible();
    await expect(picked).toBeChecked();
    await expect(picked).toBeFocused();
  });
  await step('the title counts what is new until somebody looks', async () => {
    await look(page, false);
    const third = await sell(service.url);
    await expect(page).toHaveTitle(`(1) ${title}`);
    await expect(rowOf(page, third)).toHaveCount(0);
    await look(page, true);
    await expect(page).toHaveTitle(title);
    await expect(rowOf(page, third)).toBeVisible();
  });
  await step('a second tab hears on the line of the first, and takes it over', async () => {
    const tab = await context.newPage();
    const lines: string[] = [];
    tab.on('request', (request) => {
      if (request.url().includes('/api/events')) lines.push(request.url());
    });
    await tab.goto('/admin/dashboard');
    await expect(rowOf(tab, first)).toBeVisible();
    await expect(async () => {
      const { held = [], pending = [] } = await tab.evaluate(() => navigator.locks.query());
      expect([held.length, pending.length]).toEqual([1, 1]);
    }).toPass();
    const fourth = await sell(service.url);
    for (const one of [page, tab]) await expect(rowOf(one, fourth)).toBeVisible();
    expect(lines).toEqual([]);
    await page.close();
    const fifth = await sell(service.url);
    await expect(rowOf(tab, fifth)).toBeVisible();
    expect(lines).toHaveLength(1);

    await step('after a restart of the service the list is fresh as well', async () => {
      const again = tab.waitForResponse(
        (response) => response.url().includes('/api/events') && response.ok(),
      );
      await service.restart();
      const sixth = await sell(service.url);
      await again;
      await expect(rowOf(tab, sixth)).toBeVisible();
    });
  });
});

testAlone('an open order says what others do to it, and takes nothing away', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  const other = await otherAdmin(service.url, admin);
  const readerId = await admin.readerId('reader2');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openListening(page, service.url, 'admin');
  await numberOf(page, order).click();
  const dialog = orderDialog(page, order);
  const news = dialog.getByRole('status').filter({ hasText: 'Changed meanwhile' });
  const content = dialog.getByLabel('Reading content');

  await step('what is typed and chosen stays', async () => {
    await content.fill('The Star speaks');
    await dialog.getByLabel('Assigned reader').selectOption({ label: 'Nobody' });
    await content.focus();
    await other.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId });
    await expect(news).toContainText(/Assigned · admin\.\w+ \(to reader2\)/);
    await expect(content).toBeFocused();
    await page.keyboard.type(' of patience.');
    await expect(content).toHaveValue('The Star speaks of patience.');
    await expect(dialog.getByLabel('Assigned reader')).toHaveValue('');
    await news.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(news).toHaveCount(0);
  });
  await step('of what one does oneself nothing is said', async () => {
    await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
    await expectDone(page, 'Order Reassigned', `${order.orderNumber} is with nobody now.`);
    await expect(dialog).toContainText('It stays with nobody until an admin gives it to a reader.');
    await expect(news).toHaveCount(0);
  });
  await step('whoever writes is told at once why they cannot go on', async () => {
    await other.ask('POST', `/api/orders/${order.id}/refund`, { refundedBefore: 0 });
    await expect(news).toContainText(/admin\.\w+ gave back \$60\.00/);
    await expect(unsavedText(dialog)).toContainText(
      'The money of this order went back to the customer, so its reading is not needed.',
    );
    await expect(unsavedText(dialog).getByRole('textbox')).toHaveValue('The Star speaks of patience.');
  });
});

testAlone('an admin who reads is told what becomes of the reading meanwhile', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const { order, reading } = await sellAndWrite(service.url, admin, 'The Star speaks of patience.');
  await openListening(page, service.url, 'admin');
  await page.getByRole('tab', { name: /Reading Approval/ }).click();
  const card = cardOf(page, order);
  await expect(card).toBeVisible();
  await page.keyboard.press('j');
  await expect(card).toBeFocused();

  await step('a newer version is said to be one, with what it changes', async () => {
    await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Star speaks of courage.' });
    await expect(card.getByRole('status').filter({ hasText: 'A newer version has come' })).toBeVisible();
    await expect(card.getByRole('deletion')).toHaveText('patience');
    await expect(card.getByRole('insertion')).toHaveText('courage');
    await card.getByRole('button', { name: 'I have seen it' }).click();
    await expect(card.getByText('A newer version has come')).toHaveCount(0);
    await expect(card).toBeFocused();
  });
  await step('what is sent back is the version that was read, and no newer one', async () => {
    await page.keyboard.press('r');
    const question = page.getByRole('alertdialog');
    await expect(question.getByLabel('Feedback')).toBeFocused();
    await page.keyboard.type('Say more of the Moon.');
    await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Star speaks of joy.' });
    await expect(question.getByRole('status').filter({ hasText: 'A newer version' })).toBeVisible();
    await expect(question.getByRole('insertion')).toHaveText('joy');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expectRefused(page, 'Rejection Failed', /^Meanwhile there is a newer version of this reading/);
    expect((await admin.order(order.id)).status).toBe('reading_uploaded');
    await page.keyboard.press('r');
    await expect(question.getByLabel('Feedback')).toHaveValue('Say more of the Moon.');
    await question.getByLabel('Feedback').clear();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
  });
  await step(
    'somebody else decides while feedback is typed: by whom is said, and the words are kept',
    async () => {
      await page.keyboard.press('r');
      await page.keyboard.type('Say more of the Sun.');
      await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
      const become = page.getByRole('region', { name: `${order.orderNumber} does not wait for approval` });
      await expect(become).toContainText(/^.*admin approved it at /);
      await expect(unsavedText(page.getByRole('tabpanel')).getByRole('textbox')).toHaveValue(
        'Say more of the Sun.',
      );
      await expect(page.locator('body')).not.toBeFocused();
    },
  );
});

testAlone('a reader who writes loses nothing when their orders change', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await openListening(page, service.url, 'reader1');
  await choose(page, order);
  await text(page).pressSequentially('The Star speaks');
  const other = await sellTo(service, admin, 'reader1');
  const choices = page.getByRole('combobox', { name: 'Order' }).getByRole('option');
  await expect(choices.filter({ hasText: other.orderNumber })).toHaveCount(1);
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' of patience.');
  await expect(text(page)).toHaveValue('The Star speaks of patience.');
  await expectSaved(page);
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId: await admin.readerId('reader2') });
  await expect(assignment(page, order)).toHaveCount(0);
  const taken = page.getByRole('region', { name: 'Taken away' });
  await expect(taken).toContainText('This order is no longer assigned to you.');
  await taken.locator('summary').first().click();
  await expect(taken.getByRole('textbox').first()).toHaveValue('The Star speaks of patience.');
  await expect(assignment(page, other)).toBeVisible();
});
