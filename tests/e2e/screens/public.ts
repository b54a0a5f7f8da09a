import type { Locator, Page } from '@playwright/test';
import { limits } from '../../../src/shared/limits.ts';
import { providerConfirm, settingsCall } from '../steps/checkout-steps.ts';
import { colleague } from '../steps/desk-steps.ts';
import { cards, expect, fillCard, fillDetails, openCheckout, payButton } from '../steps/steps.ts';
import { threeCards } from '../steps/three-cards.ts';
import { closeToast, picture, type Screen, state, wholePicture } from './camera.ts';
import { openOrderPage } from './month.ts';

/* The screens for everybody. */

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

/** Goes to a page and waits for what a person would use first. */
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

/** Opens the first step, once the public page has been rendered again. */
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

/** Sells two readings from here on, and adds a code; the form asks for no consent, whatever came before. */
async function offerTwo(page: Page, url: string): Promise<void> {
  const admin = await colleague(url);
  await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: false });
  const { offers } = await admin.ask<{ offers: unknown[] }>('GET', '/api/offers');
  if (offers.length === 1) {
    await admin.ask('POST', '/api/offers', threeCards);
    await admin.ask('POST', '/api/codes', { code: 'SPRING', percentOff: 20 });
  }
  // Waits until the public page has been rendered again.
  await expect(async () => {
    await page.goto('/');
    await expect(heading('Choose your reading')(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

export const publicScreens: Screen[] = [
  wholePicture('checkout', openCheckout),
  wholePicture('terms', at('/terms', heading('Who we are'))),
  picture('sample', at('/sample', heading('A sample reading'))),
  state('reviews', at('/reviews', heading('What customers say'))),
  picture('faq', at('/faq', heading('Frequently asked questions'))),
  picture('my-orders', at('/my-orders', heading('Find your orders'))),
  state('checkout-loading', async (page) => {
    await page.route(settingsCall, () => undefined);
    await page.goto('/');
    await expect(page.getByText('Loading checkout...')).toBeVisible();
  }),
  state('checkout-payment-system-error', async (page) => {
    await page.route(settingsCall, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert', { name: 'Payment System Error' })).toBeVisible();
  }),
  state('checkout-long-words', async (page) => {
    await openCheckout(page);
    await page.getByRole('radio', { name: /^Other/ }).check();
    await page.getByLabel('Your own question').fill(longWord(limits.questionCharacters));
    await page.getByLabel('Full name').fill(longWord(limits.nameCharacters));
    await page.getByLabel('Email', { exact: true }).fill(longWord(limits.emailCharacters));
    await page.getByLabel('Name for the reading').fill(longWord(limits.nameCharacters));
    await page.getByLabel('Background context').fill(longWord(limits.backgroundCharacters));
  }),
  {
    extent: orderCard,
    ...picture('checkout-mistakes', async (page) => {
      await openCheckout(page);
      await page.getByRole('radio', { name: /^Other/ }).check();
      await page.getByLabel('Email', { exact: true }).fill('nobody');
      await payButton(page).click();
      await expect(page.getByText('Enter a name for the reading.')).toBeVisible();
      await closeToast(page);
    }),
  },
  {
    extent: orderCard,
    ...picture('checkout-declined', async (page) => {
      const message = 'Your card was declined.';
      const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message };
      await page.route(providerConfirm, (route) => route.fulfill({ status: 402, json: { error } }));
      await pay(page, cards.declined);
      await closeToast(page);
      await expect(orderCard(page).getByText('Try another card.')).toBeVisible();
      await expect(payButton(page)).toBeEnabled();
    }),
  },
  wholePicture(
    'thank-you',
    at('/thank-you?order=CT-7K3M9Q', (page) => page.getByText('CT-7K3M9Q')),
  ),
  picture('not-found', at('/no-such-page', heading('Page Not Found'))),
  picture('sign-in', at('/admin/login', button('Sign In'))),
  picture('forgotten-password', at('/admin/forgot-password', button('Send the Link'))),
  picture('email-test', at('/email-test', button('Send Test Email'))),
  picture(
    'stripe-test',
    at('/stripe-test', (page) => page.getByLabel('Card number')),
  ),
  picture('order-in-preparation', async (page) => {
    await openOrderPage(page, 'thandi');
    await expect(heading('We’re working on your reading')(page)).toBeVisible();
  }),
  picture('order-late', async (page) => {
    await openOrderPage(page, 'olivia');
    await expect(page.getByText('We’re sorry: your reading is late.')).toBeVisible();
  }),
  wholePicture('order-delivered', async (page) => {
    await openOrderPage(page, 'tomasz');
    await expect(page.getByRole('article')).toContainText('That, too, would be a training.');
  }),
  picture('receipt', async (page) => {
    await openOrderPage(page, 'tomasz');
    await page.getByRole('link', { name: 'Receipt' }).click();
    await expect(heading('Receipt')(page)).toBeVisible();
  }),
  // From here on the shop offers withdrawal, and an order of the month changes.
  picture('withdraw', openForm),
  picture('withdraw-confirm', stateByLink),
  state('withdraw-done', async (page, url) => {
    await stateByLink(page, url);
    await button('Confirm withdrawal')(page).click();
    await expect(heading('We’ve received your withdrawal')(page)).toBeVisible();
  }),
  state('order-messages', async (page) => {
    await openOrderPage(page, 'thandi');
    const messages = page.getByRole('region', { name: 'Messages' });
    await page.getByText('Write to us', { exact: true }).click();
    await page.getByLabel('Your message').fill(longWord(limits.messageCharacters));
    await button('Send')(page).click();
    await expect(messages).toContainText('You wrote');
    await messages.getByText('Write to us', { exact: true }).click();
  }),
  // Comes last: from here on the shop sells two readings.
  picture('home-several-offers', offerTwo),
  {
    extent: orderCard,
    ...picture('checkout-of-an-offer', async (page, url) => {
      await offerTwo(page, url);
      await page.goto('/readings/three-cards?code=spring');
      await page.getByRole('checkbox', { name: /^Rush/ }).check();
      await page.getByRole('checkbox', { name: /^One more question/ }).check();
      await expect(page.getByText('SPRING: $14 off.')).toBeVisible();
      await expect(payButton(page)).toBeEnabled();
    }),
  },
];
