import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringAbout, codeOf, eventsAbout, payWith, type Setup, settle, startSetup } from './test-sandbox.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
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
const disputeEvents = async (id: string) =>
  (await eventsAbout(setup, id)).filter((type) => type.startsWith('charge.dispute.'));
const answerWith = (id: string, text: string) =>
  setup.stripe.disputes.update(id, { evidence: { uncategorized_text: text } });
const chargeOf = (id: string) => setup.stripe.charges.retrieve(id);
const refund = (id: string) => setup.stripe.refunds.create({ payment_intent: id, amount: 100 });

describe('a chargeback', () => {
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
    });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
    expect(dispute.balance_transactions).toMatchObject([{ amount: -6000, fee: 1500, net: -7500 }]);
    expect((await chargeOf(charge)).disputed).toBe(true);
    expect(await disputeEvents(id)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    await setup.receiver.next('charge.dispute.funds_withdrawn', dispute.id);
    expect((await setup.stripe.disputes.list({ charge })).data.map((found) => found.id)).toEqual([
      dispute.id,
    ]);
  });

  test('lets nothing be refunded while it is open or lost', async () => {
    const { id, dispute } = await disputed(fraudCard);
    expect(await codeOf(refund(id))).toContain('charge_disputed');
    await setup.stripe.disputes.close(dispute.id);
    expect(await codeOf(refund(id))).toContain('charge_disputed');
  });

  test('is won with good evidence after a while, and the money is back', async () => {
    const { id, charge, dispute } = await disputed(fraudCard);
    const answered = await answerWith(dispute.id, 'winning_evidence');
    expect(answered).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'winning_evidence' },
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    await settle(setup);
    const won = await setup.stripe.disputes.retrieve(dispute.id);
    expect(won).toMatchObject({ status: 'won', is_charge_refundable: true });
    expect(won.balance_transactions.map(({ amount, net }) => [amount, net])).toEqual([
      [-6000, -7500],
      [6000, 7500],
    ]);
    expect((await chargeOf(charge)).disputed).toBe(true);
    expect(await disputeEvents(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
    const { event } = await setup.receiver.next('charge.dispute.closed', dispute.id);
    expect(event.data).toMatchObject({
      object: { status: 'won' },
      previous_attributes: { status: 'under_review' },
    });
    expect(await codeOf(refund(id))).toBeUndefined();
  });

  test('is lost with bad evidence after a while, for good', async () => {
    const { id, dispute } = await disputed(fraudCard);
    expect((await answerWith(dispute.id, 'losing_evidence')).status).toBe('under_review');
    await settle(setup);
    const lost = await setup.stripe.disputes.retrieve(dispute.id);
    expect(lost).toMatchObject({ status: 'lost', balance_transactions: [{ amount: -6000 }] });
    expect((await disputeEvents(id)).at(-1)).toBe('charge.dispute.closed');
    const closed = { message: 'This dispute is already closed', statusCode: 400 };
    await expect(answerWith(dispute.id, 'winning_evidence')).rejects.toMatchObject(closed);
    await expect(setup.stripe.disputes.close(dispute.id)).rejects.toMatchObject(closed);
  });

  test('is lost at once when the shop gives it up', async () => {
    const { id, dispute } = await disputed(fraudCard);
    expect((await setup.stripe.disputes.close(dispute.id)).status).toBe('lost');
    expect((await disputeEvents(id)).at(-1)).toBe('charge.dispute.closed');
  });

  test('waits under review for the bank when the evidence is neither', async () => {
    const { dispute } = await disputed(fraudCard);
    await answerWith(dispute.id, 'Here is what we sent.');
    await settle(setup);
    expect((await setup.stripe.disputes.retrieve(dispute.id)).status).toBe('under_review');
    expect((await bringAbout(setup, 'dispute_won', dispute.id)).body.status).toBe('won');
  });

  test('keeps evidence that is only staged, and notes, without handing anything in', async () => {
    const { dispute } = await disputed(fraudCard);
    const staged = await setup.stripe.disputes.update(dispute.id, {
      evidence: { product_description: 'A reading', customer_name: 'Ada' },
      metadata: { order: '17' },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence: { product_description: 'A reading', customer_name: 'Ada' },
      evidence_details: { has_evidence: true, submission_count: 0 },
      metadata: { order: '17' },
    });
    expect((await setup.stripe.disputes.update(dispute.id, { submit: true })).status).toBe('under_review');
    const unknown = { evidence: { horoscope: 'x' } } as Stripe.DisputeUpdateParams;
    expect(await codeOf(setup.stripe.disputes.update(dispute.id, unknown))).toContain('evidence[horoscope]');
    expect(await codeOf(setup.stripe.disputes.retrieve('du_none'))).toContain('resource_missing');
  });

  test('stops a refund that is still on its way', async () => {
    const { id } = await payWith(setup, '4000000000007726');
    const pending = await setup.stripe.refunds.create({ payment_intent: id, amount: 2000 });
    await bringAbout(setup, 'disputed_as_fraudulent', id);
    await settle(setup);
    expect(await setup.stripe.refunds.retrieve(pending.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'charge_for_pending_refund_disputed',
    });
  });

  test('names its charge and payment in full on request', async () => {
    const { id, charge, dispute } = await disputed(fraudCard);
    const full = await setup.stripe.disputes.retrieve(dispute.id, { expand: ['charge', 'payment_intent'] });
    expect(full).toMatchObject({ charge: { id: charge, disputed: true }, payment_intent: { id } });
    const list = await setup.stripe.disputes.list({ charge, expand: ['data.charge.payment_intent'] });
    expect(list.data[0]?.charge).toMatchObject({ payment_intent: { id } });
  });
});

describe('an inquiry', () => {
  test('asks, takes no money and lets the payment be refunded', async () => {
    const { id, charge, dispute } = await disputed(inquiryCard);
    expect(dispute).toMatchObject({
      status: 'warning_needs_response',
      is_charge_refundable: true,
      balance_transactions: [],
      payment_method_details: { card: { case_type: 'inquiry' } },
    });
    expect(await disputeEvents(id)).toEqual(['charge.dispute.created']);
    expect((await chargeOf(charge)).disputed).toBe(true);
    expect(await codeOf(refund(id))).toBeUndefined();
  });

  test('that is answered is closed after a while', async () => {
    const { id, dispute } = await disputed(inquiryCard);
    expect((await answerWith(dispute.id, 'We sent it.')).status).toBe('warning_under_review');
    await settle(setup);
    expect((await setup.stripe.disputes.retrieve(dispute.id)).status).toBe('warning_closed');
    expect(await disputeEvents(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ]);
  });

  test('becomes a chargeback, the same dispute with the money gone', async () => {
    const { id, dispute } = await disputed(inquiryCard);
    expect((await answerWith(dispute.id, 'escalate_inquiry_evidence')).status).toBe('warning_under_review');
    await settle(setup);
    const escalated = await setup.stripe.disputes.retrieve(dispute.id);
    expect(escalated).toMatchObject({
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -6000 }],
      payment_method_details: { card: { case_type: 'chargeback' } },
    });
    expect((await disputeEvents(id)).slice(-2)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(await codeOf(refund(id))).toContain('charge_disputed');
  });

  test('that the shop closes is over; neither won nor lost', async () => {
    const { dispute } = await disputed(inquiryCard);
    expect((await bringAbout(setup, 'dispute_won', dispute.id)).status).toBe(400);
    expect((await setup.stripe.disputes.close(dispute.id)).status).toBe('warning_closed');
    expect((await bringAbout(setup, 'inquiry_escalates', dispute.id)).status).toBe(400);
  });
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
