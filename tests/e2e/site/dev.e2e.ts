import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../db/client.ts';
import { systemRandom } from '../../../src/server/base/random.ts';
import { seedDemoAccounts } from '../../../src/server/people/demo-accounts.ts';
import { root } from '../../built/product.ts';
import { findFreePort } from '../../faults/servers/free-port.ts';
import { buy, expect, mailsTo, newCustomer, orderLink, payButton, signIn, test } from '../steps/steps.ts';

/* `npm run dev` shows every page. */

const testInDev = test.extend<object, { devServer: { url: string } }>({
  devServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the braces what a fixture needs
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'career-tarot-dev-'));
      const databasePath = join(folder, 'dev.db');
      const db = openDatabase(databasePath);
      await seedDemoAccounts({ db, clock: Date, random: systemRandom });
      db.$client.close();
      const port = String(await findFreePort());
      const url = `http://127.0.0.1:${port}`;
      // A group of its own, which ends when this process no longer holds its input.
      const group = spawn('sh', ['-c', 'npm run dev </dev/null & read -r _; kill -KILL 0'], {
        cwd: root,
        detached: true,
        stdio: ['pipe', 'ignore', 'inherit'],
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: port,
          STRIPE_SANDBOX_PORT: '0',
          DATABASE_PATH: databasePath,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'warn',
          ASTRO_TELEMETRY_DISABLED: '1',
        },
      });
      const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok;
      await expect.poll(isReady, { message: 'npm run dev answers', timeout: 60_000 }).toBe(true);
      await use({ url });
      group.stdin.end();
      await once(group, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ devServer }, use) => use(devServer.url),
  async page({ page }, use) {
    const refused: string[] = [];
    page.on('response', (response) => {
      const isPage = response.request().resourceType() === 'document';
      const status = response.status();
      // With 504 Vite says that it has bundled a dependency again; the page then asks for it.
      if (!isPage && status >= 400 && status !== 504) refused.push(`${status} ${response.url()}`);
    });
    await use(page);
    expect(refused, 'what the pages asked for in vain').toEqual([]);
  },
});

// One server for all, which finds out what the pages are made of only once.
testInDev.describe.configure({ mode: 'default' });

testInDev('sells a reading and shows every public page in npm run dev', async ({ page, request }) => {
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

testInDev('opens both dashboards in npm run dev', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('tab', { name: 'Order Management' })).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, 'reader1');
  await expect(page.getByRole('heading', { name: 'Reader Dashboard' })).toBeVisible();
});
