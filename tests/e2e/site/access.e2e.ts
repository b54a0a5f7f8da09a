import type { Page } from '@playwright/test';
import { signInHere } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, people, signIn, test } from '../steps/steps.ts';

async function expectAnswer(page: Page, path: string, status: number, statusText: string): Promise<void> {
  const response = await page.goto(path);
  expect([response?.status(), response?.statusText()]).toEqual([status, statusText]);
}

test('shows the sign-in page to signed-out visitors at the desks', async ({ page }) => {
  for (const path of ['/admin/dashboard', '/reader/dashboard', '/reader/orders/CT-7K3M9Q']) {
    await expectAnswer(page, path, 401, 'Unauthorized');
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  }
});

test('opens the linked place after sign-in, despite added parameters', async ({ page }) => {
  await page.goto('/admin/dashboard/?tab=settings&utm_source=mail#read-in-mail');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(people.admin);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
});

test('shows the sign-in page to a reader on the admin’s pages', async ({ page }) => {
  await signInHere(page, product.url, 'reader1');
  for (const path of ['/admin/dashboard', '/admin/orders/any/customer', '/admin/orders/any/evidence']) {
    await expectAnswer(page, path, 403, 'Forbidden');
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
  }
});

test('ends the session on sign-out', async ({ page }) => {
  await signIn(page, 'reader2');
  await expect(page.getByText(/welcome.*reader2/i).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/admin/login');
  await expectAnswer(page, '/reader/dashboard', 401, 'Unauthorized');
});
