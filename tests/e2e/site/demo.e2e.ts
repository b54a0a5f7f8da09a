import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from '../../built/product.ts';
import { signIn as signInByApi } from '../../faults/running-service/browser.ts';
import { openDesk } from '../steps/desk-steps.ts';
import { type Started, startProcess } from '../steps/start-process.ts';
import { test as base, expect } from '../steps/steps.ts';

interface Demos {
  /** Where a demo makes what is temporary. */
  temporary: string;
  start: (...options: string[]) => Promise<Started>;
}

/** Starts what `npm run demo` starts after the build, on one database. */
const test = base.extend<{ demos: Demos }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async demos({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-demo-'));
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const running: Started[] = [];
    const env = {
      TMPDIR: temporary,
      DATABASE_PATH: join(folder, 'demo.db'),
      // What was approved a moment before the start is still held back when it is looked at.
      APPROVAL_UNDO_SECONDS: '600',
      LOG_LEVEL: 'warn',
    };
    await use({
      temporary,
      async start(...options) {
        const demo = await startProcess({ args: [...argumentsOf('demo'), ...options], env });
        running.push(demo);
        await expect.poll(demo.output, { timeout: 100_000 }).toContain('Everything is kept in');
        return demo;
      },
    });
    for (const demo of running) await demo.stop();
    rmSync(folder, { recursive: true });
  },
});

async function countOrders({ url }: { url: string }): Promise<number> {
  const admin = await signInByApi(url, 'admin');
  const { headers } = await admin.call('GET', '/api/orders?payment=all');
  return Number(headers['x-total-count']);
}

test('starts empty or with a month of orders and keeps its state', async ({
  page,
  demos: { start, temporary },
}) => {
  const empty = await start('--empty');
  await openDesk(page, empty.url);
  await expect(page.getByText('No orders yet')).toBeVisible();
  await empty.stop('SIGTERM');

  const first = await start();
  expect(first.output()).toContain(`${first.url}/sandbox/mail`);
  expect(first.output()).toContain('reader2 / demo-reader-pass');
  expect(readdirSync(temporary).filter((name) => name.startsWith('career-tarot-'))).toEqual([]);
  await openDesk(page, first.url, '?tab=approvals');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Emails about to go out' })).toContainText(
    /CT-\w+ is approved/,
  );
  await page.goto(`${first.url}/sandbox/mail`);
  await expect(page.getByRole('listitem').first()).toContainText('@');
  const count = await countOrders(first);
  expect(count).toBeGreaterThanOrEqual(38);
  await first.stop('SIGTERM');

  expect(await countOrders(await start())).toBe(count);
});
