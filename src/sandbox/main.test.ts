import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { Sandbox } from './index.ts';
import { payAsCustomer, sdkFor, startReceiver } from './test-sandbox.ts';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startProcess(...args: string[]): Promise<{ process: ChildProcess; sandbox: Sandbox }> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, sandbox: JSON.parse(line) as Sandbox };
}

test('the process of its own answers, survives kill -9 and ends cleanly on SIGTERM', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  cleanups.push(() => receiver.close());
  receiver.answerWith(() => 500);
  const args = [
    '--webhook-url',
    receiver.url,
    '--store',
    join(folder, 'sandbox.db'),
    '--bank-takes-ms',
    '50',
  ];

  const first = await startProcess(...args);
  const stripe = sdkFor(first.sandbox, first.sandbox.keys.secretKey);
  const intent = await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  expect((await payAsCustomer(first.sandbox, intent, '4242424242424242')).body.status).toBe('succeeded');
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');

  receiver.received.length = 0;
  receiver.answerWith(() => 200);
  const second = await startProcess(...args, '--port', new URL(first.sandbox.apiBase).port);
  const again = sdkFor(second.sandbox, second.sandbox.keys.secretKey);
  expect((await again.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  await receiver.next('payment_intent.succeeded', intent.id);
  const slow = await again.paymentIntents.create({ amount: 6000, currency: 'usd' });
  await payAsCustomer(second.sandbox, slow, '4000000000007775');
  await receiver.next('payment_intent.succeeded', slow.id);
  second.process.kill('SIGTERM');
  expect(await once(second.process, 'exit')).toEqual([0, null]);
});

test('it says how it wants to be called', async () => {
  const child = spawn(process.execPath, [entry, '--port', '8420'], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([2, null]);
});
