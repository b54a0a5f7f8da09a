import { expect, test, vi } from 'vitest';
import { newIntent, payAsCustomer, payWith, setUpForTest, startTestReceiver } from '../test-sandbox.ts';

test('sends signed webhooks that the SDK verifies', async () => {
  const { sandbox, receiver, stripe } = await setUpForTest();
  const intent = await stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  await payAsCustomer(sandbox, intent, '4242424242424242');
  for (const type of ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']) {
    const { body, signature } = await receiver.next(type, intent.id);
    const event = await stripe.webhooks.constructEventAsync(body, signature, sandbox.keys.webhookSecret);
    expect(event).toMatchObject({ object: 'event', type, livemode: false, api_version: '2026-10-28.endive' });
    expect(event.request?.id).toMatch(/^req_/);
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, sandbox.keys.webhookSecret)).toThrow();
  }
});

test('retries a webhook answered with 500 until it is accepted', async () => {
  const { receiver, stripe } = await setUpForTest();
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

test('keeps delivering to others when one endpoint does not answer', async () => {
  const setup = await setUpForTest();
  const hanging = await startTestReceiver();
  const asked = new Promise((resolve) => {
    hanging.answerWith((count) => {
      resolve(count);
      return new Promise<never>(() => {});
    });
  });
  const enabled_events = ['payment_intent.succeeded' as const];
  await setup.stripe.webhookEndpoints.create({ url: hanging.url, enabled_events });
  await payWith(setup, '4242424242424242');
  await asked;
  const { id } = await newIntent(setup);
  await vi.waitFor(() => {
    const told = setup.receiver.received.map(({ event }) => event.data.object);
    expect(told).toContainEqual(expect.objectContaining({ id }));
  }, 5000);
});
