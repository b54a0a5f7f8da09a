import type Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { bringAbout, codeOf, eventsAbout, payWith, settle, startSetup } from './test-sandbox.ts';

/* What the shop sees of disputes is in `src/testing/payment-contract`. */

const setup = await startSetup();
afterAll(() => setup.close());

const fraudCard = '4000000000000259';
const inquiryCard = '4000000000001976';

async function disputed(number: string) {
  const paid = await payWith(setup, number);
  const { data } = await setup.stripe.disputes.list({ payment_intent: paid.id });
  const [dispute] = data;
  if (!dispute) throw new Error(`${number} was not disputed`);
  return { ...paid, dispute, disputes: data };
}
/** What is told of the disputes of a payment, without what all their types begin with. */
const toldOf = async (id: string) =>
  (await eventsAbout(setup, id)).flatMap((type) => type.match(/^charge\.dispute\.(.*)/)?.[1] ?? []);
const answerWith = (id: string, text: string) =>
  setup.stripe.disputes.update(id, { evidence: { uncategorized_text: text } });
const refund = (id: string) => setup.stripe.refunds.create({ payment_intent: id, amount: 100 });

test.each([
  [fraudCard, 'fraudulent', '10.4'],
  ['4000000000002685', 'product_not_received', '13.1'],
])('%s pays, and its bank takes the money back as %s', async (number, reason, code) => {
  const { id, charge, dispute } = await disputed(number);
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 6000,
    charge,
    payment_intent: id,
    reason,
    status: 'needs_response',
    is_charge_refundable: false,
    payment_method_details: { card: { case_type: 'chargeback', network_reason_code: code } },
    balance_transactions: [{ amount: -6000, fee: 1500, net: -7500 }],
  });
  expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
  expect(await toldOf(id)).toEqual(['created', 'funds_withdrawn']);
  await setup.receiver.next('charge.dispute.funds_withdrawn', dispute.id);
  const listed = await setup.stripe.disputes.list({ charge, expand: ['data.charge.payment_intent'] });
  expect(listed.data).toMatchObject([{ id: dispute.id, charge: { disputed: true, payment_intent: { id } } }]);
});

test('a chargeback is won with good evidence after a while, and the money is back', async () => {
  const { id, charge, dispute } = await disputed(fraudCard);
  expect(await answerWith(dispute.id, 'winning_evidence')).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text: 'winning_evidence' },
    evidence_details: { has_evidence: true, submission_count: 1 },
  });
  await settle(setup);
  const won = await setup.stripe.disputes.retrieve(dispute.id, { expand: ['charge', 'payment_intent'] });
  expect(won).toMatchObject({
    status: 'won',
    is_charge_refundable: true,
    balance_transactions: [{ net: -7500 }, { amount: 6000, net: 7500 }],
    charge: { id: charge, disputed: true },
    payment_intent: { id },
  });
  expect(await toldOf(id)).toEqual(['created', 'funds_withdrawn', 'updated', 'funds_reinstated', 'closed']);
  const { event } = await setup.receiver.next('charge.dispute.closed', dispute.id);
  expect(event.data).toMatchObject({
    object: { status: 'won' },
    previous_attributes: { status: 'under_review' },
  });
  const closed = { message: 'This dispute is already closed', statusCode: 400 };
  await expect(answerWith(dispute.id, 'losing_evidence')).rejects.toMatchObject(closed);
  await expect(setup.stripe.disputes.close(dispute.id)).rejects.toMatchObject(closed);
});

test('evidence can be staged without being handed in; with any other than Stripe’s words the bank waits', async () => {
  const { dispute } = await disputed(fraudCard);
  const evidence = { product_description: 'A reading', customer_name: 'Ada' };
  const staged = await setup.stripe.disputes.update(dispute.id, { evidence, submit: false });
  const details = { has_evidence: true, submission_count: 0 };
  expect(staged).toMatchObject({ status: 'needs_response', evidence, evidence_details: details });
  await setup.stripe.disputes.update(dispute.id, { submit: true });
  await settle(setup);
  expect((await setup.stripe.disputes.retrieve(dispute.id)).status).toBe('under_review');
  const unknown = { evidence: { horoscope: 'x' } } as Stripe.DisputeUpdateParams;
  expect(await codeOf(setup.stripe.disputes.update(dispute.id, unknown))).toContain('evidence[horoscope]');
  expect(await codeOf(setup.stripe.disputes.retrieve('du_none'))).toContain('resource_missing');
  expect((await bringAbout(setup, 'dispute_won', dispute.id)).body.status).toBe('won');
});

test('an inquiry can be closed, and is neither won nor lost', async () => {
  const { id, dispute } = await disputed(inquiryCard);
  expect(dispute).toMatchObject({
    is_charge_refundable: true,
    balance_transactions: [],
    payment_method_details: { card: { case_type: 'inquiry' } },
  });
  expect((await bringAbout(setup, 'dispute_won', dispute.id)).status).toBe(400);
  expect((await setup.stripe.disputes.close(dispute.id)).status).toBe('warning_closed');
  expect(await toldOf(id)).toEqual(['created', 'closed']);
  expect((await bringAbout(setup, 'inquiry_escalates', dispute.id)).status).toBe(400);
});

test('a charge can be disputed several times, and one that is won does not make up for another', async () => {
  const { id, disputes } = await disputed('4000000404000079');
  expect(disputes.map(({ reason }) => reason)).toEqual(['product_not_received', 'fraudulent']);
  for (const [index, { id: dispute }] of disputes.entries()) {
    expect(await codeOf(refund(id)), `${index} won`).toContain('charge_disputed');
    await bringAbout(setup, 'dispute_won', dispute);
  }
  expect(await codeOf(refund(id))).toBeUndefined();
  await bringAbout(setup, 'inquiry_opened', id);
  expect((await setup.stripe.disputes.list({ payment_intent: id })).data).toHaveLength(3);
});
