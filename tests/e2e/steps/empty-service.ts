import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from '../../built/product.ts';
import { findFreePort } from '../../faults/servers/free-port.ts';
import { processEnv } from '../../kit/process-env.ts';
import { expect, test } from './steps.ts';

/** A service on an empty database, as `npm start` starts it, with the link that it prints. */
export const testEmpty = test.extend<{ started: { link: string; log: () => string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async started({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-set-up-'));
    const child = spawn(process.execPath, argumentsOf('start'), {
      env: {
        ...processEnv,
        PORT: String(await findFreePort()),
        STRIPE_SANDBOX_PORT: '0',
        DATABASE_PATH: join(folder, 'shop.db'),
        RATE_LIMITS: 'off',
        APPROVAL_UNDO_SECONDS: '0',
      },
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    }
    await expect.poll(() => said.stderr, { timeout: 30_000 }).toContain('/set-up/');
    const [link = ''] = /http\S+/.exec(said.stderr) ?? [];
    await use({ link, log: () => said.stdout });
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  },
});
