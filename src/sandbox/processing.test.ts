import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../tests/kit/temporary-folder.ts';
import { payWith, runStep, settle, setUpForTest, startSetup, startTestReceiver } from './test-sandbox.ts';

const succeedsLater = '4000000000007775';
const failsLater = '4000000000008880';

test('declines a delayed payment by itself or by an earlier step', async () => {
  const setup = await setUpForTest();
  const [slow, decided] = [await payWith(setup, failsLater), await payWith(setup, succeedsLater)];
  expect((await runStep(setup, 'payment_fails', decided.id)).body.status).toBe('requires_payment_method');
  await settle(setup);
  for (const { id } of [slow, decided]) {
    expect(await setup.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
      latest_charge: { status: 'failed', failure_code: 'card_declined' },
    });
    await setup.receiver.next('payment_intent.payment_failed', id);
  }
  expect((await runStep(setup, 'payment_succeeds', decided.id)).status).toBe(400);
  expect((await runStep(setup, 'payment_succeeds')).body.error?.param).toBe('id');
});

test('completes delayed payments and refunds by itself, even after a restart', async () => {
  const folder = folderOfTest();
  const receiver = await startTestReceiver();
  const before = await startSetup(join(folder, 'sandbox.db'), receiver, { bankTakesMs: 700 });
  const [slow, refunded] = [await payWith(before, succeedsLater), await payWith(before, '4000000000005126')];
  await before.stripe.refunds.create({ payment_intent: refunded.id });
  await before.close();

  await setUpForTest(join(folder, 'sandbox.db'), receiver);
  const told = [
    await receiver.next('payment_intent.succeeded', slow.id),
    await receiver.next('refund.failed', refunded.id),
  ];
  expect(told.map(({ event }) => event.type)).toEqual(['payment_intent.succeeded', 'refund.failed']);
});

test('completes delayed payments before it answers a request', async () => {
  let at = Date.now();
  const setup = await setUpForTest(undefined, undefined, { now: () => at, bankTakesMs: 5000 });
  const { id } = await payWith(setup, succeedsLater);
  expect((await setup.stripe.paymentIntents.retrieve(id)).status).toBe('processing');
  at += 5000;
  expect((await setup.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});
