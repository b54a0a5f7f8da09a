import { type DevServer, startDevServer } from '../steps/dev-server.ts';
import {
  buy,
  expect,
  mailsTo,
  newCustomer,
  orderLink,
  payButton,
  people,
  signIn,
  test,
} from '../steps/steps.ts';

/* The first minute of somebody who works on the project: `npm run dev` shows every page and every change. */

const testInDev = test.extend<object, { devServer: DevServer }>({
  devServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing else is needed
    async ({}, use) => {
      const server = await startDevServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ devServer }, use) => use(devServer.url),
  async page({ page }, use) {
    const refused: string[] = [];
    page.on('response', (response) => {
      const isPage = response.request().resourceType() === 'document';
      const status = response.status();
      // With 504 Vite says that it has put something together anew; the page then asks for that.
      if (!isPage && status >= 400 && status !== 504) refused.push(`${status} ${response.url()}`);
    });
    await use(page);
    expect(refused, 'what the pages asked for in vain').toEqual([]);
  },
});

// One server for all, which finds out what the pages are made of only once.
testInDev.describe.configure({ mode: 'default' });

testInDev('npm run dev sells a reading, and shows every public page', async ({ page, request }) => {
  await page.goto('/');
  // What a page needs is put together when it is asked for the first time.
  await expect(payButton(page)).toBeEnabled({ timeout: 30_000 });
  const customer = newCustomer();
  await buy(page, customer);
  const [mail] = await mailsTo(request, customer.email, 1);
  await page.goto(orderLink(mail));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('your reading');

  const pages: [path: string, status: number, title: string][] = [
    ['/admin/forgot-password', 200, 'Forgot your password?'],
    ['/admin/new-password', 200, 'New password'],
    ['/stripe-test', 200, 'Payment Integration Test'],
    ['/email-test', 200, 'Email Test'],
    ['/order/unknown', 404, 'We can’t find this order'],
    ['/no/such/page', 404, 'Page Not Found'],
    ['/admin/dashboard', 401, 'Admin Portal'],
    ['/reader/dashboard', 401, 'Admin Portal'],
  ];
  for (const [path, status, title] of pages) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, status]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  }
});

testInDev('npm run dev opens both dashboards', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('tab', { name: 'Order Management' })).toBeVisible();
  await signIn(page, 'reader1');
  await expect(page.getByRole('heading', { name: 'Reader Dashboard' })).toBeVisible();
});

testInDev('what is changed is seen, and what was typed is still there', async ({ page, devServer }) => {
  // Before the page listens, a change goes by.
  const listens = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
  await page.goto('/admin/login');
  await listens;
  const name = page.getByLabel('Username');
  const button = page.getByRole('button', { name: 'Sign In' });
  await name.fill(people.admin);
  await expect(button).toBeEnabled();
  devServer.edit('src/islands/sign-in/LoginForm.tsx', 'btn btn-primary', 'btn btn-primary tracking-[7px]');
  await expect(button).toHaveCSS('letter-spacing', '7px');
  await expect(name).toHaveValue(people.admin);

  devServer.edit('src/components/LoginScreen.astro', 'Forgot your password?', 'Forgotten?');
  await expect(page.getByRole('link', { name: 'Forgotten?' })).toBeVisible();
});
