import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../tests/faults/servers/free-port.ts';
import { processEnv } from '../../../tests/kit/process-env.ts';
import { folderOfTest } from '../../../tests/kit/temporary-folder.ts';

/** Runs the service in a process of its own until it serves. */
async function startProcess() {
  const program = fileURLToPath(new URL('../../../tests/faults/service.ts', import.meta.url));
  const port = await findFreePort();
  const child = spawn(process.execPath, [program], {
    env: {
      ...processEnv,
      PORT: String(port),
      STRIPE_SANDBOX_PORT: '0',
      DATABASE_PATH: join(folderOfTest(), 'tarot.db'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  expect(JSON.parse(line)).toMatchObject({ msg: 'serving' });
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  return child;
}

test('stops on SIGTERM even when its log is no longer read', async () => {
  const child = await startProcess();
  child.stdout.destroy();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('writes its last log lines before it exits', async () => {
  const child = await startProcess();
  let rest = '';
  child.stdout.on('data', (chunk) => (rest += chunk));
  const end = once(child, 'close');
  child.kill('SIGTERM');
  await end;
  expect(rest).toMatch(/"msg":"stopping"}\n.*"msg":"stopped"}\n$/);
});

test('bounds buffered log lines and exits despite a slow reader', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url))};
    import { flushLog } from ${JSON.stringify(new URL('./start-stop.ts', import.meta.url))};
    const log = createLog('info', false);
    for (let line = 0; line < 40; line++) log.info({ text: 'x'.repeat(100_000) });
    process.stderr.write(String(process.stdout.writableLength));
    await flushLog();
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let kept = '';
  child.stderr.on('data', (chunk) => (kept += chunk));
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(Number(kept)).toBeGreaterThan(500_000);
  expect(Number(kept)).toBeLessThan(2_000_000);
});
