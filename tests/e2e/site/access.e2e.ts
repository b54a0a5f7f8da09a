import { signInHere } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, people, signIn, test } from '../steps/steps.ts';

test('shows the sign-in page to signed-out visitors at the desks', async ({ page }) => {
  for (const path of ['/admin/dashboard', '/reader/dashboard', '/reader/orders/CT-7K3M9Q']) {
    const response = await page.goto(path);
    expect([response?.status(), response?.statusText()]).toEqual([401, 'Unauthorized']);
    expect(response?.headers()['cache-control']).toBe('no-store');
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
  for (const path of ['/admin/dashboard', '/admin/orders/any/customer']) {
    const response = await page.goto(path);
    expect([response?.status(), response?.statusText()]).toEqual([403, 'Forbidden']);
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
  }
});

test('shows ‘Access denied’ to an admin on the reader’s pages', async ({ page }) => {
  await signInHere(page, product.url, 'admin');
  for (const path of ['/reader/dashboard', '/reader/orders/CT-7K3M9Q']) {
    const response = await page.goto(path);
    expect([response?.status(), response?.statusText()]).toEqual([403, 'Forbidden']);
    await expect(page.getByText('Access denied')).toBeVisible();
  }
});

test('refuses a wrong password and ends the session on sign-out', async ({ page }) => {
  await page.goto('/admin/login');
  await page.getByLabel('Username').fill('reader2');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Invalid credentials', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('reader2');

  await signIn(page, 'reader2');
  await expect(page.getByText(/welcome.*reader2/i).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/admin/login');
  const response = await page.goto('/reader/dashboard');
  expect(response?.status()).toBe(401);
});
