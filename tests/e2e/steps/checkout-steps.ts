import type { Page } from '@playwright/test';
import { type Customer, expect } from './steps.ts';

/** The toast on screen, even beside an open dialog, which hides all else from assistive technology. */
export function toastOn(page: Page) {
  return page
    .getByRole('region', { name: /^Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true });
}

/** Lets time pass until the toast is gone; the test must control the page's clock (`page.clock.install`). */
export async function waitOutToast(page: Page): Promise<void> {
  await page.clock.fastForward(5_000);
  await expect(toastOn(page)).toHaveCount(0);
}

export async function expectTyped(page: Page, customer: Customer): Promise<void> {
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email);
  await expect(page.getByLabel('Name for the reading')).toHaveValue(customer.addressee);
  await expect(page.getByLabel('Background context')).toHaveValue(customer.background);
}

export const nothingTyped: Customer = { name: '', email: '', addressee: '', background: '' };

export async function placedOrder(page: Page): Promise<{ orderId: string; orderNumber: string }> {
  const answer = await page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/create-simple-payment-intent') &&
      response.request().postData()?.includes('customerEmail') === true,
  );
  return answer.json();
}

export const checkoutCall = '**/api/create-simple-payment-intent';
export const confirmCall = '**/api/confirm-payment';
export const settingsCall = '**/api/settings';
export const providerScript = '**/sandbox/stripe/stripe.js';
export const providerConfirm = '**/sandbox/stripe/v1/payment_intents/*/confirm';
export const cardFormCall = '**/sandbox/stripe/v1/sandbox/elements_session';
