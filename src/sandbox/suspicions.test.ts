import { afterAll, expect, test } from 'vitest';
import { bringAbout, codeOf, eventsAbout, payWith, startSetup } from './test-sandbox.ts';

/* What the shop sees of warnings and reviews is in `src/testing/payment-contract`. */

const setup = await startSetup();
afterAll(() => setup.close());
const { radar, reviews } = setup.stripe;

const plainCard = '4242424242424242';

async function warned() {
  const paid = await payWith(setup, '4000000000005423');
  const { data } = await radar.earlyFraudWarnings.list({ payment_intent: paid.id });
  return { ...paid, warning: data[0]?.id ?? '' };
}
async function reviewed() {
  const paid = await payWith(setup, '4000000000009235');
  return { ...paid, review: String(paid.intent.review) };
}

test('an early fraud warning follows a payment that went well, and asks for nothing once all is refunded', async () => {
  const { id, charge, warning } = await warned();
  expect(await radar.earlyFraudWarnings.retrieve(warning)).toMatchObject({
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge,
    payment_intent: id,
    fraud_type: expect.any(String),
  });
  await setup.receiver.next('radar.early_fraud_warning.created', warning);
  const expand = ['data.charge.refunds', 'data.payment_intent'];
  const full = await radar.earlyFraudWarnings.list({ charge, expand });
  expect(full.data).toMatchObject([{ charge: { refunds: { data: [] } }, payment_intent: { id } }]);
  await setup.stripe.refunds.create({ payment_intent: id });
  const { event } = await setup.receiver.next('radar.early_fraud_warning.updated', warning);
  expect(event.data.previous_attributes).toEqual({ actionable: true });
});

test('an early fraud warning can come for any payment that was made, and ends with a dispute', async () => {
  const { id, warning } = await warned();
  await bringAbout(setup, 'disputed_as_fraudulent', id);
  expect((await radar.earlyFraudWarnings.retrieve(warning)).actionable).toBe(false);
  const plain = await payWith(setup, plainCard);
  expect((await bringAbout(setup, 'early_fraud_warning', plain.id)).status).toBe(200);
  expect(await eventsAbout(setup, plain.id)).toContain('radar.early_fraud_warning.created');
  const declined = await payWith(setup, '4000000000000002');
  expect((await bringAbout(setup, 'early_fraud_warning', declined.id)).status).toBe(400);
});

test('a review is opened for a payment of elevated risk, and approved once', async () => {
  const { id, charge, review } = await reviewed();
  expect(await reviews.retrieve(review)).toMatchObject({
    object: 'review',
    open: true,
    reason: 'rule',
    opened_reason: 'rule',
    closed_reason: null,
    charge,
    payment_intent: id,
  });
  expect(await setup.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.review'] })).toMatchObject({
    status: 'succeeded',
    latest_charge: {
      outcome: { risk_level: 'elevated', type: 'manual_review' },
      review: { id: review, open: true },
    },
  });
  await setup.receiver.next('review.opened', review);
  expect((await reviews.list({ limit: 1 })).data[0]?.id).toBe(review);
  await reviews.approve(review);
  const { event } = await setup.receiver.next('review.closed', review);
  expect(event.data.object).toMatchObject({ open: false, closed_reason: 'approved', reason: 'approved' });
  expect(await codeOf(reviews.approve(review))).toBe('StripeInvalidRequestError');
  expect(await codeOf(reviews.approve('prv_none'))).toContain('resource_missing');
});

test('a review can be opened for any payment, one at a time, and ends with a refund or a dispute', async () => {
  const { id, review } = await reviewed();
  await setup.stripe.refunds.create({ payment_intent: id, reason: 'fraudulent' });
  expect((await reviews.retrieve(review)).closed_reason).toBe('refunded_as_fraud');
  const plain = await payWith(setup, plainCard);
  const reviewOfPlain = async () =>
    (await setup.stripe.paymentIntents.retrieve(plain.id, { expand: ['review'] })).review;
  await bringAbout(setup, 'review_opened', plain.id);
  expect(await reviewOfPlain()).toMatchObject({ open: true, opened_reason: 'manual' });
  expect((await bringAbout(setup, 'review_opened', plain.id)).status).toBe(400);
  await bringAbout(setup, 'disputed_as_fraudulent', plain.id);
  expect(await reviewOfPlain()).toMatchObject({ open: false, closed_reason: 'disputed' });
});
