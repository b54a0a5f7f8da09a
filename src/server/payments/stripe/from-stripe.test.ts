import { expect, test } from 'vitest';
import { payWith, startSetup } from '../../../sandbox/test-sandbox.ts';
import { toPayment } from './from-stripe.ts';

test.each([
  // The bank lets nobody answer.
  [0, null],
  [null, null],
  [1_750_000_000, 1_750_000_000_000],
])('a dispute that can be answered until %s is due at %s', async (dueBy, dueAt) => {
  const setup = await startSetup();
  const { intent, charge } = await payWith(setup, '4000000000000259');
  const [dispute] = (await setup.stripe.disputes.list({ charge })).data;
  await setup.close();
  if (!dispute) throw new Error('The payment has no dispute.');
  const told = { ...dispute, evidence_details: { ...dispute.evidence_details, due_by: dueBy } };
  const beside = { refunds: [], disputes: [told], warnings: null, review: null };
  expect(toPayment(intent, beside, 1).disputes).toMatchObject([{ id: dispute.id, dueAt }]);
});

test('a refund that is made between the question about a payment and the one about its refunds is counted', async () => {
  const setup = await startSetup();
  const { intent } = await payWith(setup, '4242424242424242');
  const before = await setup.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  const refund = await setup.stripe.refunds.create({ payment_intent: intent.id, amount: 2000 });
  await setup.close();
  const beside = { refunds: [refund], disputes: null, warnings: null, review: null };
  expect(toPayment(before, beside, 1)).toMatchObject({ refundedCents: 2000, refunds: [{ id: refund.id }] });
  const failed = { ...beside, refunds: [{ ...refund, status: 'failed' }] };
  expect(toPayment(before, failed, 1).refundedCents).toBe(0);
});
