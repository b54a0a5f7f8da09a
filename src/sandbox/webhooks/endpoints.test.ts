import { afterEach, expect, test, vi } from 'vitest';
import { codeOf, newIntent, payWith, type Setup, startReceiver, startSetup } from '../test-sandbox.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
async function start(): Promise<Setup> {
  const setup = await startSetup();
  cleanups.push(() => setup.close());
  return setup;
}
async function anotherReceiver() {
  const receiver = await startReceiver();
  cleanups.push(() => receiver.close());
  return receiver;
}

test('an endpoint is made, read, changed and deleted; its secret is shown once', async () => {
  const { stripe } = await start();
  const made = await stripe.webhookEndpoints.create({
    url: 'https://shop.example/api/stripe/webhook',
    enabled_events: ['payment_intent.succeeded', 'refund.failed'],
    description: 'The shop',
    metadata: { by: 'setup' },
    api_version: '2026-10-28.endive',
  });
  expect(made.secret).toMatch(/^whsec_\w{32}$/);
  expect(made).toMatchObject({
    object: 'webhook_endpoint',
    status: 'enabled',
    description: 'The shop',
    metadata: { by: 'setup' },
    api_version: '2026-10-28.endive',
  });
  const { secret: _, lastResponse: __, ...shown } = made;
  expect(await stripe.webhookEndpoints.retrieve(made.id)).toEqual(shown);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([shown]);

  const changed = await stripe.webhookEndpoints.update(made.id, {
    enabled_events: ['*'],
    disabled: true,
    description: '',
  });
  expect(changed).toMatchObject({ enabled_events: ['*'], status: 'disabled', description: null });
  expect(changed.secret).toBeUndefined();
  expect((await stripe.webhookEndpoints.update(made.id, { disabled: false })).status).toBe('enabled');

  expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true });
  expect(await codeOf(stripe.webhookEndpoints.retrieve(made.id))).toContain('resource_missing');
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
});

test.each([
  [{ url: 'shop.example', enabled_events: ['*'] }, 'url'],
  [{ url: 'https://shop.example/', enabled_events: [] }, 'enabled_events'],
  [{ url: 'https://shop.example/', enabled_events: ['<script>'] }, 'enabled_events'],
])('%j makes no endpoint', async (params, param) => {
  const { stripe } = await start();
  const made = stripe.webhookEndpoints.create(params as { url: string; enabled_events: ['*'] });
  expect(await codeOf(made)).toContain(param);
});

test('an endpoint gets the events it wants, signed with its own secret, and no others', async () => {
  const setup = await start();
  const { stripe, sandbox } = setup;
  const [some, all, off] = [await anotherReceiver(), await anotherReceiver(), await anotherReceiver()];
  const { secret } = await stripe.webhookEndpoints.create({
    url: some.url,
    enabled_events: ['payment_intent.succeeded'],
  });
  await stripe.webhookEndpoints.create({ url: all.url, enabled_events: ['*'] });
  const { id: disabled } = await stripe.webhookEndpoints.create({ url: off.url, enabled_events: ['*'] });
  await stripe.webhookEndpoints.update(disabled, { disabled: true });

  const { id } = await payWith(setup, '4242424242424242');
  const { body, signature, event } = await some.next('payment_intent.succeeded', id);
  expect(stripe.webhooks.constructEvent(body, signature, secret ?? '').id).toBe(event.id);
  expect(() => stripe.webhooks.constructEvent(body, signature, sandbox.keys.webhookSecret)).toThrow();
  await all.next('payment_intent.created', id);
  await all.next('payment_intent.succeeded', id);
  await setup.receiver.next('payment_intent.succeeded', id);
  await vi.waitFor(async () => {
    expect((await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
  });
  expect(some.received.map(({ event: told }) => told.type)).toEqual(['payment_intent.succeeded']);
  expect(off.received).toEqual([]);
});

test('each endpoint is asked again for itself, until it is deleted', async () => {
  const setup = await start();
  const deaf = await anotherReceiver();
  deaf.answerWith(() => 500);
  const { id: endpoint } = await setup.stripe.webhookEndpoints.create({
    url: deaf.url,
    enabled_events: ['*'],
  });
  const intent = await newIntent(setup);
  const { event } = await setup.receiver.next('payment_intent.created', intent.id);
  await deaf.next('payment_intent.created', intent.id);
  await vi.waitFor(async () => {
    expect((await setup.stripe.events.retrieve(event.id)).pending_webhooks).toBe(1);
  });
  await setup.stripe.webhookEndpoints.del(endpoint);
  await vi.waitFor(async () => {
    expect((await setup.stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
  }, 5000);
  expect(setup.receiver.received).toHaveLength(1);
});
