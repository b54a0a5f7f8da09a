import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processEnv } from '../../src/testing/process-env.ts';
import { findFreePort } from '../faults/servers/free-port.ts';
import { argumentsOf, root } from './product.ts';

test('SIGUSR1 opens no debugger, and SIGHUP stops the service as SIGTERM does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-signals-'));
  const port = String(await findFreePort());
  const child = spawn(process.execPath, argumentsOf('start'), {
    cwd: root,
    env: { ...processEnv, PORT: port, STRIPE_SANDBOX_PORT: '0', DATABASE_PATH: join(folder, 'shop.db') },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  let output = '';
  const serves = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('"serving"')) resolve();
      });
    }
  });
  await serves;
  child.kill('SIGUSR1');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  child.kill('SIGHUP');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toContain('"stopped"');
  expect(output).not.toContain('Debugger');
});
