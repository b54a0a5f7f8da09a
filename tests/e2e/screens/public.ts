import type { Page } from '@playwright/test';
import { limits } from '../../../src/shared/limits.ts';
import {
  askToWait,
  cardFormCall,
  checkoutCall,
  providerConfirm,
  settingsCall,
  toastOn,
} from '../steps/checkout-steps.ts';
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

/** The form is filled in and the card given; the button is pressed. */
async function pay(page: Page, card: string): Promise<void> {
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  await payButton(page).click();
}

/** One word without a place to break it. */
const longWord = (length: number) => 'Rindfleischetikettierung'.repeat(300).slice(0, length);

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();

/** Opens a page that shows a heading. */
const at = (path: string, name: string) => async (page: Page) => {
  await page.goto(path);
  await heading(page, name);
};

export const publicScreens: Screen[] = [
  { name: 'checkout', isPictured: true, extent: 'whole page', reach: openCheckout },
  {
    name: 'terms',
    isPictured: true,
    extent: 'whole page',
    reach: at('/terms', 'Who we are'),
  },
  {
    name: 'sample',
    isPictured: true,
    reach: at('/sample', 'A sample reading'),
  },
  {
    name: 'faq',
    isPictured: true,
    reach: at('/faq', 'Frequently asked questions'),
  },
  {
    name: 'my-orders',
    isPictured: true,
    reach: at('/my-orders', 'Find your orders'),
  },
  {
    name: 'my-orders-mistake',
    async reach(page) {
      await page.goto('/my-orders');
      await page.getByLabel('Email address', { exact: true }).fill('maya@customers');
      await page.getByRole('button', { name: 'Send me my links' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
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
    name: 'checkout-asked-to-wait',
    async reach(page) {
      await page.route(checkoutCall, (route) => askToWait(route, 60));
      await openCheckout(page);
      await fillDetails(page, customer);
      await expect(page.getByText('We’ll try again automatically in 60 seconds.')).toBeVisible();
    },
  },
  {
    name: 'checkout-another-reading',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, customer);
      await fillCard(page, cards.succeeds);
      const error = { code: 'another_order_conflict', message: 'Your order CT-7K3M9Q is paid.' };
      await page.route(checkoutCall, (route) => route.fulfill({ status: 409, json: { error } }));
      await payButton(page).click();
      await expect(page.getByRole('group', { name: 'Is this another reading?' })).toBeVisible();
    },
  },
  {
    name: 'checkout-address-question',
    async reach(page) {
      await openCheckout(page);
      await page.getByLabel('Email', { exact: true }).fill('maya.lindqvist.of.the.long.name@gmial.com');
      await page.getByLabel('Full name').focus();
      await expect(page.getByText('Did you mean')).toBeVisible();
    },
  },
  {
    name: 'checkout-without-card-form',
    async reach(page) {
      await page.route(cardFormCall, (route) => route.abort());
      await page.goto('/');
      await expect(page.getByText('We couldn’t load the card form.')).toBeVisible();
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
    name: 'checkout-long-message',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, customer);
      await fillCard(page, cards.succeeds);
      const message = `${longWord(240)} ${'and so on '.repeat(20)}`;
      await page.route(checkoutCall, (route) =>
        route.fulfill({ status: 500, json: { error: { code: 'odd', message } } }),
      );
      await payButton(page).click();
      await expect(toastOn(page)).toContainText('Payment Error');
      // With the focus on it, a toast stays.
      await page.keyboard.press('F8');
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
    name: 'checkout-processing',
    async reach(page) {
      await page.route(providerConfirm, () => undefined);
      await pay(page, cards.succeeds);
      await expect(payButton(page)).toHaveText('Processing...');
    },
  },
  {
    name: 'checkout-3d-secure',
    async reach(page) {
      await pay(page, cards.threeDSecure);
      await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
    },
  },
  {
    name: 'checkout-free',
    async reach(page) {
      const settings = { price: 0, publishableKey: 'pk_test_free', sandbox: true };
      await page.route(settingsCall, (route) => route.fulfill({ json: settings }));
      await page.route(checkoutCall, (route) => route.fulfill({ json: { clientSecret: null, free: true } }));
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Get My Free Reading' })).toBeEnabled();
    },
  },
  {
    name: 'faq-open',
    async reach(page) {
      await openCheckout(page);
      for (const question of await page.locator('#faq summary').all()) await question.click();
    },
  },
  {
    name: 'thank-you',
    isPictured: true,
    extent: 'whole page',
    async reach(page) {
      await page.goto('/thank-you?order=CT-7K3M9Q');
      await expect(page.getByText('CT-7K3M9Q')).toBeVisible();
    },
  },
  {
    name: 'thank-you-checking',
    reach: at(
      '/thank-you?order=CT-7K3M9Q&redirect_status=pending',
      'Your bank is still checking this payment',
    ),
  },
  {
    name: 'thank-you-not-completed',
    reach: at('/thank-you?order=CT-7K3M9Q&redirect_status=failed', 'You haven’t been charged'),
  },
  {
    name: 'not-found',
    isPictured: true,
    reach: at('/no-such-page', 'Page Not Found'),
  },
  {
    name: 'sign-in',
    isPictured: true,
    async reach(page) {
      await page.goto('/admin/login');
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    },
  },
  {
    name: 'sign-in-mistakes',
    async reach(page) {
      await page.goto('/admin/login');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Please enter your password.')).toBeVisible();
    },
  },
  {
    name: 'forgotten-password',
    isPictured: true,
    async reach(page) {
      await page.goto('/admin/forgot-password');
      await expect(page.getByRole('button', { name: 'Send the Link' })).toBeEnabled();
    },
  },
  {
    name: 'forgotten-password-sent',
    async reach(page) {
      await page.goto('/admin/forgot-password');
      await page.getByLabel('Email address').fill('nobody@staff.example');
      await page.getByRole('button', { name: 'Send the Link' }).click();
      await expect(page.getByRole('status').getByText('nobody@staff.example')).toBeVisible();
    },
  },
  {
    name: 'new-password',
    async reach(page) {
      await page.route('**/api/password-reset/check', (route) => route.fulfill({ json: { works: true } }));
      await page.goto('/admin/new-password#AAAAAAAAAAAAAAAAAAAAAA');
      await expect(page.getByRole('button', { name: 'Set Password' })).toBeEnabled();
    },
  },
  {
    name: 'new-password-used-link',
    async reach(page) {
      await page.goto('/admin/new-password#AAAAAAAAAAAAAAAAAAAAAA');
      await expect(page.getByText(/This link does not work any more/)).toBeVisible();
    },
  },
  {
    name: 'order-in-preparation',
    isPictured: true,
    async reach(page) {
      await openOrderPage(page, 'thandi');
      await heading(page, 'We’re working on your reading');
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
      await heading(page, 'Receipt');
    },
  },
  {
    name: 'order-delivered-in-arabic',
    async reach(page) {
      await openOrderPage(page, 'layla');
      await expect(page.getByRole('article')).toContainText('ليلى');
    },
  },
  {
    name: 'order-on-hold',
    reach: (page) => openOrderPage(page, 'brandon'),
  },
  {
    name: 'order-refunded',
    reach: (page) => openOrderPage(page, 'gordon'),
  },
  {
    name: 'order-unknown',
    reach: at('/order/AAAAAAAAAAAAAAAAAAAAAA', 'We can’t find this order'),
  },
  {
    name: 'email-test',
    isPictured: true,
    async reach(page) {
      await page.goto('/email-test');
      await expect(page.getByRole('button', { name: 'Send Test Email' })).toBeEnabled();
    },
  },
  {
    name: 'stripe-test',
    isPictured: true,
    async reach(page) {
      await page.goto('/stripe-test');
      await expect(page.getByLabel('Card number')).toBeVisible();
    },
  },
];
