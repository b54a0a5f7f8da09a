import type { Page } from '@playwright/test';
import {
  atOwnBrowser,
  expectDone,
  expectRefused,
  filterBy,
  manage,
  newTag,
  openDesk,
  sell,
  test,
} from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';

/* The people in the settings. What a card refuses: src/islands/people. */

const personRow = (page: Page, username: string) =>
  page
    .getByRole('region', { name: 'Accounts' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Manage the account of ${username}` }) });

test('a reader is added, signed out, and leaves their orders to another', async ({
  page,
  service: { url },
  admin,
}) => {
  const name = `nora.${newTag()}`;
  await openDesk(page, url, '?tab=settings&section=people');
  await page.getByText('Add a person', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Add a person' });
  await form.getByLabel('Username').fill(name);
  await form.getByLabel('First password').fill('first words');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expectDone(page, 'Account Created', `${name} can sign in now.`);
  const noraHere = { username: name, password: 'first words', path: '/reader/dashboard' };
  const nora = await atOwnBrowser(page.context().browser(), url, noraHere);
  await expect(nora.getByText(`Welcome, ${name}`)).toBeVisible();
  const order = await sell(url);
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId: await admin.readerId(name) });
  const signInAgain = nora.getByRole('button', { name: 'Sign In', exact: true });
  await page.reload();
  await expect(personRow(page, name)).toContainText(/1 open order · signed in on 1 device/);
  const dialog = await manage(page, name);

  await test.step('where they are signed in, and no longer', async () => {
    await dialog.getByRole('button', { name: /^End the session/ }).click();
    await expectDone(page, 'Session Ended', `${name} is signed out there.`);
    await nora.reload();
    await expect(signInAgain).toBeVisible();
  });

  await test.step('closed, and nobody can give it orders', async () => {
    await dialog.getByLabel('What happens to 1 open order').selectOption('They go to reader1');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close it' }).click();
    await expectDone(page, 'Account Closed', `${name} is signed out and can no longer sign in.`);
    expect((await admin.order(order.id)).assignedReader?.username).toBe('reader1');
    await nora.goto('/reader/dashboard');
    await nora.getByLabel('Username').fill(name);
    await nora.getByLabel('Password').fill('first words');
    await signInAgain.click();
    await expectRefused(nora, 'Login Failed', 'Invalid credentials');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('tab', { name: 'Order Management' }).click();
    const readers = filterBy(page, 'Reader').getByRole('option');
    await expect(readers.filter({ hasText: 'reader1' })).toHaveCount(1);
    await expect(readers.filter({ hasText: name })).toHaveCount(0);
  });
});
