import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from '../../built/product.ts';
import { startProcess } from './start-process.ts';
import { expect, test } from './steps.ts';

/** A service on an empty database, as `npm start` starts it, with the link that it prints. */
export const testEmpty = test.extend<{ started: { link: string; log: () => string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async started({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-set-up-'));
    const env = { DATABASE_PATH: join(folder, 'shop.db'), RATE_LIMITS: 'off', APPROVAL_UNDO_SECONDS: '0' };
    const { said, stop } = await startProcess({ args: argumentsOf('start'), env });
    await expect.poll(() => said.stderr, { timeout: 30_000 }).toContain('/set-up/');
    const [link = ''] = /http\S+/.exec(said.stderr) ?? [];
    await use({ link, log: () => said.stdout });
    await stop();
    rmSync(folder, { recursive: true });
  },
});
