import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { toastOn } from '../steps/checkout-steps.ts';
import { addPerson, test } from '../steps/desk-steps.ts';
import { expect, mailsTo, type SandboxMail } from '../steps/steps.ts';

/* The accounts of those who work here: the ways in. What their forms refuse: src/islands/account, sign-in. */

const words = 'the wheel turns';

/** Opens the account of whoever is signed in. @returns its dialog */
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

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/admin/login');
}

const linkIn = (mail: SandboxMail | undefined): string =>
  /https?:\/\/\S+\/admin\/new-password#[\w-]{22}$/m.exec(mail?.text ?? '')?.[0] ?? '';

/** What the app shows so many steps from now. */
function codeOf(key: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

test('a forgotten password is replaced through a mail, once, and ends all sessions', async ({
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

test('with a second factor the sign-in asks for a code, or a recovery code', async ({ page, admin }) => {
  const { username, password } = await addPerson(admin, 'admin');
  await page.goto('/admin/login');
  await typeCredentials(page, username, password);
  const part = (await openAccount(page)).getByRole('region', { name: 'Two-factor sign-in' });
  await part.getByLabel('Your password').fill(password);
  await part.getByRole('button', { name: 'Switch on' }).click();
  const key = ((await part.getByText(/^Key: /).textContent()) ?? '').replace(/^Key:|\s/g, '');
  await part.getByLabel('Code', { exact: true }).fill(codeOf(key, 0));
  await part.getByRole('button', { name: 'Confirm' }).click();
  const codes = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await close(page);
  await signOut(page);

  // The step whose code switched it on is spent.
  for (const code of [codeOf(key, 1), recoveryCode.toLowerCase()]) {
    await typeCredentials(page, username, password);
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/admin/dashboard');
    if (code !== recoveryCode.toLowerCase()) await signOut(page);
  }
  await openAccount(page);
  await expect(part).toContainText('9 recovery codes are left.');
  await part.getByLabel('Your password').fill(password);
  await part.getByRole('button', { name: 'Switch off' }).click();
  await expect(part.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await close(page);
  await signOut(page);
  await typeCredentials(page, username, password);
  await page.waitForURL('**/admin/dashboard');
});
