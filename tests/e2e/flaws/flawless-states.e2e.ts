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
import { setPrice, testAlone } from '../steps/own-service.ts';
import {
  cards,
  expect,
  expectNoFlaws,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  test,
} from '../steps/steps.ts';

/* Every state of the public screens, in both themes and at every width (the screens at rest: screens.e2e.ts). */

/** With the focus on it, a toast stays for as long as it is looked at. */
async function holdToast(page: Page, title: string): Promise<void> {
  await expect(toastOn(page)).toContainText(title);
  await page.keyboard.press('F8');
}

const states: { name: string; reach: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'loading',
    async reach(page) {
      await page.route(settingsCall, () => undefined);
      await page.goto('/');
      await expect(page.getByText('Loading checkout...')).toBeVisible();
    },
  },
  {
    name: 'a mail address that is asked about',
    async reach(page) {
      await openCheckout(page);
      await page.getByLabel('Email', { exact: true }).fill('maya.lindqvist.of.the.long.name@gmial.com');
      await page.getByLabel('Full name').focus();
      await expect(page.getByText('Did you mean')).toBeVisible();
    },
  },
  {
    name: 'the panel of a payment system that failed',
    async reach(page) {
      await page.route(settingsCall, (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('alert', { name: 'Payment System Error' })).toBeVisible();
    },
  },
  {
    name: 'the panel of a payment that could not be made',
    async reach(page) {
      await page.route(checkoutCall, (route) => route.abort());
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await expect(page.getByRole('alert', { name: 'Payment System Error' })).toBeVisible();
    },
  },
  {
    name: 'a server that asks to wait',
    async reach(page) {
      await page.route(checkoutCall, (route) => askToWait(route, 60));
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await expect(page.getByText('We’ll try again automatically in 60 seconds.')).toBeVisible();
    },
  },
  {
    name: 'a second form beside a paid order',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.succeeds);
      await page.route(checkoutCall, (route) =>
        route.fulfill({
          status: 409,
          json: { error: { code: 'another_order_conflict', message: 'Your order CT-7K3M9Q is paid.' } },
        }),
      );
      await payButton(page).click();
      await expect(page.getByRole('group', { name: 'Is this another reading?' })).toBeFocused();
    },
  },
  {
    name: 'a payment that takes long',
    async reach(page) {
      await page.clock.install();
      await page.route(providerConfirm, () => undefined);
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.succeeds);
      const asked = page.waitForRequest(providerConfirm);
      await payButton(page).click();
      await asked;
      await page.clock.fastForward(20_000);
      await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
    },
  },
  {
    name: 'card fields that could not be loaded',
    async reach(page) {
      await page.route(cardFormCall, (route) => route.abort());
      await page.goto('/');
      await expect(page.getByText('We couldn’t load the card form.')).toBeVisible();
    },
  },
  {
    name: 'every field wrong, with the toast',
    async reach(page) {
      await openCheckout(page);
      await page.getByRole('radio', { name: /^Other/ }).check();
      await page.getByLabel('Email', { exact: true }).fill('nobody');
      await payButton(page).click();
      await expect(page.getByText('The name for the reading is missing.')).toBeVisible();
      await holdToast(page, 'Form Error');
    },
  },
  {
    name: 'an incomplete card',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await payButton(page).click();
      await holdToast(page, 'Form Error');
    },
  },
  {
    name: 'a declined card, with notice and toast',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.declined);
      await payButton(page).click();
      await holdToast(page, 'Payment Failed');
    },
  },
  {
    name: 'processing',
    async reach(page) {
      await page.route(providerConfirm, () => undefined);
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.succeeds);
      await payButton(page).click();
      await expect(payButton(page)).toHaveText('Processing...');
      await expect(payButton(page)).toBeDisabled();
    },
  },
  {
    name: '3-D Secure',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.threeDSecure);
      await payButton(page).click();
      await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
    },
  },
  {
    name: 'every question open',
    async reach(page) {
      await openCheckout(page);
      for (const question of await page.locator('#faq summary').all()) await question.click();
      await expect(page.getByText('Business days are Monday to Friday.')).toBeVisible();
    },
  },
  {
    name: 'long words in every field',
    async reach(page) {
      await openCheckout(page);
      await page.getByRole('radio', { name: /^Other/ }).check();
      const word = (length: number) => 'Rindfleischetikettierung'.repeat(250).slice(0, length);
      await page.getByLabel('Your own question').fill(word(limits.questionCharacters));
      await page.getByLabel('Full name').fill(word(limits.nameCharacters));
      await page.getByLabel('Email', { exact: true }).fill(word(limits.emailCharacters));
      await page.getByLabel('Name for the reading').fill(word(limits.nameCharacters));
      await page.getByLabel('Background context').fill(word(limits.backgroundCharacters));
      await page.getByLabel('Card number').fill('4242 4242 4242 4242 424');
    },
  },
  {
    name: 'a long message of the server',
    async reach(page) {
      await openCheckout(page);
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.succeeds);
      const message = `${'Unbelievablylongword'.repeat(12)} ${'and so on '.repeat(20)}`;
      await page.route(checkoutCall, (route) =>
        route.fulfill({ status: 500, json: { error: { code: 'odd', message } } }),
      );
      await payButton(page).click();
      await holdToast(page, 'Payment Error');
    },
  },
  {
    name: 'a payment that the bank is checking',
    async reach(page) {
      await page.goto('/thank-you?order=CT-7K3M9Q&redirect_status=pending');
      await expect(
        page.getByRole('heading', { name: 'Your bank is still checking this payment' }),
      ).toBeVisible();
    },
  },
  {
    name: 'a payment that was not completed',
    async reach(page) {
      await page.goto('/thank-you?order=CT-7K3M9Q&redirect_status=failed');
      await expect(page.getByRole('heading', { name: 'You haven’t been charged' })).toBeVisible();
    },
  },
  {
    name: 'the thank-you with its toast',
    async reach(page) {
      await page.goto('/thank-you?order=CT-7K3M9Q&redirect_status=succeeded');
      await holdToast(page, 'Payment Successful');
    },
  },
  {
    name: 'a sign-in without name and password',
    async reach(page) {
      await page.goto('/admin/login');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Please enter your username.')).toBeVisible();
      await expect(page.getByText('Please enter your password.')).toBeVisible();
      await expect(page.getByLabel('Username')).toBeFocused();
    },
  },
  {
    name: 'a refused sign-in',
    async reach(page) {
      await page.goto('/admin/login');
      await page.getByLabel('Username').fill('nobody');
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await holdToast(page, 'Login Failed');
    },
  },
  {
    name: 'the mail test page after a mail',
    async reach(page) {
      await page.goto('/email-test');
      await page.getByLabel('Email address').fill('somebody@customers.example');
      await page.getByRole('button', { name: 'Send Test Email' }).click();
      await holdToast(page, 'Email Sent!');
    },
  },
  {
    name: 'the payment test page with a declined card',
    async reach(page) {
      await page.goto('/stripe-test');
      await fillCard(page, cards.declined);
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await expect(page.getByText(/Your card was declined/)).toBeVisible();
    },
  },
  {
    name: 'the payment test page after a payment',
    async reach(page) {
      await page.goto('/stripe-test');
      await fillCard(page, cards.succeeds);
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await expect(page.getByText('Payment successful!')).toBeVisible();
    },
  },
  {
    name: 'the payment test page without a payment form',
    async reach(page) {
      await page.route(checkoutCall, (route) => route.abort());
      await page.goto('/stripe-test');
      await expect(page.getByText('Failed to load payment form')).toBeVisible();
    },
  },
];

for (const { name, reach } of states) {
  test(`${name}: accessible in both themes and at every width`, async ({ page }) => {
    await reach(page);
    await expectNoFlaws(page);
  });
}

testAlone('a new price: accessible in both themes and at every width', async ({ page, service }) => {
  await openCheckout(page);
  await fillDetails(page, newCustomer());
  await fillCard(page, cards.succeeds);
  await setPrice(service, 1234.5);
  await payButton(page).click();
  await expect(payButton(page)).toContainText('$1234.50');
  await holdToast(page, 'The price has changed');
  await expectNoFlaws(page);
});

testAlone('a free reading: accessible in both themes and at every width', async ({ page, service }) => {
  await setPrice(service, 0);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Get My Free Reading' })).toBeEnabled();
  await expectNoFlaws(page);
});
