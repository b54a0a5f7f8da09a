import type { Page } from '@playwright/test';
import { expectChosenByKeys } from '../steps/combobox-steps.ts';
import { colleague, numberOf, openDesk, orderDialog, sell, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { openReaderDesk, sellTo, text } from '../steps/reader-steps.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* The palette: Ctrl+K, a few letters, Enter. Nothing here needs a pointer. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or do' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

/** Types, and takes what is found first. */
async function take(page: Page, words: string, label: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await expect(options(page).first()).toContainText(label);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('an admin finds orders, people, settings and actions by typing', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const { order } = await sellAndWrite(service.url, admin, 'The Star speaks of patience.');
  const other = await sell(service.url, { customerName: 'Zoë Ångström' });
  await openDesk(page, service.url);
  await expect(numberOf(page, order)).toBeVisible();

  await test.step('it says what it is for, and closes without a trace', async () => {
    await page.getByRole('button', { name: /^Find/ }).press('Enter');
    await expect(field(page)).toBeFocused();
    await expect(options(page).first()).toContainText('Export CSV');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await expectNoFlaws(page);
    await expectChosenByKeys(field(page), options(page));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Find/ })).toBeFocused();
  });
  await test.step('an order by its number, without waiting for it', async () => {
    await openPalette(page);
    await page.keyboard.type(other.orderNumber);
    await page.keyboard.press('Enter');
    await expect(orderDialog(page, other)).toContainText(other.email);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('an order by the customer’s name, and what can be done to it', async () => {
    await take(page, order.name, order.orderNumber);
    await expect(orderDialog(page, order)).toContainText('The Star speaks of patience.');
    await take(page, 'approve', 'Approve & Send');
    const question = page.getByRole('dialog', { name: `Send the reading for ${order.orderNumber}?` });
    await expect(question.getByRole('button', { name: 'Send to the customer' })).toBeEnabled();
    // A question wants its answer first.
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
  });
  await test.step('what was opened last comes first', async () => {
    await openPalette(page);
    await expect(options(page).nth(0)).toContainText(other.orderNumber);
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(orderDialog(page, other)).toContainText(other.email);
  });
  await test.step('a setting, a person, a list', async () => {
    await take(page, 'price', 'Reading Price');
    await expect(page.getByRole('heading', { name: 'Reading Price' })).toBeFocused();
    await take(page, 'reader1 account', 'reader1');
    await expect(page.getByRole('dialog', { name: 'The account of reader1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await take(page, 'late', 'Late');
    await expect(page).toHaveURL(/show=overdue/);
    await expect(page.getByRole('tab', { name: 'Order Management' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
  await test.step('what nobody has is said, and a field is no hindrance', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await openPalette(page);
    await page.keyboard.type('nothing of it');
    await expect(palette(page).getByRole('status')).toHaveText('Nothing has these words.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toBeFocused();
  });
  await test.step('the way out', async () => {
    await take(page, 'sign out', 'Sign Out');
    await page.waitForURL('**/admin/login');
  });
});

test('a reader goes to an order by its customer, on a phone too', async ({ page, service }) => {
  const admin = await colleague(service.url);
  await sellTo(service, admin, 'reader1');
  const order = await sellTo(service, admin, 'reader1', { customerName: 'Zoë Ångström' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openReaderDesk(page, service.url, 'reader1');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await field(page).fill('angstrom');
  await options(page).filter({ hasText: order.orderNumber }).click();
  await expect(page).toHaveURL(new RegExp(`${order.id}|${order.orderNumber}`));
  await expect(text(page)).toBeFocused();
});
