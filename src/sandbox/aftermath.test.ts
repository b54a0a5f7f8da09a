import { afterAll, expect, test } from 'vitest';
import { codeOf, eventsAbout, payWith, runStep, settle, startSetup } from './test-sandbox.ts';

/* What becomes of a payment, as Stripe tells it; what the shop sees of it is in `tests/kit/payment-contract`. */

const setup = await startSetup();
afterAll(() => setup.close());
const { radar, reviews } = setup.stripe;

const plainCard = '4242424242424242';
const fraudCard = '4000000000000259';
const inquiryCard = '4000000000001976';

async function disputed(number: string) {
  const paid = await payWith(setup, number);
  const { data } = await setup.stripe.disputes.list({ payment_intent: paid.id });
  const [dispute] = data;
  if (!dispute) throw new Error(`${number} was not disputed`);
  return { ...paid, dispute, disputes: data };
}
/** The events about the disputes of a payment, without what all their types begin with. */
const toldOf = async (id: string) =>
  (await eventsAbout(setup, id)).flatMap((type) => type.match(/^charge\.dispute\.(.*)/)?.[1] ?? []);
const answerWith = (id: string, text: string) =>
  setup.stripe.disputes.update(id, { evidence: { uncategorized_text: text } });
const refund = (id: string) => setup.stripe.refunds.create({ payment_intent: id, amount: 100 });

test('reports a won chargeback in Stripe’s order and closes it for good', async () => {
  const { id, charge, dispute } = await disputed(fraudCard);
  await answerWith(dispute.id, 'winning_evidence');
  await settle(setup);
  const won = await setup.stripe.disputes.retrieve(dispute.id, { expand: ['charge.payment_intent'] });
  expect(won).toMatchObject({ status: 'won', charge: { id: charge, payment_intent: { id } } });
  expect(await toldOf(id)).toEqual(['created', 'funds_withdrawn', 'updated', 'funds_reinstated', 'closed']);
  const { event } = await setup.receiver.next('charge.dispute.closed', dispute.id);
  expect(event.data.object).toMatchObject({ status: 'won' });
  const closed = { message: 'This dispute is already closed', statusCode: 400 };
  await expect(answerWith(dispute.id, 'losing_evidence')).rejects.toMatchObject(closed);
  await expect(setup.stripe.disputes.close(dispute.id)).rejects.toMatchObject(closed);
});

test('stages evidence and keeps the dispute under review after other words', async () => {
  const { dispute } = await disputed(fraudCard);
  const evidence = { uncategorized_text: 'It was delivered.' };
  const staged = await setup.stripe.disputes.update(dispute.id, { evidence, submit: false });
  const details = { has_evidence: true, submission_count: 0 };
  expect(staged).toMatchObject({ status: 'needs_response', evidence, evidence_details: details });
  await setup.stripe.disputes.update(dispute.id, { evidence, submit: true });
  await settle(setup);
  expect((await setup.stripe.disputes.retrieve(dispute.id)).status).toBe('under_review');
  expect(await codeOf(setup.stripe.disputes.retrieve('du_none'))).toContain('resource_missing');
  expect((await runStep(setup, 'dispute_won', dispute.id)).body.status).toBe('won');
});

test('closes an inquiry that can neither be won nor lost', async () => {
  const { id, dispute } = await disputed(inquiryCard);
  expect(dispute).toMatchObject({
    is_charge_refundable: true,
    balance_transactions: [],
    payment_method_details: { card: { case_type: 'inquiry' } },
  });
  expect((await runStep(setup, 'dispute_won', dispute.id)).status).toBe(400);
  expect((await setup.stripe.disputes.close(dispute.id)).status).toBe('warning_closed');
  expect(await toldOf(id)).toEqual(['created', 'closed']);
  expect((await runStep(setup, 'inquiry_escalates', dispute.id)).status).toBe(400);
});

