import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processEnv } from '../../tests/kit/process-env.ts';
import { folderOfTest } from '../../tests/kit/temporary-folder.ts';
import type { Sandbox } from './index.ts';
import { sandboxKeys } from './sandbox-keys.ts';
import { payAsCustomer, sdkFor, startTestReceiver } from './test-sandbox.ts';

const entry = fileURLToPath(new URL('./run-sandbox.ts', import.meta.url));

async function startProcess(...args: string[]): Promise<{ process: ChildProcess; sandbox: Sandbox }> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: processEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, sandbox: JSON.parse(line) as Sandbox };
}

test('survives kill -9 and ends cleanly on SIGTERM as a process', async () => {
  const folder = folderOfTest();
  const receiver = await startTestReceiver();
  receiver.answerWith(() => 500);
  const store = join(folder, 'sandbox.db');
  const args = ['--json', '--webhook-url', receiver.url, '--store', store, '--bank-takes-ms', '50'];

  const first = await startProcess(...args, '--port', '0');
  const stripe = sdkFor(first.sandbox, first.sandbox.keys.secretKey);
  const params = { amount: 6000, currency: 'usd' };
  const intent = await stripe.paymentIntents.create(params, { idempotencyKey: 'k' });
  expect((await payAsCustomer(first.sandbox, intent, '4242424242424242')).body.status).toBe('succeeded');
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');

  receiver.received.length = 0;
  receiver.answerWith(() => 200);
  const second = await startProcess(...args, '--port', new URL(first.sandbox.apiBase).port);
  const again = sdkFor(second.sandbox, second.sandbox.keys.secretKey);
  expect((await again.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  await receiver.next('payment_intent.succeeded', intent.id);
  expect((await again.paymentIntents.create(params, { idempotencyKey: 'k' })).id).toBe(intent.id);
  const slow = await again.paymentIntents.create(params);
  await payAsCustomer(second.sandbox, slow, '4000000000007775');
  await receiver.next('payment_intent.succeeded', slow.id);
  second.process.kill('SIGTERM');
  expect(await once(second.process, 'exit')).toEqual([0, null]);
});

/** Runs it by hand, until it has said what there is to say, or has ended. */
async function startByHand(...args: string[]) {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...processEnv, CAREER_TAROT_COMMAND: 'career-tarot' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text));
  const ended = once(child, 'close');
  // One wait, which ends with the program: one that went on would move the fake clock of the next test file.
  await vi.waitFor(() => {
    if (child.exitCode === null) expect(said.out).toContain('Ctrl+C stops it.');
  }, 15_000);
  return { said, ended };
}

test('prints its address and keys, and how to create an endpoint', async () => {
  const { said } = await startByHand('--port', '0');
  const settings = Object.fromEntries(
    [...said.out.matchAll(/^(\w+)='(.+)'$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(settings)).toEqual(['STRIPE_API_BASE', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']);
  expect(said.out).toContain('"stripe setup" creates one and prints its secret');
  expect(said.out).toContain('It forgets everything when it stops.');
  const stripe = sdkFor({ apiBase: settings.STRIPE_API_BASE ?? '' }, settings.STRIPE_SECRET_KEY ?? '');
  const receiver = await startTestReceiver();
  const { secret } = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] });
  const { id } = await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  const { body, signature } = await receiver.next('payment_intent.created', id);
  expect(stripe.webhooks.constructEvent(body, signature, secret ?? '').type).toBe('payment_intent.created');
  // Only this one is called: an address without a server would be retried for three days.
  expect(said.err).toBe('');
});

test('prints where events go and logs when they cannot be delivered', async () => {
  const receiver = await startTestReceiver();
  receiver.answerWith(() => 400);
  const { said } = await startByHand('--port', '0', '--webhook-url', receiver.url);
  expect(said.out).toContain(`All events go to ${receiver.url}`);
  expect(said.out).toContain(`STRIPE_WEBHOOK_SECRET='${sandboxKeys.webhookSecret}'`);
  const apiBase = /^STRIPE_API_BASE='(.+)'$/m.exec(said.out)?.[1] ?? '';
  await sdkFor({ apiBase }, sandboxKeys.secretKey).paymentIntents.create({ amount: 6000, currency: 'usd' });
  await vi.waitFor(() =>
    expect(said.err).toContain(`"url":"${receiver.url}","attempt":1,"reason":"status 400"`),
  );
});

test.each([
  [['--help'], 0],
  [['--port', 'http'], 2],
  [['--webhook-url', 'shop.example'], 2],
])('answers %j with its usage and exits with %i', async (words, status) => {
  const { said, ended } = await startByHand(...words);
  expect(await ended).toEqual([status, null]);
  expect(status === 0 ? said.out : said.err).toMatch(/^Usage: career-tarot sandbox \[--port NUMBER\]/);
});
