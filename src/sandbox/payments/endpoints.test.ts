import { expect, test, vi } from 'vitest';
import { codeOf, newIntent, payWith, setUpForTest, startTestReceiver } from '../test-sandbox.ts';

test('creates, reads, changes and deletes an endpoint, showing its secret once', async () => {
  const { stripe } = await setUpForTest();
  const made = await stripe.webhookEndpoints.create({
    url: 'https://shop.example/api/stripe/webhook',
    enabled_events: ['payment_intent.succeeded', 'refund.failed'],
    description: 'The shop',
  });
  expect(made.secret).toMatch(/^whsec_\w{32}$/);
  expect(made).toMatchObject({ object: 'webhook_endpoint', status: 'enabled', description: 'The shop' });
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

test('sends an endpoint only its events, signed with its own secret', async () => {
  const setup = await setUpForTest();
  const { stripe, sandbox } = setup;
  const [some, all, off] = [await startTestReceiver(), await startTestReceiver(), await startTestReceiver()];
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

test('retries each endpoint separately until it is deleted', async () => {
  const setup = await setUpForTest();
  const deaf = await startTestReceiver();
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
