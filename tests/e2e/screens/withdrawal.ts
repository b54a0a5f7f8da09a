import type { Page } from '@playwright/test';
import { colleague } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';
import type { Screen } from './camera.ts';
import { openOrderPage } from './month.ts';

/*
 * The screens of a withdrawal, in a shop that offers it. They come last: each offers it from then on, and the last one
 * changes an order of the month.
 */

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
  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your withdrawal' })).toBeVisible();
}

export const withdrawalScreens: Screen[] = [
  { name: 'withdraw', isPictured: true, reach: openForm },
  { name: 'withdraw-confirm', isPictured: true, reach: stateByLink },
  {
    name: 'withdraw-done',
    async reach(page, url) {
      await stateByLink(page, url);
      await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
      await expect(page.getByRole('heading', { name: 'We have received your withdrawal' })).toBeVisible();
    },
  },
];
