import { expect, test } from 'vitest';
import { payWith, startSetup } from '../../../sandbox/test-sandbox.ts';
import { toPayment } from './from-stripe.ts';

const asked = { serviceId: 'service-under-test', askedAt: 1 };

test('a dispute is due when its bank says so, and never when the bank lets the shop not answer', async () => {
  const setup = await startSetup();
  const { intent, charge } = await payWith(setup, '4000000000000259');
  const [dispute] = (await setup.stripe.disputes.list({ charge })).data;
  await setup.close();
  if (!dispute) throw new Error('The payment has no dispute.');
  const dueAt = (due_by: number | null) => {
    const told = { ...dispute, evidence_details: { ...dispute.evidence_details, due_by } };
    const beside = { refunds: [], disputes: [told], warnings: null, review: null };
    return toPayment(intent, beside, asked).disputes?.[0]?.dueAt;
  };
  expect([0, null, 1_750_000_000].map(dueAt)).toEqual([null, null, 1_750_000_000_000]);
});

test('money that a bank takes back is counted in the currency of the payment, whatever the account is kept in', async () => {
  const setup = await startSetup();
  const { intent, charge } = await payWith(setup, '4000000000000259');
  const [dispute] = (await setup.stripe.disputes.list({ charge })).data;
  await setup.close();
  const [withdrawn] = dispute?.balance_transactions ?? [];
  if (!dispute || !withdrawn) throw new Error('The bank has taken nothing back.');
  const takenIn = (currency: string, ...amounts: number[]) => {
    const moves = amounts.map((amount) => ({ ...withdrawn, amount, currency, exchange_rate: 0.9 }));
    const told = { ...dispute, balance_transactions: moves };
    const beside = { refunds: [], disputes: [told], warnings: null, review: null };
    return toPayment(intent, beside, asked).disputes?.[0]?.withdrawnMinor;
  };
  const { amount } = dispute;
  expect([takenIn('eur'), takenIn('eur', -5400), takenIn('eur', -5400, 5390)]).toEqual([0, amount, 0]);
  expect(takenIn(dispute.currency, -amount, 1000)).toBe(amount - 1000);
});

test('a refund that is made between the question about a payment and the one about its refunds is counted', async () => {
  const setup = await startSetup();
  const { intent } = await payWith(setup, '4242424242424242');
  const before = await setup.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  const refund = await setup.stripe.refunds.create({ payment_intent: intent.id, amount: 2000 });
  await setup.close();
  const beside = { refunds: [refund], disputes: null, warnings: null, review: null };
  expect(toPayment(before, beside, asked)).toMatchObject({
    refundedMinor: 2000,
    refunds: [{ id: refund.id }],
  });
});
