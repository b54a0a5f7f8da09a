import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from '../../built/product.ts';
import { signIn as signInByApi } from '../../faults/running-service/browser.ts';
import { findFreePort } from '../../faults/servers/free-port.ts';
import { openDesk } from '../steps/desk-steps.ts';
import { test as base, expect } from '../steps/steps.ts';

interface Demo {
  url: string;
  /** @returns the folders that it has made for what is temporary */
  folders(): string[];
  /** What it has printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts what `npm run demo` starts after the build. */
const test = base.extend<{ start: (...options: string[]) => Promise<Demo> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async start({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-demo-'));
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const running = new Set<ChildProcess>();
    await use(async (...options) => {
      const port = await findFreePort();
      const child = spawn(process.execPath, [...argumentsOf('demo'), ...options], {
        env: {
          PATH: process.env.PATH,
          TMPDIR: temporary,
          PORT: String(port),
          STRIPE_SANDBOX_PORT: '0',
          DATABASE_PATH: join(folder, 'demo.db'),
          // What was approved a moment before the start is still held back when it is looked at.
          APPROVAL_UNDO_SECONDS: '600',
          LOG_LEVEL: 'warn',
        },
      });
      running.add(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      await expect.poll(() => output, { timeout: 100_000 }).toContain('Everything is kept in');
      return {
        url: `http://127.0.0.1:${port}`,
        folders: () => readdirSync(temporary).filter((name) => name.startsWith('career-tarot-')),
        output: () => output,
        async stop() {
          child.kill('SIGTERM');
          await once(child, 'exit');
          running.delete(child);
        },
      };
    });
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  },
});

async function countOrders({ url }: Demo): Promise<number> {
  const admin = await signInByApi(url, 'admin');
  const { headers } = await admin.call('GET', '/api/orders?payment=all');
  return Number(headers['x-total-count']);
}

test('starts empty or with a month of orders and keeps its state', async ({ page, start }) => {
  const empty = await start('--empty');
  await openDesk(page, empty.url);
  await expect(page.getByText('No orders yet')).toBeVisible();
  await empty.stop();

  const first = await start();
  expect(first.output()).toContain(`${first.url}/sandbox/mail`);
  expect(first.output()).toContain('reader2 / demo-reader-pass');
  expect(first.folders()).toEqual([]);
  await openDesk(page, first.url, '?tab=approvals');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Emails about to leave' })).toContainText(/CT-\w+ is approved/);
  await page.goto(`${first.url}/sandbox/mail`);
  await expect(page.getByRole('listitem').first()).toContainText('@');
  const count = await countOrders(first);
  expect(count).toBeGreaterThanOrEqual(38);
  await first.stop();

  expect(await countOrders(await start())).toBe(count);
});
