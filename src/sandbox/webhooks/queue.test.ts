import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../index.ts';
import {
  payAsCustomer,
  type Receiver,
  type Setup,
  sdkFor,
  startReceiver,
  startSetup,
} from '../test-sandbox.ts';

const quiet = { info() {}, warn() {}, error() {} };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(storePath?: string, receiver?: Receiver): Promise<Setup> {
  const setup = await startSetup(storePath, receiver);
  cleanups.push(() => setup.close());
  return setup;
}

function temporaryStore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deep', 'sandbox.db');
}

test('a payment is told of by signed webhooks, which the SDK verifies', async () => {
  const { sandbox, receiver, stripe } = await start();
  const intent = await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  await payAsCustomer(sandbox, intent, '4242424242424242');
  for (const type of ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']) {
    const { body, signature } = await receiver.next(type, intent.id);
    const event = await stripe.webhooks.constructEventAsync(body, signature, sandbox.keys.webhookSecret);
    expect(event).toMatchObject({ object: 'event', type, livemode: false, api_version: '2026-10-28.endive' });
    expect(event.request?.id).toMatch(/^req_/);
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, sandbox.keys.webhookSecret)).toThrow();
  }
  const { data } = await stripe.events.list({ type: 'payment_intent.succeeded' });
  expect(data).toHaveLength(1);
  expect((await stripe.events.list({ types: ['charge.succeeded', 'charge.failed'] })).data).toHaveLength(1);
  await vi.waitFor(async () => {
    expect((await stripe.events.retrieve(data[0]?.id ?? '')).pending_webhooks).toBe(0);
  });
});

test('a webhook that is answered with 500 comes again until it is taken', async () => {
  const { receiver, stripe } = await start();
  receiver.answerWith((count) => (count <= 1 ? 500 : 204));
  const intent = await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  const first = await receiver.next('payment_intent.created', intent.id);
  expect((await stripe.events.retrieve(first.event.id)).pending_webhooks).toBe(1);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 5000);
  expect(receiver.received.map(({ event }) => event.id)).toEqual([first.event.id, first.event.id]);
  await vi.waitFor(async () => {
    expect((await stripe.events.retrieve(first.event.id)).pending_webhooks).toBe(0);
  });
});

test('state and undelivered webhooks survive a restart', async () => {
  const storePath = temporaryStore();
  const receiver = await startReceiver();
  cleanups.push(() => receiver.close());
  receiver.answerWith(() => 503);
  const before = await startSetup(storePath, receiver);
  const intent = await before.stripe.paymentIntents.create(
    { amount: 6000, currency: 'usd' },
    { idempotencyKey: 'k' },
  );
  await payAsCustomer(before.sandbox, intent, '4242424242424242');
  await receiver.next('payment_intent.succeeded', intent.id);
  before.sandbox.acceptMail({
    messageId: '<1@x>',
    to: { name: 'A', address: 'a@example.com' },
    from: 'shop@example.com',
    subject: 's',
    text: 't',
    html: 'h',
  });
  await before.close();

  receiver.received.length = 0;
  receiver.answerWith(() => 200);
  const after = await start(storePath, receiver);
  await receiver.next('payment_intent.succeeded', intent.id);
  const replayed = await after.stripe.paymentIntents.create(
    { amount: 6000, currency: 'usd' },
    { idempotencyKey: 'k' },
  );
  expect(replayed.id).toBe(intent.id);
  expect((await after.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  const mails = await after.sandbox.app.request('/sandbox/mail.json');
  expect(await mails.json()).toHaveLength(1);
});

test('without an address for webhooks, events are listed and nothing waits to be sent', async () => {
  const sandbox = await startSandbox({ storePath: ':memory:', port: 0, webhookUrl: null, log: quiet });
  cleanups.push(() => sandbox.close());
  const stripe = sdkFor(sandbox, sandbox.keys.secretKey);
  await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  const { data } = await stripe.events.list();
  expect(data).toMatchObject([{ type: 'payment_intent.created', pending_webhooks: 0 }]);
});

test('two hundred payments are all told of, and none waits for the receiver', async () => {
  const { receiver, stripe, sandbox } = await start();
  const ids = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const intent = await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
      await payAsCustomer(sandbox, intent, '4242424242424242');
      return intent.id;
    }),
  );
  await Promise.all(ids.map((id) => receiver.next('payment_intent.succeeded', id)));
  const told = receiver.received.map(({ event }) => event.id);
  expect(new Set(told).size).toBe(told.length);
});

test('a port that is taken is a clear error', async () => {
  const { sandbox } = await start();
  const port = Number(new URL(sandbox.apiBase).port);
  const webhookUrl = 'http://127.0.0.1:9/';
  const second = startSandbox({ storePath: ':memory:', port, webhookUrl, log: quiet });
  await expect(second).rejects.toThrow(`port ${port} is already in use`);
  const moved = await startSandbox({ storePath: ':memory:', port, mayMove: true, webhookUrl, log: quiet });
  onTestFinished(() => moved.close());
  expect(moved.apiBase).not.toBe(sandbox.apiBase);
});
