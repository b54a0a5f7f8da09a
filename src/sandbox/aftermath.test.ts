import { afterAll, expect, test } from 'vitest';
import { eventsAbout, payWith, runStep, settle, startSetup } from './test-sandbox.ts';

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
