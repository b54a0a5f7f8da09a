import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { toastOn } from '../steps/checkout-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expect, expectNoFlaws, mailsTo, people, signIn, test } from '../steps/steps.ts';

/* The accounts of those who work here, as they mind them themselves. */

const address = 'reader1@staff.example';
const words = 'the wheel turns';

/** Opens the account of whoever is signed in. @returns its dialog */
async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'My account' }).click();
  const dialog = page.getByRole('dialog', { name: 'My account' });
  await expect(dialog.getByRole('heading', { name: 'Email address' })).toBeVisible();
  return dialog;
}

/** Closes the dialog on screen: Escape would close a toast first. */
async function close(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function giveAddress(dialog: Locator, password: string): Promise<void> {
  const form = dialog.getByRole('form', { name: 'Email address' });
  await form.getByLabel('Address').fill(address);
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(dialog.getByText(`Mail to ${address} when`)).toBeVisible();
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

/** Switches two-factor sign-in on as far as the recovery codes. @returns the app's secret and the codes */
async function switchTwoFactorOn(dialog: Locator, password: string) {
  const part = dialog.getByRole('region', { name: 'Two-factor sign-in' });
  await part.getByLabel('Your password').fill(password);
  await part.getByRole('button', { name: 'Switch on' }).click();
  await expect(part.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  const key = ((await part.getByText(/^Key: /).textContent()) ?? '').replace(/^Key:|\s/g, '');
  await expect(part.getByLabel('Code', { exact: true })).toBeFocused();
  await part.getByLabel('Code', { exact: true }).fill(codeOf(key, 0));
  await part.getByRole('button', { name: 'Confirm' }).click();
  const codes = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { key, codes: await codes.allTextContents() };
}

/** What the app shows so many steps from now. */
function codeOf(key: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

testAlone(
  'a forgotten password is replaced through a mail, once, and ends all sessions',
  async ({ page, request, browser }) => {
    await signIn(page, 'reader1');
    await giveAddress(await openAccount(page), people.reader1);
    await close(page);

    const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const forgetful = await elsewhere.newPage();
    await forgetful.goto('/admin/login');
    await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
    for (const typed of ['nobody@staff.example', address]) {
      await forgetful.getByLabel('Email address').fill(typed);
      await forgetful.getByRole('button', { name: 'Send the Link' }).click();
      await expect(forgetful.getByRole('status').getByText(typed)).toBeVisible();
    }
    await expectNoFlaws(forgetful);
    const [mail] = await mailsTo(request, address, 1);
    await mailsTo(request, 'nobody@staff.example', 0);
    const link = /https?:\/\/\S+\/admin\/new-password#[\w-]{22}$/m.exec(mail?.text ?? '')?.[0] ?? '';

    await test.step('a mail scanner that opens it first uses nothing up', async () => {
      for (const method of ['HEAD', 'GET']) await request.fetch(link, { method });
      const scanner = await elsewhere.newPage();
      await scanner.goto(link);
      await expect(scanner.getByRole('button', { name: 'Set Password' })).toBeEnabled();
      await scanner.waitForLoadState('networkidle');
      await scanner.close();
    });

    await forgetful.goto(`${link}?utm_source=mail`);
    const save = forgetful.getByRole('button', { name: 'Set Password' });
    const fill = async (first: string, second: string) => {
      await forgetful.getByLabel('New password', { exact: true }).fill(first);
      await forgetful.getByLabel('Confirm new password').fill(second);
      await save.click();
    };
    await fill(words, 'other words');
    await expect(forgetful.getByText("New passwords don't match")).toBeVisible();
    await expect(forgetful.getByLabel('Confirm new password')).toBeFocused();
    await fill('password123', 'password123');
    await expect(forgetful.getByText(/one of the most common ones/)).toBeVisible();
    await expectNoFlaws(forgetful);
    await fill(words, words);
    await forgetful.waitForURL('**/admin/login');
    await expect(toastOn(forgetful)).toContainText('Password Updated');

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    await typeCredentials(forgetful, 'reader1', words);
    await forgetful.waitForURL('**/reader/dashboard');

    await forgetful.goto(link);
    await expect(forgetful.getByText(/This link does not work any more/)).toBeVisible();
    await expect(forgetful.getByText(/sign in with the new one/)).toBeHidden();
    await expect(forgetful.getByLabel('New password', { exact: true })).toHaveCount(0);
    const another = forgetful.getByRole('link', { name: 'Ask for another link' });
    await expect(another).toBeFocused();
    // On a line of its own: its ring neither breaks nor touches the sentence.
    expect(await another.evaluate((link) => [link.getClientRects().length, link.previousSibling])).toEqual([
      1,
      null,
    ]);
    await expectNoFlaws(forgetful);
    await forgetful.getByRole('link', { name: 'Ask for another link' }).click();
    await forgetful.waitForURL('**/admin/forgot-password');
    await elsewhere.close();
  },
);

test('a link that is used while its page is open says so, and the next one opens in the same tab', async ({
  page,
}) => {
  let isUsed = false;
  const over = { error: { code: 'reset_not_found', message: 'This link does not work any more.' } };
  await page.route('**/api/password-reset/check', (route) => {
    const isNext = route.request().postData()?.includes('BBBBBBBBBBBBBBBBBBBBBB');
    return isNext || !isUsed
      ? route.fulfill({ json: { works: true } })
      : route.fulfill({ status: 404, json: over });
  });
  await page.route('**/api/password-reset/confirm', (route) => {
    isUsed = true;
    return route.fulfill({ status: 404, json: over });
  });
  await page.goto('/admin/new-password#AAAAAAAAAAAAAAAAAAAAAA');
  await page.getByLabel('New password', { exact: true }).fill(words);
  await page.getByLabel('Confirm new password').fill(words);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText('This link does not work any more.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for another link' })).toBeFocused();

  await page.goto('/admin/new-password#BBBBBBBBBBBBBBBBBBBBBB');
  await expect(page.getByRole('button', { name: 'Set Password' })).toBeEnabled();
  await expect(page.getByText('This link does not work any more.')).toHaveCount(0);
});

testAlone('with a second factor the sign-in asks for a code, or a recovery code', async ({ page }) => {
  await signIn(page, 'admin');
  const dialog = await openAccount(page);
  const { key, codes } = await switchTwoFactorOn(dialog, people.admin);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog.getByText('10 recovery codes are left.')).toBeVisible();
  await close(page);
  await signOut(page);

  await typeCredentials(page, 'admin', people.admin);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveValue('admin');
  await expect(page.getByLabel('Password')).toHaveValue(people.admin);
  await expectNoFlaws(page);
  const enter = page.getByRole('button', { name: 'Sign In' });
  await code.fill('000000');
  await enter.click();
  await expect(toastOn(page)).toContainText('Invalid credentials');
  await expect(code).toHaveValue('000000');
  // The step whose code switched it on is spent.
  await code.fill(codeOf(key, 1));
  await enter.click();
  await page.waitForURL('**/admin/dashboard');
  await signOut(page);

  await typeCredentials(page, 'admin', people.admin);
  await code.fill((codes[0] ?? '').toLowerCase());
  await enter.click();
  await page.waitForURL('**/admin/dashboard');
  const again = await openAccount(page);
  await expect(again.getByText('9 recovery codes are left.')).toBeVisible();
  const part = again.getByRole('region', { name: 'Two-factor sign-in' });
  await part.getByLabel('Your password').fill(people.admin);
  await part.getByRole('button', { name: 'Switch off' }).click();
  await expect(part.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await close(page);
  await signOut(page);
  await signIn(page, 'admin');
});

testAlone('the admin helps a reader who has lost their phone', async ({ page, browser }) => {
  await signIn(page, 'admin');
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const reader = await elsewhere.newPage();
  await signIn(reader, 'reader1');
  await switchTwoFactorOn(await openAccount(reader), people.reader1);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Manage the account of reader1' }).click();
  const dialog = page.getByRole('dialog', { name: 'The account of reader1' });
  await expect(dialog.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
  await expectNoFlaws(page);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Switch two-factor sign-in off for reader1?' });
  await question.getByRole('button', { name: 'Switch off' }).click();
  await expect(dialog.getByRole('heading', { name: 'Two-factor sign-in' })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(toastOn(page)).toContainText(`Mail to reader1 goes to ${address}.`);
  await elsewhere.clearCookies();
  await signIn(reader, 'reader1');
  await elsewhere.close();
});

testAlone('a reader minds their sessions, their notices and their password', async ({ page, browser }) => {
  await signIn(page, 'reader1');
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const otherPage = await other.newPage();
  const expectOut = async () => {
    await otherPage.reload();
    await expect(otherPage.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  };
  await signIn(otherPage, 'reader1');
  const dialog = await openAccount(page);
  const sessions = dialog.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: /^End the session since/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expectOut();

  const notice = dialog.getByRole('checkbox', { name: 'An order is assigned to me' });
  await notice.uncheck();
  await expect(toastOn(page)).toContainText('Notices Updated');
  await expectNoFlaws(page);

  await signIn(otherPage, 'reader1');
  const form = dialog.getByRole('form', { name: 'Password', exact: true });
  const change = async (current: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password', { exact: true }).fill(words);
    await form.getByLabel('Confirm new password').fill(words);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not my password');
  await expect(toastOn(page)).toContainText('The current password is not right.');
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue(words);
  await change(people.reader1);
  await expect(toastOn(page)).toContainText('Password Updated');
  await expectOut();

  await page.reload();
  const notices = (await openAccount(page)).getByRole('group', { name: 'Notices' });
  await expect(notices.getByRole('checkbox', { checked: false })).toHaveCount(1);
  await close(page);
  await signOut(page);
  await typeCredentials(page, 'reader1', words);
  await page.waitForURL('**/reader/dashboard');
  await other.close();
});

testAlone(
  'without a connection and on a failure nothing that was typed is lost',
  async ({ page, context }) => {
    await signIn(page, 'reader1');
    const dialog = await openAccount(page);
    const form = dialog.getByRole('form', { name: 'Email address' });
    await form.getByLabel('Address').fill(address);
    await form.getByLabel('Address').press('Enter');
    await expect(form.getByLabel('Your password')).toBeFocused();
    await form.getByLabel('Your password').fill(people.reader1);
    const save = form.getByRole('button', { name: 'Save address' });
    await context.setOffline(true);
    await save.click();
    await expect(toastOn(page)).toContainText('We couldn’t reach the server.');
    await context.setOffline(false);
    await page.route('**/api/account', (route) => route.fulfill({ status: 500, body: '' }));
    await save.click();
    await expect(toastOn(page)).toContainText('Failed to update the address');
    await expect(form.getByLabel('Address')).toHaveValue(address);
    await expect(form.getByLabel('Your password')).toHaveValue(people.reader1);
    await page.unroute('**/api/account');
    await save.click();
    await expect(dialog.getByText(`Mail to ${address} when`)).toBeVisible();

    await page.route('**/api/password-reset**', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/forgot-password');
    await page.getByLabel('Email address').fill(address);
    await page.getByRole('button', { name: 'Send the Link' }).click();
    await expect(toastOn(page)).toContainText('Nothing Was Sent');
    await expect(page.getByLabel('Email address')).toHaveValue(address);
    await page.route('**/api/password-reset/confirm', (route) => route.abort());
    await page.goto('/admin/new-password#AAAAAAAAAAAAAAAAAAAAAA');
    await page.getByLabel('New password', { exact: true }).fill(words);
    await page.getByLabel('Confirm new password').fill(words);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(toastOn(page)).toContainText('Update Failed');
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue(words);
  },
);

testAlone('every step to the second factor is without flaws', async ({ page }) => {
  testAlone.setTimeout(120_000);
  await signIn(page, 'reader1');
  const dialog = await openAccount(page);
  const part = dialog.getByRole('region', { name: 'Two-factor sign-in' });
  await part.getByLabel('Your password').fill(people.reader1);
  await part.getByRole('button', { name: 'Switch on' }).click();
  await expect(part.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await expectNoFlaws(page);
  await part.getByRole('button', { name: 'Cancel' }).click();
  await switchTwoFactorOn(dialog, people.reader1);
  await expectNoFlaws(page);
});
