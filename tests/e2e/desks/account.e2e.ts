import type { Locator, Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import { test } from '../steps/desk-steps.ts';
import { expect, mailsTo, type SandboxMail } from '../steps/steps.ts';

/* The accounts of those who work here: the ways in. What their forms refuse: src/features/account, sign-in. */

const words = 'the wheel turns';

/** Opens the signed-in user's account. @returns its dialog */
async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'My account' }).click();
  const dialog = page.getByRole('dialog', { name: 'My account' });
  await expect(dialog.getByRole('form', { name: 'Account' })).toBeVisible();
  return dialog;
}

/** Closes the dialog on screen: Escape would close a toast first. */
async function close(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Fills in the sign-in that is on screen. */
async function typeCredentials(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const linkIn = (mail: SandboxMail | undefined): string =>
  /https?:\/\/\S+\/admin\/new-password#[\w-]{22}$/m.exec(mail?.text ?? '')?.[0] ?? '';

test('resets a forgotten password by mail and ends all sessions', async ({
  page,
  request,
  browser,
  reader,
}) => {
  const address = `${reader.username}@staff.example`;
  await page.goto('/admin/login');
  await typeCredentials(page, reader.username, reader.password);
  const dialog = await openAccount(page);
  const form = dialog.getByRole('form', { name: 'Account' });
  await form.getByLabel('Email').fill(address);
  await form.getByLabel('Your password').fill(reader.password);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(`Email to ${address} when`)).toBeVisible();
  await close(page);

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const forgetful = await elsewhere.newPage();
  await forgetful.goto('/admin/login');
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  const ask = async () => {
    await forgetful.getByLabel('Email address').fill(address);
    await forgetful.getByRole('button', { name: 'Send the Link' }).click();
    await expect(forgetful.getByRole('status').getByText(address)).toBeVisible();
  };
  await ask();
  const [mail] = await mailsTo(request, address, 1);

  await forgetful.goto(`${linkIn(mail)}?utm_source=mail`);
  await forgetful.getByLabel('New password', { exact: true }).fill(words);
  await forgetful.getByLabel('Confirm new password').fill(words);
  await forgetful.getByRole('button', { name: 'Set Password' }).click();
  await forgetful.waitForURL('**/admin/login');
  await expect(toastOn(forgetful)).toContainText('Password Updated');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  await typeCredentials(forgetful, reader.username, words);
  await forgetful.waitForURL('**/reader/dashboard');

  await elsewhere.close();
});
