import type { Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import { test } from '../steps/desk-steps.ts';
import { expect, mailsTo } from '../steps/steps.ts';

/* The accounts of those who work here: the ways in. What their forms refuse: src/features/account, sign-in. */

const words = 'the wheel turns';

/** Fills in the sign-in that is on screen. */
async function typeCredentials(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('resets a forgotten password by mail and ends all sessions', async ({
  page,
  request,
  browser,
  reader,
}) => {
  const address = `${reader.username}@staff.example`;
  await page.goto('/admin/login');
  await typeCredentials(page, reader.username, reader.password);
  await page.getByRole('button', { name: 'My account' }).click();
  const dialog = page.getByRole('dialog', { name: 'My account' });
  const form = dialog.getByRole('form', { name: 'Account' });
  await form.getByLabel('Email').fill(address);
  await form.getByLabel('Your password').fill(reader.password);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(`Email to ${address} when`)).toBeVisible();

  const forgetful = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await forgetful.goto('/admin/login');
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  await forgetful.getByLabel('Email address').fill(address);
  await forgetful.getByRole('button', { name: 'Send the Link' }).click();
  await expect(forgetful.getByRole('status').getByText(address)).toBeVisible();
  const [mail] = await mailsTo(request, address, 1);

  const link = /https?:\/\/\S+\/admin\/new-password#[\w-]{22}$/m.exec(mail?.text ?? '')?.[0];
  await forgetful.goto(`${link}?utm_source=mail`);
  await forgetful.getByLabel('New password', { exact: true }).fill(words);
  await forgetful.getByLabel('Confirm new password').fill(words);
  await forgetful.getByRole('button', { name: 'Set Password' }).click();
  await forgetful.waitForURL('**/admin/login');
  await expect(toastOn(forgetful)).toContainText('Password Updated');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  await typeCredentials(forgetful, reader.username, words);
  await forgetful.waitForURL('**/reader/dashboard');
});
