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
