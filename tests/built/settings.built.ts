import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../faults/running-service/browser.ts';
import { findFreePort } from '../faults/servers/free-port.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { processEnv } from '../kit/process-env.ts';
import { folderOfFile } from '../kit/temporary-folder.ts';
import { argumentsOf, root } from './product.ts';

const folder = folderOfFile();

/** Starts the built service, and keeps what it says. */
function start(env: Record<string, string>) {
  const ours = { ...processEnv, STRIPE_SANDBOX_PORT: '0', DATABASE_PATH: join(folder, 'shop.db') };
  const child = spawn(process.execPath, argumentsOf('start'), { cwd: root, env: { ...ours, ...env } });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.error += text;
  });
  return { child, said };
}

test('refuses a wrong setting in one line', async () => {
  const { child, said } = start({ PORT: 'http' });
  await once(child, 'close');
  expect(said.error).toBe('Career Tarot cannot start: PORT must be a whole number from 1 to 65535.\n');
});

test.each(['PORT', 'STRIPE_SANDBOX_PORT'])('reports a %s already in use in one line', async (name) => {
  const other = createServer();
  const port = await listenOnLoopback(other);
  const { child, said } = start({ PORT: String(await findFreePort()), [name]: String(port) });
  await once(child, 'close');
  expect(said.error).toMatch(new RegExp(`^.*${port} is already in use\\. Set ${name} to a free .+\\.\n$`));
  other.close();
});

test('opens no debugger on SIGUSR1 and stops on SIGHUP', async () => {
  const port = String(await findFreePort());
  const { child, said } = start({ PORT: port });
  try {
    await until('the service', 60_000, () => said.out.includes('"serving"'));
    child.kill('SIGUSR1');
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    child.kill('SIGHUP');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said.out).toContain('"stopped"');
    expect(said.out + said.error).not.toContain('Debugger');
  } finally {
    child.kill('SIGKILL');
  }
});
