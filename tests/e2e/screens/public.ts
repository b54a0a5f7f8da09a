import type { Locator, Page } from '@playwright/test';
import { limits } from '../../../src/shared/limits.ts';
import { providerConfirm, settingsCall } from '../steps/checkout-steps.ts';
import { colleague } from '../steps/desk-steps.ts';
import { cards, expect, fillCard, fillDetails, openCheckout, payButton } from '../steps/steps.ts';
import { closeToast, type Screen } from './camera.ts';
import { openOrderPage } from './month.ts';

/* The screens that everybody can see. */

const customer = {
  name: 'Maya Lindqvist',
  email: 'maya.lindqvist@customers.example',
  addressee: 'Maya',
  background: 'I have been an accountant for nine years, and I bake at night.',
};

const orderCard = (page: Page) => page.getByRole('region', { name: 'Order your reading' });

async function pay(page: Page, card: string): Promise<void> {
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  await payButton(page).click();
}

const longWord = (length: number) => 'Rindfleischetikettierung'.repeat(300).slice(0, length);

/** Goes to a page, and waits for what a person would use there first. */
const at = (path: string, find: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(path);
  await expect(find(page)).toBeVisible();
  await expect(find(page)).toBeEnabled();
};
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const button = (name: string) => (page: Page) => page.getByRole('button', { name });

async function offerWithdrawal(url: string): Promise<void> {
  const admin = await colleague(url);
  await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
}

/** The first step, once the page for everybody has been made anew. */
async function openForm(page: Page, url: string): Promise<void> {
  await offerWithdrawal(url);
  await expect(async () => {
    await page.goto('/withdraw');
    await expect(page.getByLabel('Order number', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

async function stateByLink(page: Page, url: string): Promise<void> {
  await offerWithdrawal(url);
  await openOrderPage(page, 'thandi');
  await button('Withdraw from contract')(page).click();
  await expect(heading('Confirm your withdrawal')(page)).toBeVisible();
}

export const publicScreens: Screen[] = [
  { name: 'checkout', isPictured: true, extent: 'whole page', reach: openCheckout },
  { name: 'terms', isPictured: true, extent: 'whole page', reach: at('/terms', heading('Who we are')) },
  { name: 'sample', isPictured: true, reach: at('/sample', heading('A sample reading')) },
  { name: 'faq', isPictured: true, reach: at('/faq', heading('Frequently asked questions')) },
  { name: 'my-orders', isPictured: true, reach: at('/my-orders', heading('Find your orders')) },
  {
    name: 'checkout-loading',
    async reach(page) {
      await page.route(settingsCall, () => undefined);
      await page.goto('/');
      await expect(page.getByText('Loading checkout...')).toBeVisible();
    },
  },
  {
    name: 'checkout-payment-system-error',
    async reach(page) {
      await page.route(settingsCall, (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('alert', { name: 'Payment System Error' })).toBeVisible();
    },
  },
  {
    name: 'checkout-long-words',
    async reach(page) {
      await openCheckout(page);
      await page.getByRole('radio', { name: /^Other/ }).check();
      await page.getByLabel('Your own question').fill(longWord(limits.questionCharacters));
      await page.getByLabel('Full name').fill(longWord(limits.nameCharacters));
      await page.getByLabel('Email', { exact: true }).fill(longWord(limits.emailCharacters));
      await page.getByLabel('Name for the reading').fill(longWord(limits.nameCharacters));
      await page.getByLabel('Background context').fill(longWord(limits.backgroundCharacters));
    },
  },
  {
    name: 'checkout-mistakes',
    isPictured: true,
    extent: orderCard,
    async reach(page) {
      await openCheckout(page);
      await page.getByRole('radio', { name: /^Other/ }).check();
      await page.getByLabel('Email', { exact: true }).fill('nobody');
      await payButton(page).click();
      await expect(page.getByText('The name for the reading is missing.')).toBeVisible();
      await closeToast(page);
    },
  },
  {
    name: 'checkout-declined',
    isPictured: true,
    extent: orderCard,
    async reach(page) {
      const message = 'Your card was declined.';
      const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message };
      await page.route(providerConfirm, (route) => route.fulfill({ status: 402, json: { error } }));
      await pay(page, cards.declined);
      await closeToast(page);
      await expect(orderCard(page).getByText(message)).toBeVisible();
      await expect(payButton(page)).toBeEnabled();
    },
  },
  {
    name: 'thank-you',
    isPictured: true,
    extent: 'whole page',
    reach: at('/thank-you?order=CT-7K3M9Q', (page) => page.getByText('CT-7K3M9Q')),
  },
  { name: 'not-found', isPictured: true, reach: at('/no-such-page', heading('Page Not Found')) },
  { name: 'sign-in', isPictured: true, reach: at('/admin/login', button('Sign In')) },
  {
    name: 'forgotten-password',
    isPictured: true,
    reach: at('/admin/forgot-password', button('Send the Link')),
  },
  { name: 'email-test', isPictured: true, reach: at('/email-test', button('Send Test Email')) },
  {
    name: 'stripe-test',
    isPictured: true,
    reach: at('/stripe-test', (page) => page.getByLabel('Card number')),
  },
  {
    name: 'order-in-preparation',
    isPictured: true,
    async reach(page) {
      await openOrderPage(page, 'thandi');
      await expect(heading('We’re working on your reading')(page)).toBeVisible();
    },
  },
  {
    name: 'order-delivered',
    isPictured: true,
    extent: 'whole page',
    async reach(page) {
      await openOrderPage(page, 'tomasz');
      await expect(page.getByRole('article')).toContainText('That, too, would be a training.');
    },
  },
  {
    name: 'receipt',
    isPictured: true,
    async reach(page) {
      await openOrderPage(page, 'tomasz');
      await page.getByRole('link', { name: 'Receipt' }).click();
      await expect(heading('Receipt')(page)).toBeVisible();
    },
  },
  // The last: from here on the shop offers withdrawal, and an order of the month changes.
  { name: 'withdraw', isPictured: true, reach: openForm },
  { name: 'withdraw-confirm', isPictured: true, reach: stateByLink },
  {
    name: 'withdraw-done',
    async reach(page, url) {
      await stateByLink(page, url);
      await button('Confirm withdrawal')(page).click();
      await expect(heading('We have received your withdrawal')(page)).toBeVisible();
    },
  },
];
