import type { Page } from '@playwright/test';
import { signIn as signInByApi } from '../../faults/attacks-support/browser.ts';
import { adminSees, expectTyped } from '../steps/checkout-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  type Customer,
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  signIn,
} from '../steps/steps.ts';

/** A phone's. */
const width = 360;

/* Apple Pay and Google Pay, played by a wallet of the sandbox's own. */

const wallet = (page: Page) => page.getByRole('button', { name: 'Sandbox wallet' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sandbox wallet' });

async function offerWallets(url: string): Promise<void> {
  const admin = await signInByApi(url, 'admin');
  const { status } = await admin.call('PUT', '/api/settings/payment', { wallets: true });
  expect(status).toBe(200);
}

/** Opens the checkout once it offers the wallet: the page is made anew after the setting has changed. */
async function openWithWallet(page: Page): Promise<Customer> {
  await expect(async () => {
    await openCheckout(page);
    await expect(wallet(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const customer = newCustomer();
  await fillDetails(page, customer);
  await wallet(page).click();
  await expect(page.getByLabel('Card number')).toBeHidden();
  return customer;
}

test.describe(`at ${width} px`, () => {
  test.use({ viewport: { width, height: 900 } });

  test('a wallet pays without a card being typed', async ({ page, service }) => {
    await offerWallets(service.url);
    const customer = await openWithWallet(page);
    await payButton(page).click();
    await expect(sheet(page)).toContainText('60.00 USD');
    await sheet(page).getByRole('button', { name: 'Pay with the wallet' }).click();
    const orderNumber = await readOrderNumber(page);
    expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
  });
});

test('a wallet that is closed has paid nothing, and the card still can', async ({ page, service }) => {
  await offerWallets(service.url);
  const customer = await openWithWallet(page);
  await payButton(page).click();
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(
    page.getByRole('form').getByRole('status').filter({ hasText: 'You closed the wallet' }),
  ).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  expect(await adminSees(page, customer.email)).toEqual([]);

  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
});

test('a wallet whose bank refuses is a card that was declined, and can be tried again', async ({
  page,
  service,
}) => {
  await offerWallets(service.url);
  const customer = await openWithWallet(page);
  await payButton(page).click();
  await sheet(page).getByRole('button', { name: 'Let the bank refuse' }).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expectTyped(page, customer);
  await payButton(page).click();
  await sheet(page).getByRole('button', { name: 'Pay with the wallet' }).click();
  await readOrderNumber(page);
});

test('no wallet is opened for a form that is wrong', async ({ page, service }) => {
  await offerWallets(service.url);
  await openWithWallet(page);
  await page.getByLabel('Full name').fill('');
  await payButton(page).click();
  await expect(
    page.getByText('Please fill out all required fields correctly.', { exact: true }),
  ).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByLabel('Full name')).toBeFocused();
});

test('an admin switches wallets on and off; off is how it begins', async ({ page, service }) => {
  await openCheckout(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(wallet(page)).toHaveCount(0);

  await signIn(page, 'admin');
  await page.getByRole('tab', { name: 'Settings' }).click();
  const setting = page.getByRole('checkbox', { name: 'Apple Pay and Google Pay' });
  await expect(setting).not.toBeChecked();
  await setting.check();
  await expect(
    page.getByText('Apple Pay and Google Pay are offered at the checkout.', { exact: true }),
  ).toBeVisible();
  await openWithWallet(page);

  const admin = await signInByApi(service.url, 'admin');
  await admin.call('PUT', '/api/settings/payment', { wallets: false });
  await expect(async () => {
    await openCheckout(page);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(wallet(page)).toHaveCount(0, { timeout: 500 });
  }).toPass();
});