test('refunds only once all disputes of a charge are won', async () => {
  const { id, disputes } = await disputed('4000000404000079');
  expect(disputes.map(({ reason }) => reason)).toEqual(['product_not_received', 'fraudulent']);
  for (const [index, { id: dispute }] of disputes.entries()) {
    expect(await codeOf(refund(id)), `${index} won`).toContain('charge_disputed');
    await runStep(setup, 'dispute_won', dispute);
  }
  expect(await codeOf(refund(id))).toBeUndefined();
  await runStep(setup, 'inquiry_opened', id);
  expect((await setup.stripe.disputes.list({ payment_intent: id })).data).toHaveLength(3);
});

test('refunds in parts, with Stripe’s events, and lists them', async () => {
  const { id, charge } = await payWith(setup, plainCard);
  const metadata = { intention: '7' };
  const part = await setup.stripe.refunds.create({ payment_intent: id, amount: 1000, metadata });
  expect(part).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded', payment_intent: id });
  expect((await eventsAbout(setup, id)).slice(-2)).toEqual(['refund.created', 'charge.refunded']);
  const { event } = await setup.receiver.next('charge.refunded', id);
  expect(event.data.object).toMatchObject({ amount_refunded: 1000, refunded: false });
  const rest = await setup.stripe.refunds.create({ charge });
  expect(rest.amount).toBe(5000);
  const again = setup.stripe.refunds.create({ payment_intent: id });
  expect(await codeOf(again)).toContain('charge_already_refunded');
  for (const found of [{ payment_intent: id }, { charge }]) {
    const { data } = await setup.stripe.refunds.list({ ...found, expand: ['data.charge'] });
    expect(data).toMatchObject([
      { id: rest.id, charge: { refunded: true, amount_refunded: 6000 } },
      { id: part.id, metadata: { intention: '7' } },
    ]);
  }
  const full = await setup.stripe.refunds.retrieve(part.id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(full.payment_intent).toMatchObject({
    id,
    latest_charge: { id: charge, amount_refunded: 6000 },
  });
});

test('warns of fraud for any paid payment until it is disputed', async () => {
  const { id } = await payWith(setup, '4000000000005423');
  const [warning] = (await radar.earlyFraudWarnings.list({ payment_intent: id })).data;
  expect(warning?.actionable).toBe(true);
  await runStep(setup, 'disputed_as_fraudulent', id);
  expect((await radar.earlyFraudWarnings.retrieve(warning?.id ?? '')).actionable).toBe(false);
  const plain = await payWith(setup, plainCard);
  expect((await runStep(setup, 'early_fraud_warning', plain.id)).status).toBe(200);
  expect(await eventsAbout(setup, plain.id)).toContain('radar.early_fraud_warning.created');
  const declined = await payWith(setup, '4000000000000002');
  expect((await runStep(setup, 'early_fraud_warning', declined.id)).status).toBe(400);
});

test('refuses to approve a closed or unknown review', async () => {
  const { intent } = await payWith(setup, '4000000000009235');
  const review = String(intent.review);
  await reviews.approve(review);
  const { event } = await setup.receiver.next('review.closed', review);
  expect(event.data.object).toMatchObject({ open: false, closed_reason: 'approved' });
  expect(await codeOf(reviews.approve(review))).toBe('StripeInvalidRequestError');
  expect(await codeOf(reviews.approve('prv_none'))).toContain('resource_missing');
});

test('opens one review per payment and closes it on refund or dispute', async () => {
  const { id, intent } = await payWith(setup, '4000000000009235');
  await setup.stripe.refunds.create({ payment_intent: id });
  expect((await reviews.retrieve(String(intent.review))).closed_reason).toBe('refunded');
  const plain = await payWith(setup, plainCard);
  const reviewOfPlain = async () =>
    (await setup.stripe.paymentIntents.retrieve(plain.id, { expand: ['review'] })).review;
  await runStep(setup, 'review_opened', plain.id);
  expect(await reviewOfPlain()).toMatchObject({ open: true, opened_reason: 'manual' });
  expect((await runStep(setup, 'review_opened', plain.id)).status).toBe(400);
  await runStep(setup, 'disputed_as_fraudulent', plain.id);
  expect(await reviewOfPlain()).toMatchObject({ open: false, closed_reason: 'disputed' });
});
