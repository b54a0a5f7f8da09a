import { expect, test, vi } from 'vitest';
import { codeOf, newIntent, payWith, startSetupOfTest } from '../test-sandbox.ts';

test('events are found by when they happened, to the second, newest first', async () => {
  let at = Date.now();
  const setup = await startSetupOfTest(undefined, undefined, { now: () => at });
  const times: number[] = [];
  for (const _ of [1, 2, 3]) {
    await newIntent(setup);
    times.push(Math.floor(at / 1000));
    at += 10_000;
  }
  const [first = 0, second = 0, third = 0] = times;
  const found = async (created: { gte?: number; lte?: number }) =>
    (await setup.stripe.events.list({ created })).data.map((event) => event.created);
  expect(await found({ gte: second })).toEqual([third, second]);
  expect(await found({ lte: first })).toEqual([first]);
  expect(await found({ gte: first, lte: second })).toEqual([second, first]);
});

test('events are found by types', async () => {
  const setup = await startSetupOfTest();
  const { id } = await payWith(setup, '4242424242424242');
  await setup.stripe.refunds.create({ payment_intent: id });
  const types = async (params: { types: string[] }) =>
    (await setup.stripe.events.list(params)).data.map(({ type }) => type);
  expect(await types({ types: ['refund.created', 'charge.succeeded'] })).toEqual([
    'refund.created',
    'charge.succeeded',
  ]);
  const tooMany = Array.from({ length: 21 }, (_, index) => `charge.x${index}`);
  expect(await codeOf(setup.stripe.events.list({ types: tooMany }))).toContain('types');
});

test('events are found by whether every endpoint has taken them', async () => {
  const setup = await startSetupOfTest();
  const taken = await newIntent(setup);
  await setup.receiver.next('payment_intent.created', taken.id);
  setup.receiver.answerWith(() => 500);
  const refused = await newIntent(setup);
  await setup.receiver.next('payment_intent.created', refused.id);
  const found = async (delivery_success: boolean) =>
    (await setup.stripe.events.list({ delivery_success, types: ['payment_intent.created'] })).data.map(
      ({ data }) => (data.object as { id: string }).id,
    );
  await vi.waitFor(async () => expect(await found(true)).toEqual([taken.id]));
  expect(await found(false)).toEqual([refused.id]);
});
