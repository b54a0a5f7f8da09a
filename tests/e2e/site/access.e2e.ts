import { signInHere } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, people, signIn, test } from '../steps/steps.ts';

for (const path of ['/admin/dashboard', '/reader/dashboard', '/reader/orders/CT-7K3M9Q']) {
  test(`a visitor at ${path} sees the login screen there`, async ({ page }) => {
    const response = await page.goto(path);
    expect([response?.status(), response?.statusText()]).toEqual([401, 'Unauthorized']);
    expect(response?.headers()['cache-control']).toBe('no-store');
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });
}

test('a link to a place on the desk leads there after the sign-in, whatever a mail program added', async ({
  page,
}) => {
  await page.goto('/admin/dashboard/?tab=settings&utm_source=mail#read-in-mail');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(people.admin);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
});

test('a reader at the admin dashboard sees the login screen', async ({ page }) => {
  await signInHere(page, product.url, 'reader1', people.reader1);
  const response = await page.goto('/admin/dashboard');
  expect([response?.status(), response?.statusText()]).toEqual([403, 'Forbidden']);
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});

test("an admin at the reader dashboard sees 'Access denied'", async ({ page }) => {
  await signInHere(page, product.url, 'admin', people.admin);
  for (const path of ['/reader/dashboard', '/reader/orders/CT-7K3M9Q']) {
    const response = await page.goto(path);
    expect([response?.status(), response?.statusText()]).toEqual([403, 'Forbidden']);
    await expect(page.getByText('Access denied')).toBeVisible();
  }
});

test('a wrong password is refused, and signing out ends the session', async ({ page }) => {
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

test('an unknown path says Page Not Found', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('a made-up order number is not echoed', async ({ page }) => {
  await page.goto('/thank-you?order=<b>CT-AAAAAA</b>');
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible();
  await expect(page.getByText('CT-AAAAAA')).toHaveCount(0);
  await page.goto('/thank-you?order=CT-7K3M9Q');
  await expect(page.getByText('CT-7K3M9Q')).toBeVisible();
});

test('a payment that failed at the bank is not thanked for, however often the page is loaded', async ({
  page,
}) => {
  const secret = 'payment_intent_client_secret=pi_1_secret_2';
  await page.goto(`/thank-you?order=CT-7K3M9Q&${secret}&redirect_status=failed`);
  for (const _load of ['first', 'second']) {
    await expect(page.getByRole('heading', { name: 'You haven’t been charged' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeHidden();
    expect(page.url()).not.toContain('secret');
    await page.reload();
  }
});
