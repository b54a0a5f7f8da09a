import type { Page } from '@playwright/test';
import {
  atOwnBrowser,
  colleague,
  expectDone,
  expectRefused,
  filterBy,
  manage,
  openDesk,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, openCheckout, payButton } from '../steps/steps.ts';

/* The settings: the price, the people, and who the business is. What a card refuses: src/islands/settings, people. */

const personRow = (page: Page, username: string) =>
  page
    .getByRole('region', { name: 'People' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Manage the account of ${username}` }) });

test('a new price is what customers pay, and nothing for a free reading', async ({ page, service }) => {
  await openDesk(page, service.url, '?tab=settings');
  const card = page.getByRole('form', { name: 'Reading Price' });
  const newPrice = card.getByRole('textbox', { name: 'New price ($)' });
  await newPrice.fill('75,5');
  await newPrice.press('Enter');
  await expectDone(page, 'Price Updated', 'A reading costs $75.50 from now on.');
  await expect(card).toContainText('Current price: $75.50');
  const customer = await page.context().newPage();
  await openCheckout(customer);
  await expect(payButton(customer)).toHaveText('Pay $75.50 & Get My Reading');

  await newPrice.fill('0');
  await newPrice.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make readings free' }).click();
  await expectDone(page, 'Price Updated', 'A reading costs $0.00 from now on.');
  await customer.reload();
  await expect(customer.getByRole('button', { name: 'Get My Free Reading' })).toBeEnabled();

  const business = page.getByRole('region', { name: 'Your business' });
  for (const [what, value] of [
    ['Name', 'Career Tarot'],
    ['Contact', 'hello@career-tarot.example'],
    ['On card statements', 'CAREER TAROT'],
    ['Address of the site', service.url],
  ] as const) {
    const fact = business.locator('dl > div').filter({ has: page.getByText(what, { exact: true }) });
    await expect(fact.getByRole('definition')).toHaveText(value);
  }
});

test('somebody is added, signed out, and leaves their orders to another', async ({
  page,
  service: { url },
}) => {
  const admin = await colleague(url);
  await openDesk(page, url, '?tab=settings');
  await page.getByText('Add somebody', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Add somebody' });
  await form.getByLabel('Username').fill('nora');
  await form.getByLabel('First password').fill('first words');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expectDone(page, 'Account Created', 'nora can sign in now.');
  const noraHere = { username: 'nora', password: 'first words', path: '/reader/dashboard' };
  const nora = await atOwnBrowser(page.context().browser(), url, noraHere);
  await expect(nora.getByText('Welcome, nora')).toBeVisible();
  const order = await sell(url);
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId: await admin.readerId('nora') });
  const signInAgain = nora.getByRole('button', { name: 'Sign In', exact: true });
  await page.reload();
  await expect(personRow(page, 'nora')).toContainText(/1 open order · signed in once/);
  const dialog = await manage(page, 'nora');

  await test.step('where they are signed in, and no longer', async () => {
    await dialog.getByRole('button', { name: /^End the session/ }).click();
    await expectDone(page, 'Session Ended', 'nora is signed out there.');
    await nora.reload();
    await expect(signInAgain).toBeVisible();
  });

  await test.step('closed, and nobody can give it orders', async () => {
    await dialog.getByLabel('What becomes of 1 open order').selectOption('They go to reader1');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close it' }).click();
    await expectDone(page, 'Account Closed', 'nora is signed out and can no longer sign in.');
    expect((await admin.order(order.id)).assignedReader?.username).toBe('reader1');
    await nora.goto('/reader/dashboard');
    await nora.getByLabel('Username').fill('nora');
    await nora.getByLabel('Password').fill('first words');
    await signInAgain.click();
    await expectRefused(nora, 'Login Failed', 'Invalid credentials');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('tab', { name: 'Order Management' }).click();
    const readers = ['All readers', 'Unassigned', 'reader1', 'reader2'];
    await expect(filterBy(page, 'Reader').getByRole('option')).toHaveText(readers);
  });
});
